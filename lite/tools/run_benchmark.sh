#!/bin/sh
# Runs benchmark.sh with the armv8 and the armv7 program over a local folder of models and prints
# both results. Nothing is downloaded. prepare_benchmark.sh does the same with other names.

usage() {
  cat <<END
Usage: $script [--local] $arguments [bin_dir]

The models are in models_dir$default_text. bin_dir (the current folder by default) holds
${prefix}8$suffix and ${prefix}7$suffix, or one of them. The results go to
${result}8$suffix.txt and ${result}7$suffix.txt. Nothing is downloaded: put the models and programs
there. --local runs on this machine instead of an Android device.
END
}

usage_error() {
  echo "$script: error: $*" >&2
  usage >&2
  exit 1
}

here=$(dirname "$0")
script=run_benchmark.sh
arguments="<models_dir>"
default_text=
models=
prefix=benchmark_bin_v
result=result_armv
suffix=
versions="8 7"
if [ "${1:-}" = --android_names ]; then
  shift
  script=prepare_benchmark.sh
  arguments="[models_dir]"
  models=benchmark_models
  default_text=" (benchmark_models by default)"
  prefix=benchmark_bin_android_armv
  result=result_android_armv
  suffix=_cpu
  versions="7 8"
fi
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
  -*) usage_error "unknown option '$1'" ;;
esac
[ $# -le 2 ] || usage_error "too many arguments"
models=${1:-$models}
programs=${2:-.}
[ -n "$models" ] || usage_error "models_dir is needed"

status=0
ran=0
for version in $versions; do
  program=$programs/$prefix$version$suffix
  [ -f "$program" ] || continue
  ran=$((ran + 1))
  echo "run benchmark armv$version"
  # $where is one word or none.
  # shellcheck disable=SC2086
  sh "$here/benchmark.sh" $where "$program" "$models" "$result$version$suffix.txt" true || status=1
done
if [ $ran -eq 0 ]; then
  echo "$script: error: $programs holds neither ${prefix}8$suffix nor ${prefix}7$suffix" >&2
  exit 1
fi
exit $status
