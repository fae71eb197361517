#!/usr/bin/env bash
# tests/fuzz/run.sh BUILD_DIR RUNS [TARGET...]: each fuzz target, RUNS mutations from a fixed seed,
# so that runs are repeatable. A finding is stored in BUILD_DIR/fuzz/<target>.crash-* and the exit
# status is 1.
set -euo pipefail
build=$1
runs=$2
shift 2
work=$build/fuzz
rm -rf "$work"
mkdir -p "$work"
"$build"/tests/fuzz/fuzz_make_seeds "$work/seeds"
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=512:detect_leaks=1
export UBSAN_OPTIONS=print_stacktrace=1
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for fuzzer in "$build"/tests/fuzz/*_fuzzer; do targets+=("$(basename "$fuzzer" _fuzzer)"); done
fi
# One target is one thread: as many at a time as there are cores.
run_target() {
  local target=$1
  mkdir -p "$work/$target" "$work/seeds/$target"
  if "$build/tests/fuzz/${target}_fuzzer" -runs="$runs" -seed=1 -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=600 \
    -max_len=70000 -max_total_time=300 -artifact_prefix="$work/$target." "$work/$target" "$work/seeds/$target" \
    </dev/null >"$work/$target.log" 2>&1; then
    echo "fuzz $target: $(grep -E '^Done|stat::' "$work/$target.log" | tail -n 1)"
  else
    echo "fuzz $target: FAILED" >&2
    tail -n 60 "$work/$target.log" >&2
    return 1
  fi
}
export -f run_target
export build work runs
printf '%s\0' "${targets[@]}" | xargs -0 -P"$(nproc)" -I{} bash -c 'run_target "$1"' _ {}
