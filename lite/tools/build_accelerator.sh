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
  local text="Publishes the library of this machine with NNAdapter, which loads a driver for $name.
The driver itself needs the vendor's SDK and is not part of this version; docs/nnadapter_driver.md shows
how one is written. The package is therefore built only with $option=none; otherwise the script
says what is missing."
  if [ "$device" = xpu ]; then
    text="Publishes the library of this machine with kernels for $name, which need the SDK
(XTDK/include/xpu/runtime.h, xpu/xdnn.h, the libraries xpurt and xpuapi). They were never compiled with one.
With $option=none, the package has NNAdapter instead, which loads a driver."
  fi
  cat <<TEXT
lite/tools/build_$device.sh [OPTIONS] [tiny_publish|full_publish]

$text

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
  [ "$device" = xpu ] ||
    fail "this version has no driver for $name; $option=none builds the package without it (docs/nnadapter_driver.md)"
  note "the kernels for $name were never compiled with an SDK (docs/xpu.md)"
  CMAKE_EXTRA+=(-DLITE_WITH_XPU=ON -DXPU_SDK_ROOT="$(absolute "${sdk#./}")")
else
  WITH_NNADAPTER=ON
fi
publish_host $kind "$BUILD_DIR/build.lite.$device"
