# Sourced by the scripts beside it: checks the output of a run of programs/hosts.cpp over several
# hosts.

failures=0

# expect_hosts WHAT UNITS HOSTS OUTPUT: UNITS units were spread evenly over HOSTS hosts.
expect_hosts() {
  local what=$1 units=$2 hosts=$3 output=$4 unit line
  for ((unit = 0; unit < units; ++unit)); do
    line="unit $unit of $units on host $((unit / (units / hosts))) of $hosts,"
    if ! grep -q "$line" <<<"$output"; then
      echo "$what: no \"$line\" in"
      echo "$output"
      ((++failures))
      return
    fi
  done
  echo "$what: as expected"
}

# end: reports all failures by the exit code.
end() { exit $((failures > 0)); }
