#!/usr/bin/env bash
# build_by_models.sh SYSTEM MODELS: what build_android_by_models.sh and the like do.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"

system=$1
shift
targets=arm
opencl=OFF
script=build_$system.sh
abis="armv8 armv7"
case $system in
  android) ;;
  android_opencl | android_arm_opencl)
    targets=opencl,arm
    opencl=ON
    script=build_android.sh
    ;;
  ios) abis=armv8 ;;
  linux) abis="armv8 armv7hf" ;;
  *) fail "there is no system '$system'" ;;
esac
name=build_${system}_by_models.sh

usage() {
  cat <<TEXT
lite/tools/$name MODELS [OPTIONS]

Converts the models in the folders of MODELS for $targets, and builds light libraries ($abis) that
contain only what they need. The models are written to MODELS.optimised, or --optimize_out=DIR.
LITE_OPT names opt, if it is neither in PATH nor in ./build.opt. Other OPTIONS are those of $script.
TEXT
}

models=
out=
options=()
for argument in "$@"; do
  case $argument in
    --help | -h | help)
      usage
      exit 0
      ;;
    --dry_run)
      DRY_RUN=ON
      options+=(--dry_run)
      ;;
    --optimize_out=*) out=$(trim "${argument#*=}") ;;
    --*) options+=("$argument") ;;
    *)
      [ -z "$models" ] || { echo "unknown argument: $argument" >&2; usage >&2; exit 1; }
      models=${argument%/}
      ;;
  esac
done
[ -n "$models" ] || { usage >&2; exit 1; }
[ -d "$models" ] || fail "there is no folder $models"
out=$(absolute "${out:-$models.optimised}")
# is_opt FILE: a system may have another program of this name (LLVM's).
is_opt() {
  local text
  text=$("$1" --help 2>&1) || true
  [[ $text == *valid_targets* ]]
}
opt=${LITE_OPT:-$(command -v opt || true)}
if [ -n "${LITE_OPT:-}" ]; then
  is_opt "$opt" || fail "LITE_OPT=$opt is not opt of this library: lite/tools/build.sh build_optimize_tool builds it"
elif [ -z "$opt" ] || ! is_opt "$opt"; then
  opt=$PWD/build.opt/lite/api/opt
  [ -x "$opt" ] || fail "opt is not here: lite/tools/build.sh build_optimize_tool builds it, LITE_OPT names it"
fi
# What cannot be built is said before the models are converted.
for abi in $abis; do
  "$LITE_ROOT/lite/tools/$script" ${options[@]+"${options[@]}"} --dry_run --arch="$abi" >/dev/null || exit 1
done

run "$opt" --model_set_dir="$models" --valid_targets=$targets --optimize_out_type=naive_buffer --optimize_out="$out" \
  --record_tailoring_info=true
for abi in $abis; do
  run "$LITE_ROOT/lite/tools/$script" ${options[@]+"${options[@]}"} --arch="$abi" --with_opencl=$opencl --with_strip=ON \
    --opt_model_dir="$out"
done
