#!/usr/bin/env bash
# build_accelerator.sh DEVICE ARGUMENTS...: what build_xpu.sh, build_bm.sh and build_mlu.sh do.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"

device=$1
shift
case $device in
  xpu) name="Kunlunxin XPUs" option=--xpu_sdk_root header=XTDK/include/xpu/runtime.h ;;
  bm) name="Bitmain accelerators" option=--bm_sdk_root header=include/bmlib_runtime.h ;;
  mlu) name="Cambricon MLUs" option=--mlu_sdk_root header=include/cnrt.h ;;
  *) fail "there is no device '$device'" ;;
esac

usage() {
  cat <<TEXT
lite/tools/build_$device.sh [OPTIONS] [tiny_publish|full_publish]

Publishes the library of this machine with NNAdapter, which loads a driver for $name.
The driver itself needs the vendor's SDK and is not part of this version; docs/nnadapter_driver.md shows
how one is written. The package is therefore built only with $option=none; otherwise the script
says what is missing.

Options                                                         default
  $option=DIR|none
  --build_extra, --build_dir, --with_..., --dry_run             as for build.sh
TEXT
}

[ $# -gt 0 ] || { usage >&2; exit 1; }
sdk=
kind=full
for argument in "$@"; do
  case $argument in
    --help | -h | help)
      usage
      exit 0
      ;;
    "$option"=*) sdk=$(trim "${argument#*=}") ;;
    --*) accept_option "$argument" || { echo "unknown option: $argument" >&2; usage >&2; exit 1; } ;;
    tiny_publish) kind=tiny ;;
    full_publish) kind=full ;;
    *)
      echo "unknown task: $argument" >&2
      usage >&2
      exit 1
      ;;
  esac
done
if [ "$sdk" != none ]; then
  [ -n "$sdk" ] || fail "$name need their SDK: $option=DIR names it, $option=none builds without the driver"
  [ -e "$sdk/$header" ] || fail "$option=$sdk holds no SDK of $name: there is no $header"
  fail "this version has no driver for $name; $option=none builds the package without it (docs/nnadapter_driver.md)"
fi
WITH_NNADAPTER=ON
publish_host $kind "$BUILD_DIR/build.lite.$device"
