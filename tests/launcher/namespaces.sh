#!/usr/bin/env bash
# Runs a program over two hosts that Open MPI connects by TCP: network namespaces of this machine,
# each with its own name, address and loopback device. This needs the capabilities to create them
# (CAP_NET_ADMIN, CAP_SYS_ADMIN); the exit code is 77 if they are missing.
#
#   namespaces.sh DARTRUN PROGRAM
#   namespaces.sh --plain PROGRAM [ARGUMENT...]    starts any MPI program so, by mpirun itself
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

skip() {
  echo "skipped: $1"
  exit 77
}

((EUID == 0)) || skip "only root may make network namespaces"
for tool in ip unshare mpirun; do
  command -v $tool >/dev/null || skip "no $tool here (packages iproute2, util-linux, openmpi-bin)"
done

a=dash-a-$$ b=dash-b-$$
address_a=10.231.77.1 address_b=10.231.77.2
folder=$(mktemp -d)
clean_up() {
  local name pid
  for name in $a $b; do
    for pid in $(ip netns pids $name 2>/dev/null); do kill -KILL "$pid" 2>/dev/null; done
    ip netns delete $name 2>/dev/null
  done
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# The two hosts, and the virtual cable between them.
set_up() {
  ip netns add $a && ip netns add $b &&
    ip link add name dash0 netns $a type veth peer name dash0 netns $b &&
    ip -n $a address add $address_a/24 dev dash0 && ip -n $b address add $address_b/24 dev dash0 &&
    ip -n $a link set lo up && ip -n $b link set lo up &&
    ip -n $a link set dash0 up && ip -n $b link set dash0 up &&
    ip netns exec $a unshare --uts true
}
trouble=$(set_up 2>&1) || skip "this machine permits no network namespaces: $trouble"

# Runs a shell command line on a host.
cat >"$folder/on-host" <<'END'
#!/bin/sh
host=$1
shift
exec ip netns exec "$host" unshare --uts sh -c "hostname $host; $*"
END
# A replacement for ssh, which Open MPI calls. It knows hosts by their addresses.
cat >"$folder/agent" <<END
#!/bin/sh
shift
exec $folder/on-host $b "\$@"
END
chmod +x "$folder/on-host" "$folder/agent"

# Open MPI uses TCP only, over the cable.
export OMPI_MCA_plm_rsh_agent=$folder/agent
export OMPI_MCA_btl=tcp,self OMPI_MCA_pml=ob1
export OMPI_MCA_btl_tcp_if_include=dash0 OMPI_MCA_oob_tcp_if_include=dash0
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# run WORD...: runs a command on host a, which can reach b. The limit is less than that of the test, whose end
# would leave the hosts behind.
limit=100
run() { timeout -k 1 $limit "$folder/on-host" $a "$(printf '%q ' "$@")" 2>&1; }

if [[ ${1:-} == --plain ]]; then
  shift
  limit=230
  run mpirun -n 4 --host $address_a:2,$address_b:2 --map-by slot:OVERSUBSCRIBE --bind-to none "$@"
  exit
fi

dartrun=$1 program=$2
hosts=$address_a,$address_b
output=$(run "$dartrun" --hosts $hosts -n 4 "$program")
expect_hosts "4 units on 2 hosts" 4 2 "$output"
expect_hosts "by messages" 4 2 "$(run "$dartrun" --hosts $hosts -n 4 --transport messages "$program")"
# One-sided operations over TCP could wait without end.
output_by_mpi=$(OMPI_MCA_osc=^ucx run "$dartrun" --hosts $hosts -n 4 --transport mpi "$program" 2>&1)
if (($? == 0)) || ! grep -q "no one-sided access to registered memory" <<<"$output_by_mpi"; then
  echo "by MPI, not refused: $output_by_mpi"
  ((++failures))
fi
for machine in $a $b; do
  grep -q "machine $machine" <<<"$output" || {
    echo "no unit ran on $machine"
    ((++failures))
  }
done
end
