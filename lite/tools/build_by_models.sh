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
opt=${LITE_OPT:-$(command -v opt || true)}
# A system may have another program of this name (LLVM's).
if [ -z "$opt" ] || ! "$opt" --help 2>&1 | grep -q valid_targets; then opt=$PWD/build.opt/lite/api/opt; fi
[ -x "$opt" ] || fail "opt is not here: lite/tools/build.sh build_optimize_tool builds it, LITE_OPT names it"
# What cannot be built is said before the models are converted.
for abi in $abis; do
  "$LITE_ROOT/lite/tools/$script" ${options[@]+"${options[@]}"} --dry_run --arch="$abi" >/dev/null || exit 1
done

# Models with their parameters in one file, and in one file each.
program=
for candidate in __model__ model.pdmodel inference.pdmodel model; do
  for folder in "$models"/*/; do
    [ -n "$program" ] || [ ! -e "$folder/$candidate" ] || program=$candidate
  done
done
[ -n "$program" ] || fail "the folders of $models hold no model"
params=
for candidate in __params__ params weights model.pdiparams inference.pdiparams; do
  for folder in "$models"/*/; do
    [ -n "$params" ] || [ ! -e "$folder/$candidate" ] || params=$candidate
  done
done
files=()
[ -z "$params" ] || files=(--model_filename="$program" --param_filename="$params")
run "$opt" --model_set_dir="$models" ${files[@]+"${files[@]}"} --valid_targets=$targets --optimize_out_type=naive_buffer \
  --optimize_out="$out" --record_tailoring_info=true
for abi in $abis; do
  run "$LITE_ROOT/lite/tools/$script" ${options[@]+"${options[@]}"} --arch="$abi" --with_opencl=$opencl --with_strip=ON \
    --opt_model_dir="$out"
done
