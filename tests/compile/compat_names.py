#!/usr/bin/env python3
"""Checks that headers bring the names that they brought in DASH 0.4, by themselves or by headers that
they include: programs of that time use them without including more.

    compat_names.py INCLUDE_DIR...
"""

import functools
import pathlib
import re
import sys

HELPERS = "dash__unused dash__tostr dash__toxstr NOINLINE_ATTRIBUTE"
STACK = "dash__print_stacktrace"
LOG = " ".join(
    f"DASH_LOG_{level}{kind}" for level in ("ERROR", "WARN", "DEBUG", "TRACE") for kind in ("", "_VAR"))
ASSERT = ("DASH_THROW DASH_ASSERT DASH_ASSERT_MSG DASH_ASSERT_RETURNS DASH_ASSERT_RANGE DASH_ASSERT_EQ DASH_ASSERT_NE "
          "DASH_ASSERT_GT DASH_ASSERT_GE DASH_ASSERT_LT DASH_ASSERT_LE DASH_ASSERT_ALWAYS DASH_ASSERT_MSG_ALWAYS "
          "DASH_ASSERT_NOEXCEPT DASH_STACK_TRACE")
ALL = " ".join((HELPERS, STACK, LOG, ASSERT))

# Header of DASH 0.4, names that it brought; none where they are the standard library's, which compat_headers.cpp uses.
BROUGHT = [
    ("cpp17/cstddef.h", ""),
    ("cpp17/monotonic_buffer.h", ""),
    ("cpp17/polymorphic_allocator.h", ""),
    ("cpp17/type_traits.h", ""),
    ("libdash.h", ALL + " DASH_VERSION_STRING DASH_COMPILER_ID DASH__META__DEFINE_TRAIT__HAS_TYPE"),
    ("dash/Algorithm.h", ALL),
    ("dash/Array.h", ALL),
    ("dash/Atomic.h", HELPERS),
    ("dash/Cartesian.h", ALL),
    ("dash/Coarray.h", ALL),
    ("dash/Comutex.h", ALL),
    ("dash/Container.h", ALL),
    ("dash/Dimensional.h", ALL),
    ("dash/Distribution.h", HELPERS),
    ("dash/Exception.h", ALL),
    ("dash/GlobPtr.h", HELPERS),
    ("dash/GlobRef.h", HELPERS),
    ("dash/Init.h", HELPERS),
    ("dash/Iterator.h", ALL),
    ("dash/List.h", ALL),
    ("dash/Matrix.h", ALL),
    ("dash/Memory.h", ALL),
    ("dash/Meta.h", "DASH__META__DEFINE_TRAIT__HAS_TYPE"),
    ("dash/Mutex.h", ALL),
    ("dash/Onesided.h", HELPERS),
    ("dash/Pattern.h", ALL),
    ("dash/Shared.h", ALL),
    ("dash/SharedCounter.h", ALL),
    ("dash/Team.h", HELPERS),
    ("dash/TeamSpec.h", ALL),
    ("dash/Types.h", HELPERS),
    ("dash/UnorderedMap.h", ALL),
    ("dash/Version.h", "DASH_VERSION_STRING DASH_VERSION_MAJOR DASH_VERSION_MINOR DASH_VERSION_PATCH"),
    ("dash/View.h", ALL),
    ("dash/algorithm/Copy.h", ALL),
    ("dash/algorithm/Fill.h", ALL),
    ("dash/algorithm/MinMax.h", ALL),
    ("dash/algorithm/SUMMA.h", ALL),
    ("dash/algorithm/Sort.h", ALL),
    ("dash/algorithm/Transform.h", ALL),
    ("dash/exception/StackTrace.h", HELPERS + " " + STACK),
    ("dash/halo/HaloMatrixWrapper.h", ALL),
    ("dash/internal/Config.h", "DASH_COMPILER_ID"),
    ("dash/internal/Logging.h", HELPERS + " " + LOG),
    ("dash/internal/Macro.h", HELPERS),
    ("dash/internal/Math.h", HELPERS),
    ("dash/internal/StreamConversion.h", HELPERS),
    ("dash/iterator/GlobIter.h", ALL),
    ("dash/pattern/BlockPattern.h", ALL),
    ("dash/pattern/MakePattern.h", ALL),
    ("dash/pattern/TilePattern.h", ALL),
    ("dash/util/BenchmarkParams.h", HELPERS),
    ("dash/util/Config.h", HELPERS),
    ("dash/util/Locality.h", HELPERS),
    ("dash/util/Timer.h", HELPERS),
    ("dash/util/Trace.h", HELPERS),
]


def path_of(header, folders):
    """The file of a header, or None if it is none of ours."""
    return next((folder / header for folder in folders if (folder / header).is_file()), None)


@functools.cache
def parsed(path):
    """The names of the macros and functions in a file, and the headers that it includes."""
    text = path.read_text()
    names = {name for pair in re.findall(r"^#define (\w+)|\b(dash__\w+)\(", text, re.M) for name in pair if name}
    return names, re.findall(r"^#include [<\"]([^>\"]+)[>\"]", text, re.M)


def brought_by(header, folders, seen):
    """The names in a header and in those that it includes."""
    path = path_of(header, folders)
    if path is None or path in seen:
        return set()
    seen.add(path)
    names, included = parsed(path)
    return names.union(*(brought_by(other, folders, seen) for other in included))


def main():
    folders = [pathlib.Path(folder) for folder in sys.argv[1:]]
    problems = []
    for header, names in BROUGHT:
        if path_of(header, folders) is None:
            problems.append(f"<{header}> of DASH 0.4 is not there")
            continue
        missing = set(names.split()) - brought_by(header, folders, set())
        if missing:
            problems.append(f"<{header}> does not bring {', '.join(sorted(missing))} any more")
    print("\n".join(problems) or f"{len(BROUGHT)} headers bring what they brought in DASH 0.4")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
