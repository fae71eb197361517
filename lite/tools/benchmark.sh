#!/bin/sh
# Times every model of a folder with benchmark_bin, for 1, 2 and 4 threads: on an Android device through adb,
# or on this machine with --local. Plain POSIX sh.

WARMUP=10
REPEATS=30
THREAD_COUNTS="1 2 4"
DEVICE_DIR=/data/local/tmp

usage() {
  cat <<END
Usage:
  benchmark.sh [--local] <benchmark_bin> <models_dir> [result_file]
               [run_model_optimize: true|false] [is_quantized: true|false]
  benchmark.sh [--local] <benchmark_bin> <models_dir> [result_file]
               [input_shape] [power_mode: 0-3] [run_model_optimize] [is_quantized]

models_dir holds model folders, or optimised models <name>.nb. result_file is result.txt by default.
A true or false as the fourth argument selects the first form, a shape such as 1,3,224,224 the second.
With several devices attached, set ANDROID_SERIAL to the one to use. --local runs on this machine.
END
}

fail() {
  echo "benchmark.sh: error: $*" >&2
  exit 1
}

usage_error() {
  echo "benchmark.sh: error: $*" >&2
  usage >&2
  exit 1
}

check_bool() {
  case $2 in
    true | false) ;;
    *) usage_error "$1 is '$2' (expected true or false)" ;;
  esac
}

local_run=false
case ${1:-} in
  --local)
    local_run=true
    shift
    ;;
  -h | --help | help)
    usage
    exit 0
    ;;
  -*) usage_error "unknown option '$1'" ;;
esac
[ $# -ge 2 ] || usage_error "benchmark_bin and models_dir are needed"
[ $# -le 7 ] || usage_error "too many arguments"

binary=$1
models=${2%/}
result=${3:-result.txt}
shape=
power_mode=3
case ${4:-} in
  '' | true | false)
    [ $# -le 5 ] || usage_error "too many arguments after '$4'"
    optimize=${4:-false}
    quantized=${5:-false}
    ;;
  *)
    shape=$4
    power_mode=${5:-3}
    optimize=${6:-false}
    quantized=${7:-false}
    ;;
esac
check_bool run_model_optimize "$optimize"
check_bool is_quantized "$quantized"
case $shape in
  *[!0-9,:]*) usage_error "input_shape is '$shape' (expected numbers such as 1,3,224,224)" ;;
esac
case $power_mode in
  [0-3]) ;;
  *) usage_error "power_mode is '$power_mode' (expected 0, 1, 2 or 3)" ;;
esac
[ -f "$binary" ] || fail "$binary: there is no such file"
[ -d "$models" ] || fail "$models: there is no such folder"

# One name a line. The .nb files that benchmark_bin itself made from folders are left out.
model_names() {
  for entry in "$models"/*; do
    name=${entry##*/}
    case $name in
      *opt2.nb) ;;
      *.nb) [ -f "$entry" ] && [ ! -d "${entry%.nb}" ] && echo "${name%.nb}" ;;
      *) [ -d "$entry" ] && echo "$name" ;;
    esac
  done
}
names=$(model_names)
[ -n "$names" ] || fail "$models: contains neither model folders nor .nb files"

# run_model <folder of the models> <name> <threads> <program> <result file>: the command line, quoted for sh.
command_line() {
  printf "'%s' '--model_dir=%s/%s' --warmup=%s --repeats=%s --threads=%s --power_mode=%s" \
    "$4" "$1" "$2" "$WARMUP" "$REPEATS" "$3" "$power_mode"
  printf " '--result_filename=%s' --run_model_optimize=%s --is_quantized_model=%s" "$5" "$optimize" "$quantized"
  [ -z "$shape" ] || printf " --input_shape=%s" "$shape"
}

if $local_run; then
  case $binary in
    */*) program=$binary ;;
    *) program=./$binary ;;
  esac
  models_there=$models
  result_there=$result
  run() { sh -c "$1" >/dev/null; }
else
  command -v adb >/dev/null 2>&1 || fail "adb is not on the PATH (--local runs on this machine)"
  adb get-state >/dev/null || fail "adb finds no single ready device; set ANDROID_SERIAL to choose one"
  program=$DEVICE_DIR/benchmark_bin
  models_there=$DEVICE_DIR/${models##*/}
  result_there=$DEVICE_DIR/benchmark_result.txt
  # Older adb forgets the exit status of the command, so the device prints it.
  run() {
    output=$(adb shell "$1; echo benchmark_status=\$?" </dev/null)
    case $output in
      *benchmark_status=0*) return 0 ;;
    esac
    echo "$output" >&2
    return 1
  }
  adb push "$binary" "$program" >/dev/null || fail "cannot copy $binary to the device"
  adb shell "chmod +x '$program'; rm -rf '$models_there'" </dev/null || fail "cannot prepare the device"
  adb push "$models" "$models_there" >/dev/null || fail "cannot copy $models to the device"
fi

{ echo "PaddleLite Benchmark" >"$result"; } 2>/dev/null || fail "$result: cannot be written"
failed=0
for threads in $THREAD_COUNTS; do
  echo "Threads=$threads Warmup=$WARMUP Repeats=$REPEATS" >>"$result"
  $local_run || adb shell "rm -f '$result_there'" </dev/null
  # The loop reads from a here-document, so that it runs in this shell and can count.
  while IFS= read -r name; do
    if ! run "$(command_line "$models_there" "$name" "$threads" "$program" "$result_there")" </dev/null; then
      echo "benchmark.sh: error: $name failed with $threads threads" >&2
      failed=$((failed + 1))
    fi
  done <<END
$names
END
  $local_run || adb shell "cat '$result_there' 2>/dev/null" </dev/null | tr -d '\r' >>"$result"
  echo >>"$result" || fail "$result: cannot be written"
done

echo "--------------------------------------"
cat "$result"
echo "--------------------------------------"
[ "$failed" -eq 0 ]
