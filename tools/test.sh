#!/usr/bin/env bash
# Builds and tests. Installs missing Debian packages if permitted (root, or sudo without a
# password).
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
tools/test.sh [MODE] [--filter REGEX]

  --dev       everything for this machine, all tests (the default)
  --quick     only layers, includes, language and formatting: seconds
  --light     the smallest light library; fails if anything but the C++ library was included or linked
  --asan      loaders, operators, NNAdapter's runtime and bad input under address and undefined-behaviour sanitizers (clang),
              and each libFuzzer target for a bounded, repeatable number of runs
  --tsan      what uses several threads (pool, weights, clones, small networks, API) under the thread sanitizer (clang)
  --arm64     aarch64 cross build; operator, micro-kernel, light and image suites and damaged .nb files under qemu,
              and, if --dev has built opt, networks on several processors and the bounds of instruction counts
  --armv7     armv7 (hard float) cross build, likewise; also memory, plans, threads and the C interface
  --cuda      every kernel of CUDA with nvcc, for all architectures; the suites of operators and networks on the machine's
              device, skipped without one. Not part of --all: needs nvcc
  --all       what the continuous integration runs: quick, light, dev, asan, tsan, arm64, armv7
  --filter R  only tests whose name matches R (ctest -R): suites, scripts and pages, as ctest -N lists them;
              GTEST_FILTER='Softmax.*' in the environment picks cases of the suites

Build folders are build.<preset>. LITE_FUZZ_RUNS sets the runs of each fuzz target (default 2000).
TEXT
}

mode=dev
filter=.
while [ $# -gt 0 ]; do
  case $1 in
    --dev | --quick | --light | --asan | --tsan | --arm64 | --armv7 | --cuda | --all) mode=${1#--} ;;
    --filter)
      filter=${2:?--filter needs a regular expression}
      shift
      ;;
    --help | -h)
      usage
      exit 0
      ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
  shift
done

jobs=$(nproc)
# --all runs two modes at a time: while one links or waits for its last test, the other one compiles.
test_jobs=${LITE_TEST_JOBS:-$jobs}

# Options for ninja: in --all, it starts no further process while the other mode keeps the cores busy.
ninja_options=(${LITE_BUILD_LOAD:+-l "$LITE_BUILD_LOAD"})

# build PRESET [OPTION...]
build() { cmake --build --preset "$1" "${@:2}" -- "${ninja_options[@]}"; }

# tally PASSED FAILED: prints the result of this mode and passes it to --all.
tally() {
  echo "$mode: $1 passed, $2 failed"
  [ -z "${LITE_TEST_TALLY:-}" ] || echo "$1 $2" >>"$LITE_TEST_TALLY"
  [ "$2" -eq 0 ]
}

# Seconds of processor time that a mode may take, from nothing and without a compiler cache; for `all` seconds on two cores.
# More is worth a warning and a look (docs/CONTRIBUTING.md), and is not a failure.
declare -A budget=([quick]=20 [light]=110 [dev]=1250 [asan]=1250 [tsan]=480 [arm64]=560 [armv7]=700 [cuda]=1400 [all]=2100)
# report_time: the processor time of this mode's commands, and for `all` how long it took.
report_time() {
  local spent file
  file=$(mktemp)
  times >"$file" # in a pipe, it would report on a shell of its own
  spent=$(awk '{for (i = 1; i <= 2; ++i) {split($i, t, "m"); sum += 60 * t[1] + t[2]}} END {print int(sum)}' "$file")
  rm "$file"
  echo "--- $mode took $SECONDS s, $spent s of processor time; budget ${budget[$mode]} s"
  [ "$mode" != all ] || spent=$SECONDS
  if [ "$spent" -gt "${budget[$mode]}" ]; then
    echo "warning: $mode is over its budget by $((spent - budget[$mode])) s"
  fi
}

# configure PRESET [OPTION...]: a fresh or an existing build folder; the log is only shown on failure. A build from nothing
# compiles several files as one, and has these options; a folder that exists keeps the way it was made.
configure() {
  local log options=()
  [ -e "build.$1/CMakeCache.txt" ] || options=(-DLITE_WITH_UNITY=ON "${@:2}")
  log=$(cmake --preset "$1" "${options[@]}" 2>&1) || {
    echo "$log" >&2
    return 1
  }
}

# configure_light: the smallest light library. clang generates code that is not optimised in half the time of g++.
configure_light() {
  configure light-min -DCMAKE_CXX_COMPILER=clang++ -DLITE_ISA_OPTIMISATION=-O0 '-DCMAKE_CXX_FLAGS_MINSIZEREL=-O0 -DNDEBUG'
}

# run_suites PRESET REGEX: ctest, counting cases: what GoogleTest reports of a suite, one for everything else.
run_suites() {
  local preset=$1 regex=$2 log passed failed status=0
  log=build.$preset/test.log
  mkdir -p "build.$preset/tmp"
  TEST_TMPDIR=$PWD/build.$preset/tmp/ ctest --preset "$preset" -j"$test_jobs" -R "$regex" --timeout 1800 </dev/null >"$log" 2>&1 || status=$?
  if [ $status -ne 0 ]; then
    cat "$log" >&2
  fi
  grep 'tests passed' "$log" || true
  read -r passed failed < <(awk '
    /^\[  PASSED  \] [0-9]+ test/ {good = $4; counts = 1}
    /^\[  FAILED  \] [0-9]+ test.*listed below/ {bad = $4}
    /^Test (Passed|Failed)\./ {
      passed += counts ? good : $2 == "Passed."
      failed += $2 == "Failed." ? (bad ? bad : 1) : 0
      good = bad = counts = 0
    }
    END {print passed + 0, failed + 0}' "build.$preset/Testing/Temporary/LastTest.log")
  # Something did not even begin.
  if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then
    failed=1
  fi
  tally "$passed" "$failed"
}

# sources: every C++ file of the project.
sources() { find lite tests -name '*.h' -o -name '*.cc'; }

[ "$mode" = all ] || trap report_time EXIT

case $mode in
  quick)
    tools/install_packages.sh format
    failed=0
    tools/check_layers --self-test || failed=$((failed + 1))
    tools/check_layers || failed=$((failed + 1))
    tools/check_language --self-test || failed=$((failed + 1))
    tools/check_language || failed=$((failed + 1))
    tools/check_includes --self-test || failed=$((failed + 1))
    tools/check_includes || failed=$((failed + 1))
    unformatted=$(sources | xargs -P"$jobs" -n 32 clang-format --dry-run 2>&1 | sed -n 's/^\(.*\):[0-9]*:[0-9]*: warning.*/\1/p' | sort -u)
    if [ -n "$unformatted" ]; then
      printf 'clang-format -i would change:\n%s\n' "$unformatted" >&2
      failed=$((failed + 1))
    fi
    tally $((7 - failed)) $failed
    ;;
  light)
    tools/install_packages.sh light sanitize
    configure_light
    build light-min
    tools/check_light_build.sh build.light-min
    tally 1 0
    ;;
  dev)
    tools/install_packages.sh build test
    # The library by the default compiler, as users build it; the tests by the one that needs less time.
    configure dev -DLITE_TEST_COMPILER=clang++
    build dev
    # The test of the tiny package builds this folder, or goes on where --light ended.
    configure_light
    export LITE_LIGHT_BUILD_DIR=$PWD/build.light-min
    run_suites dev "$filter"
    ;;
  cuda)
    tools/install_packages.sh build test
    configure cuda
    build cuda --target test_cuda paddle_light_api_shared
    [ "$filter" != . ] || filter='^cuda(\.|$)'
    run_suites cuda "$filter"
    ;;
  asan)
    tools/install_packages.sh build test sanitize
    configure asan
    build asan --target test_model test_ops test_runtime test_bad_input test_bad_models test_ocr test_c_api test_nnadapter fuzzers
    tests/fuzz/run.sh build.asan "${LITE_FUZZ_RUNS:-2000}"
    [ "$filter" != . ] || filter='^((model|ops|runtime|bad_input|bad_models|ocr|c_api)(\.|$)|nnadapter$)'
    run_suites asan "$filter"
    ;;
  tsan)
    tools/install_packages.sh build test sanitize
    configure tsan
    # opt: it must link where devices are declared and not built, as in a release.
    build tsan --target test_base test_runtime test_models test_api test_light test_c_api opt
    [ "$filter" != . ] || filter='^(base|runtime|models\.threads|api|light|c_api)(\.|$)'
    run_suites tsan "$filter"
    ;;
  arm64 | armv7)
    tools/install_packages.sh light sanitize "$mode"
    preset=$mode-qemu
    configure "$preset" -DLITE_TEST_COMPILER=clang++
    build "$preset" --target emulated_suites paddle_light_api_shared
    tools/size_report --check docs/measurements/size.md --name "stage $mode" "build.$preset/lite/libpaddle_light_api_shared.so"
    suites='ops|targets|light|cv|bad_models|counts|networks'
    # Where size_t has 32 bits, also what computes sizes and reads them from files; and one tailored library.
    [ "$mode" != armv7 ] || suites="$suites|base|core|runtime|c_api|sizes"
    [ "$filter" != . ] || filter="^($suites)(\.|\$)"
    run_suites "$preset" "$filter"
    ;;
  all)
    # Each mode is a separate process, so that one failure does not hide the others. Packages come first: two installations
    # at a time would fail.
    tools/install_packages.sh format light build test sanitize arm64 armv7
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # run_mode MODE: prints its output when it has ended. Twice as many compilers as cores need a seventh more processor time.
    run_mode() {
      LITE_TEST_TALLY=$work/$1.tally LITE_TEST_JOBS=$(((jobs + 1) / 2)) CMAKE_BUILD_PARALLEL_LEVEL=$jobs LITE_BUILD_LOAD=$jobs bash "$0" --"$1" >"$work/$1.log" 2>&1 ||
        touch "$work/failed"
      # It stopped before counting, for instance because of a compilation error.
      [ -s "$work/$1.tally" ] || echo "0 1" >"$work/$1.tally"
      cat "$work/$1.log"
    }
    run_mode quick
    # Two sequences of about the same length. A test of dev continues in the folder of light, which has ended long before; both
    # ARM modes use opt of dev.
    (for each in dev arm64; do run_mode $each; done) &
    first=$!
    (
      for each in light asan tsan; do run_mode $each; done
      until [ -s "$work/dev.tally" ]; do sleep 1; done
      run_mode armv7
    ) &
    wait $first $!
    report_time
    awk '{passed += $1; failed += $2} END {printf "%d passed, %d failed\n", passed, failed}' "$work"/*.tally
    [ ! -e "$work/failed" ]
    ;;
esac
