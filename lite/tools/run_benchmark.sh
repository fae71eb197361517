#!/bin/sh
# Runs benchmark.sh with the armv8 and the armv7 program over a local folder of models and prints both results.
# Nothing is downloaded.

usage() {
  cat <<END
Usage: run_benchmark.sh [--local] <models_dir> [bin_dir]

bin_dir (the present folder by default) holds benchmark_bin_v8 and benchmark_bin_v7, or one of them. The results go to
result_armv8.txt and result_armv7.txt. --local runs on this machine instead of an Android device.
END
}

here=$(dirname "$0")
where=
case ${1:-} in
  --local)
    where=--local
    shift
    ;;
  -h | --help | help)
    usage
    exit 0
    ;;
esac
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "run_benchmark.sh: error: models_dir is needed" >&2
  usage >&2
  exit 1
fi
models=$1
programs=${2:-.}

status=0
ran=0
for version in 8 7; do
  program=$programs/benchmark_bin_v$version
  [ -f "$program" ] || continue
  ran=$((ran + 1))
  echo "run benchmark armv$version"
  # $where is one word or none.
  # shellcheck disable=SC2086
  sh "$here/benchmark.sh" $where "$program" "$models" "result_armv$version.txt" true || status=1
done
if [ $ran -eq 0 ]; then
  echo "run_benchmark.sh: error: $programs holds neither benchmark_bin_v8 nor benchmark_bin_v7" >&2
  exit 1
fi
exit $status
