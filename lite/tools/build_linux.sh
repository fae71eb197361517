#!/usr/bin/env bash
# Builds and publishes the library for ARM Linux or this machine. Without a task: the light library.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"
ARM_OS=armlinux
ARM_ABI=armv8

usage() {
  cat <<'TEXT'
lite/tools/build_linux.sh [OPTIONS] [full_publish|build_optimize_tool|help]

Options                                                         default
  --arch=armv8|armv7hf|x86                                      armv8
  --toolchain=gcc|clang                                         gcc
  --with_log=ON|OFF                           diagnostics on stderr              ON
  --with_exception=ON|OFF                     calls that fail throw, or print and abort   ON
  --with_profile=ON|OFF                       predictors print operator times  OFF
  --with_precision_profile=ON|OFF             ... and what they computed       OFF
  --with_static_lib=ON|OFF                    install the archive too            OFF
  --with_strip=ON|OFF --opt_model_dir=DIR     only what the models of DIR need   OFF
  --with_benchmark=ON|OFF                     build benchmark_bin alone          OFF
  --with_cv=ON|OFF                            image preprocessing                OFF
  --with_python=ON|OFF                        the Python module and wheel; implies full_publish   OFF
  --with_nnadapter=ON|OFF                     subgraphs on NPUs: libnnadapter.so    OFF
  --nnadapter_with_DEVICE=ON                  and lib<DEVICE>.so, such as huawei_kirin_npu, rockchip_npu; implies
                                              --with_nnadapter=ON
  --nnadapter_DEVICE_sdk_root=DIR             where the SDK of the device is
  --with_extra=ON|OFF                         accepted; all operators are always built
  --build_dir=DIR                             where the build folder is made     .
  --dry_run                                   print the commands only

Older names: --with_rockchip_npu and --with_huawei_kirin_npu for --nnadapter_with_DEVICE, --rockchip_npu_sdk_root and
--huawei_kirin_npu_sdk_root for --nnadapter_DEVICE_sdk_root.

LITE_BUILD_THREADS sets the number of parallel compilations (4).
TEXT
}

kind=tiny
for argument in "$@"; do
  case $argument in
    full_publish) kind=full ;;
    build_optimize_tool) kind=opt ;;
    help | --help | -h)
      usage
      exit 0
      ;;
    --*) accept_option "$argument" || { echo "unknown option: $argument" >&2; usage >&2; exit 1; } ;;
    *)
      echo "unknown task: $argument" >&2
      usage >&2
      exit 1
      ;;
  esac
done

folder=$BUILD_DIR/build.lite.linux.$ARM_ABI.$ARM_LANG
if [ $kind = opt ]; then
  build_opt
elif [ "$ARM_ABI" = x86 ]; then
  [ $kind = full ] || note "x86 is always published in full"
  publish_host full "$folder"
else
  publish_arm $kind "$folder"
fi
