#!/usr/bin/env bash
# Builds and publishes the library with NNAdapter and the driver of Kirin NPUs, for Android.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"
ARM_OS=android
ARM_ABI=armv8
ANDROID_STL=c++_shared
ANDROID_API_LEVEL=24
WITH_NNADAPTER=ON
ddk=./ai_ddk_lib/

usage() {
  cat <<'TEXT'
lite/tools/build_npu.sh [OPTIONS] tiny_publish|full_publish|build

Tasks
  tiny_publish          the light library, without messages
  full_publish          the light and the full library, tools and demos
  build                 the same as full_publish; --target_name names what is built instead of the package

Options                                                         default
  --ddk_root=DIR        the HiAI DDK, with include and lib64 (armv8) or lib (armv7)   ./ai_ddk_lib/
  --arm_os=android                                              android
  --arm_abi=armv8|armv7                                         armv8
  --arm_lang=gcc|clang                                          gcc
  --android_stl=c++_shared|c++_static                           c++_shared
  --target_name=NAME    what the task build builds
  --build_extra, --build_dir, --with_..., --dry_run             as for build.sh

NDK_ROOT names the Android NDK. The folder is build.lite.npu.<os>.<abi>.<lang>.<stl>.<task>.
TEXT
}

[ $# -gt 0 ] || { usage >&2; exit 1; }
target=
kind=
for argument in "$@"; do
  case $argument in
    --help | -h | help)
      usage
      exit 0
      ;;
    --ddk_root=*) ddk=$(trim "${argument#*=}") ;;
    --target_name=*) target=$(trim "${argument#*=}") ;;
    --*) accept_option "$argument" || { echo "unknown option: $argument" >&2; usage >&2; exit 1; } ;;
    tiny_publish) kind=tiny ;;
    full_publish | build) kind=$argument ;;
    *)
      echo "unknown task: $argument" >&2
      usage >&2
      exit 1
      ;;
  esac
done
[ -n "$kind" ] || fail "no task given; see --help"
[ "$ARM_OS" = android ] || fail "--arm_os is android here, not '$ARM_OS'"
lib=lib64
[ "$ARM_ABI" = armv8 ] || lib=lib
for part in include $lib; do
  [ -d "$ddk/$part" ] || fail "the driver of Kirin NPUs needs the HiAI DDK: $ddk has no folder $part; see --ddk_root"
done
accept_option "--nnadapter_huawei_kirin_npu_sdk_root=$(absolute "$ddk")"
accept_option --nnadapter_with_huawei_kirin_npu=ON
stl=${ANDROID_STL/c++/cxx}
if [ $kind = tiny ]; then
  WITH_LOG=OFF
  publish_arm tiny "$BUILD_DIR/build.lite.npu.$ARM_OS.$ARM_ABI.$ARM_LANG.$stl.tiny_publish"
elif [ -n "$target" ] && [ $kind = build ]; then
  FLAGS=()
  collect arm_flags
  collect common_flags
  build "$BUILD_DIR/build.lite.npu.$ARM_OS.$ARM_ABI.$ARM_LANG.$stl.full_publish" "$target" no "${FLAGS[@]}"
else
  publish_arm full "$BUILD_DIR/build.lite.npu.$ARM_OS.$ARM_ABI.$ARM_LANG.$stl.full_publish"
fi
