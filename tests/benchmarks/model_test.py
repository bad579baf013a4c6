#!/usr/bin/env python3
"""The model reproduces the committed results, and its check finds out if it does not."""


import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MODEL = ROOT / "benchmarks" / "model" / "model.py"
RESULTS = ROOT / "benchmarks" / "results"


def check(folder):
    return subprocess.run([sys.executable, MODEL, "check", folder], capture_output=True, text=True,
                          check=False)


class ModelTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        shutil.copytree(RESULTS, self.folder, dirs_exist_ok=True)

    def newest(self, topic):
        return max(self.folder.glob(topic + "-????-??-??.jsonl"))

    def change(self, topic, is_meant, factor):
        """Multiplies the figures of a machine and a topic that are meant."""
        path = self.newest(topic)
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        meant = [line for line in lines if "bench" in line and is_meant(line, line["params"])]
        self.assertNotEqual([], meant)
        for line in meant:
            line["value"] *= factor
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    def test_the_committed_results_are_reproduced(self):
        done = check(self.folder)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        for name in ("NVLink", "PCIe", "stencil", "V-cycle", "search", "sum", "broadcast"):
            self.assertIn(name, done.stdout)

    def test_another_figure_is_not_reproduced(self):
        cases = {
            "stencil 16384²": ("4x-NVIDIA-H200/all", lambda line, params: (
                line["bench"] == "gpu_stencil" and params["size"] == 16384
                and params["GPU units"] == 4)),
            "V-cycle 128³": ("2-cores-AMD-EPYC/applications", lambda line, params: (
                line["bench"] == "multigrid" and params.get("size") == 128
                and params["units"] == 2)),
            "search": ("2-cores-AMD-EPYC/applications", lambda line, params: (
                line["bench"] == "bfs" and params["units"] == 2)),
        }
        for name, (topic, is_meant) in cases.items():
            with self.subTest(name):
                self.change(topic, is_meant, 1.4)
                done = check(self.folder)
                self.assertEqual(1, done.returncode, done.stdout + done.stderr)
                self.assertRegex(done.stdout, name + r".*% +!")

    def test_a_missing_file_is_named(self):
        for path in self.folder.glob("4x-*/*"):
            path.unlink()
        done = check(self.folder)
        self.assertEqual(1, done.returncode)
        self.assertIn("4x-NVIDIA-H200", done.stderr)

    def test_a_missing_figure_is_named(self):
        path = self.newest("2-cores-AMD-EPYC/applications")
        path.write_text(path.read_text().splitlines()[0] + "\n")
        done = check(self.folder)
        self.assertEqual(1, done.returncode)
        self.assertIn("has no figure of", done.stderr)


if __name__ == "__main__":
    unittest.main()
