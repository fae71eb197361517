#!/bin/sh
# Times every model of a folder with benchmark_bin, for 1, 2 and 4 threads: on an Android device through adb,
# or on this machine with --local. Plain POSIX sh.

WARMUP=10
REPEATS=30
THREAD_COUNTS="1 2 4"

usage() {
  cat <<END
Usage:
  benchmark.sh [--local] <benchmark_bin> <models_dir> [result_file]
               [run_model_optimize: true|false] [is_quantized: true|false]
  benchmark.sh [--local] <benchmark_bin> <models_dir> [result_file]
               [input_shape] [power_mode: 0-3] [run_model_optimize] [is_quantized]
  benchmark.sh [--local] --models_dir=DIR [OPTIONS] android_build

models_dir holds model folders, or optimised models <name>.nb. result_file is result.txt by default.
A true or false as the fourth argument selects the first form, a shape such as 1,3,224,224 the second.
With several devices attached, set ANDROID_SERIAL to the one to use, or --dev_id. --local runs on this machine.

android_build builds benchmark_bin with build_android.sh, needs NDK_ROOT for it, and writes a long report for each
model and number of threads: <results_dir>/<model>_fp32_<threads>.txt.
  --models_dir=DIR            the models
  --results_dir=DIR           results, by default; results/armv7 and results/armv8 for two ABIs
  --abi_list=armv8[,armv7]    armv8 by default
  --dev_id=SERIAL             the device, as 'adb devices' names it
  --android_dir=DIR           folder on the device; /data/local/tmp/benchmark_test by default
  --bin_dir=DIR               do not build: run DIR/benchmark_bin_v8 and DIR/benchmark_bin_v7
  --run_low_precision=false   true: in half precision on armv8; the reports are named <model>_fp16_<threads>.txt
If the current folder has models_list.txt, its lines '<model>;<input>:<shape> <input>:<shape>' give shapes
of inputs; otherwise they are what the model declares.
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

# One name per line. The .nb files that benchmark_bin itself created from folders are left out.
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

check_models() {
  [ -d "$models" ] || fail "$models: there is no such folder"
  names=$(model_names)
  [ -n "$names" ] || fail "$models: contains neither model folders nor .nb files"
}

# The command line of the program on the device, or here, quoted for sh. command_line <name>
# <threads> <flags of the result>
command_line() {
  printf "'%s' '--model_dir=%s/%s' --warmup=%s --repeats=%s --threads=%s" \
    "$program" "$models_there" "$1" "$WARMUP" "$REPEATS" "$2"
  printf " %s" "$3"
  [ -z "$shape" ] || printf " '--input_shape=%s'" "$shape"
}

# settle <folder on the device>: sets the location of the program $binary and the models; copies
# them there.
settle() {
  if $local_run; then
    case $binary in
      */*) program=$binary ;;
      *) program=./$binary ;;
    esac
    models_there=$models
    return
  fi
  command -v adb >/dev/null 2>&1 || fail "adb is not on the PATH (--local runs on this machine)"
  adb get-state >/dev/null || fail "adb finds no single ready device; set ANDROID_SERIAL to choose one"
  program=$1/benchmark_bin
  models_there=$1/${models##*/}
  adb shell "mkdir -p '$1'" </dev/null || fail "cannot prepare the device"
  adb push "$binary" "$program" >/dev/null || fail "cannot copy $binary to the device"
  adb shell "chmod +x '$program'; rm -rf '$models_there'" </dev/null || fail "cannot prepare the device"
  adb push "$models" "$models_there" >/dev/null || fail "cannot copy $models to the device"
}

# run <command line>: shows the output only if it fails.
run() {
  if $local_run; then
    if output=$(sh -c "$1" 2>&1); then return 0; fi
  else
    # Older versions of adb drop the exit status of the command, so the device prints it.
    output=$(adb shell "{ $1; } 2>&1; echo benchmark_status=\$?" </dev/null)
    case $output in
      *benchmark_status=0*) return 0 ;;
    esac
  fi
  echo "$output" >&2
  return 1
}

# run_model <name> <threads> <flags of the result>: counts failures.
run_model() {
  if ! run "$(command_line "$1" "$2" "$3")" </dev/null; then
    echo "benchmark.sh: error: $1 failed with $2 threads" >&2
    failed=$((failed + 1))
  fi
}

# fetch <file on the device> <file here>: appends the first to the second, unless they are the same.
fetch() {
  $local_run || adb shell "cat '$1' 2>/dev/null" </dev/null | tr -d '\r' >>"$2"
}

local_run=false
if [ "${1:-}" = --local ]; then
  local_run=true
  shift
fi
case ${1:-} in
  -h | --help | help)
    usage
    exit 0
    ;;
esac
failed=0

# --- one table in one file
one_table() {
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
  check_models
  settle /data/local/tmp
  result_there=/data/local/tmp/benchmark_result.txt
  if $local_run; then result_there=$result; fi

  { echo "PaddleLite Benchmark" >"$result"; } 2>/dev/null || fail "$result: cannot be written"
  flags="--power_mode=$power_mode '--result_filename=$result_there' --run_model_optimize=$optimize"
  flags="$flags --is_quantized_model=$quantized"
  for threads in $THREAD_COUNTS; do
    echo "Threads=$threads Warmup=$WARMUP Repeats=$REPEATS" >>"$result"
    $local_run || adb shell "rm -f '$result_there'" </dev/null
    # The loop reads from a here-document, so that it runs in this shell and can count.
    while IFS= read -r name; do
      run_model "$name" "$threads" "$flags"
    done <<END
$names
END
    fetch "$result_there" "$result"
    echo >>"$result" || fail "$result: cannot be written"
  done

  echo "--------------------------------------"
  cat "$result"
  echo "--------------------------------------"
}

# --- one report per model

# program_of <abi>: sets $binary; builds it unless --bin_dir names its folder.
program_of() {
  version=v8
  if [ "$1" = armv7 ]; then version=v7; fi
  if [ -n "$bin_dir" ]; then
    binary=$bin_dir/benchmark_bin_$version
  else
    [ -f "$(dirname "$0")/build_android.sh" ] ||
      fail "programs can be built in the source tree only; here, --bin_dir names a folder with benchmark_bin_$version"
    bash "$(dirname "$0")/build_android.sh" --arch="$1" --toolchain=clang --with_benchmark=ON >&2 ||
      fail "benchmark_bin for $1 could not be built (--bin_dir names a folder with programs that are built)"
    binary=build.lite.android.$1.clang/lite/api/benchmark_bin
  fi
  [ -f "$binary" ] || fail "$binary: there is no such file"
}

# shape_of <model>: its input shapes from models_list.txt, separated by ':'.
shape_of() {
  [ -f models_list.txt ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    [ "${line%%;*}" = "$1" ] || continue
    case $line in *\;*) ;; *) continue ;; esac
    joined=
    for input in $(printf '%s' "${line#*;}" | tr ';' ' '); do
      joined=$joined${joined:+:}${input##*:}
    done
    printf '%s' "$joined"
    return
  done <models_list.txt
}

reports() {
  models=
  results=results
  low_precision=false
  abis=armv8
  android_dir=/data/local/tmp/benchmark_test
  bin_dir=
  task=
  for argument in "$@"; do
    value=${argument#*=}
    case $argument in
      --models_dir=*) models=${value%/} ;;
      --results_dir=*) results=${value%/} ;;
      --abi_list=*) abis=$value ;;
      --dev_id=*)
        ANDROID_SERIAL=$value
        export ANDROID_SERIAL
        ;;
      --android_dir=*) android_dir=${value%/} ;;
      --bin_dir=*) bin_dir=${value%/} ;;
      --run_low_precision=*)
        check_bool --run_low_precision "$value"
        low_precision=$value
        ;;
      android_build) task=$argument ;;
      -*) usage_error "unknown option '$argument'" ;;
      *) usage_error "unknown command '$argument'" ;;
    esac
  done
  [ -n "$task" ] || usage_error "no command is given (expected android_build)"
  [ -n "$models" ] || usage_error "--models_dir is not set"
  abis=$(printf '%s' "$abis" | tr ',' ' ')
  count=0
  for abi in $abis; do
    count=$((count + 1))
    case $abi in
      armv7 | armv8) ;;
      *) usage_error "--abi_list names '$abi' (expected armv7, armv8)" ;;
    esac
  done
  [ $count -gt 0 ] || usage_error "--abi_list is empty"
  check_models

  for abi in $abis; do
    program_of "$abi"
    settle "$android_dir"
    folder=$results
    if [ $count -gt 1 ]; then folder=$results/$abi; fi
    mkdir -p "$folder" || fail "$folder: cannot be written"
    precision=fp32
    if $low_precision && [ "$abi" = armv8 ]; then precision=fp16; fi
    for threads in $THREAD_COUNTS; do
      while IFS= read -r name; do
        result=$folder/${name}_${precision}_$threads.txt
        result_there=$android_dir/benchmark_result.txt
        shape=$(shape_of "$name")
        {
          echo "PaddleLite Benchmark"
          echo "Threads=$threads Warmup=$WARMUP Repeats=$REPEATS"
        } >"$result" || fail "$result: cannot be written"
        if $local_run; then
          result_there=$result
        else
          adb shell "rm -f '$result_there'" </dev/null
        fi
        run_model "$name" "$threads" "'--result_path=$result_there' --cpu_precision=$precision"
        fetch "$result_there" "$result"
        echo "$result"
      done <<END
$names
END
    done
  done
}

options=false
for argument in "$@"; do
  case $argument in --* | android_build) options=true ;; esac
done
if $options; then
  reports "$@"
else
  one_table "$@"
fi
[ "$failed" -eq 0 ]
