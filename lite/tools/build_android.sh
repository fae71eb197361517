#!/usr/bin/env bash
# Builds and publishes the library for Android. Without a task: the light library.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"
ARM_OS=android
ARM_ABI=armv8

usage() {
  cat <<'TEXT'
lite/tools/build_android.sh [OPTIONS] [full_publish|help]

Options                                                         default
  --arch=armv8|armv7                                            armv8
  --toolchain=gcc|clang                                         gcc
  --with_log=ON|OFF                           diagnostics on stderr              ON
  --with_exception=ON|OFF                     calls that fail throw, or print and abort   ON
  --with_profile=ON|OFF                       predictors print operator times  OFF
  --with_precision_profile=ON|OFF             ... and what they computed       OFF
  --with_static_lib=ON|OFF                    install the archive too            OFF
  --with_strip=ON|OFF --opt_model_dir=DIR     only what the models of DIR need   OFF
  --with_benchmark=ON|OFF                     build benchmark_bin alone          OFF
  --with_cv=ON|OFF                            image preprocessing                OFF
  --with_nnadapter=ON|OFF                     subgraphs on NPUs: libnnadapter.so    OFF
  --nnadapter_with_DEVICE=ON                  and lib<DEVICE>.so, such as huawei_kirin_npu, rockchip_npu; implies
                                              --with_nnadapter=ON
  --nnadapter_DEVICE_sdk_root=DIR             where the SDK of the device is
  --with_extra=ON|OFF                         accepted; all operators are always built
  --android_stl=c++_static|c++_shared                           c++_static
  --android_api_level=N                                         21
  --build_dir=DIR                             where the build folder is made     .
  --dry_run                                   print the commands only

Older names: --with_huawei_kirin_npu for --nnadapter_with_huawei_kirin_npu, --huawei_kirin_npu_sdk_root for
--nnadapter_huawei_kirin_npu_sdk_root.

LITE_BUILD_THREADS sets the number of parallel compilations (4). NDK_ROOT names the Android NDK.
TEXT
}

kind=tiny
for argument in "$@"; do
  case $argument in
    full_publish) kind=full ;;
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

publish_arm $kind "$BUILD_DIR/build.lite.android.$ARM_ABI.$ARM_LANG"
