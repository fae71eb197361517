#!/usr/bin/env bash
# build_apple.sh ios|macos ARGUMENTS...: what build_ios.sh, build_macos.sh and build_xcode.sh do. It was not run: it needs
# a Mac.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"

system=$1
shift
default_abi=armv8
deployment=11.0
xcode=OFF

usage() {
  cat <<TEXT
lite/tools/build_$system.sh [OPTIONS] [tiny_publish|full_publish|help]

Needs a Mac with Xcode and CMake 3.18. It was written without one.

Options                                                         default
  --arch=armv8$([ "$system" = ios ] && echo "          " || echo "|x86      ")                               $default_abi
  --deployment_target=N (--ios_deployment_target)               $deployment
  --xcode=ON|OFF        write an Xcode project instead of building   OFF
  --with_log, --with_exception, --with_cv, --with_profile, --with_strip, --opt_model_dir, --with_extra, --build_dir,
  --dry_run             as for build_linux.sh

iOS gets the static light library, lib/libpaddle_api_light_bundled.a.
TEXT
}

ARM_ABI=$default_abi
kind=tiny
[ "$system" = ios ] || kind=full
for argument in "$@"; do
  case $argument in
    help | --help | -h)
      usage
      exit 0
      ;;
    --deployment_target=* | --ios_deployment_target=*) deployment=$(trim "${argument#*=}") ;;
    --xcode=*) xcode=$(on_off --xcode "${argument#*=}") || exit 1 ;;
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
case $system.$ARM_ABI in
  *.armv8) architecture=arm64 ;;
  macos.x86) architecture=x86_64 ;;
  *) fail "--arch=$ARM_ABI is not an architecture of $system; see --help" ;;
esac
[ "$system" = macos ] || [ $kind = tiny ] || fail "there is no full library for ios: convert models on a PC with opt"
if [ "$DRY_RUN" = OFF ]; then
  [ "$(uname -s)" = Darwin ] || fail "$system needs a Mac with Xcode: this system is $(uname -s)"
  command -v xcodebuild >/dev/null || fail "$system needs Xcode: xcodebuild is not in PATH"
fi

FLAGS=()
collect common_flags
FLAGS+=(-DCMAKE_OSX_ARCHITECTURES=$architecture -DCMAKE_OSX_DEPLOYMENT_TARGET="$deployment")
[ "$system" = macos ] || FLAGS+=(-DCMAKE_SYSTEM_NAME=iOS -DARM_TARGET_OS=ios64 -DLITE_WITH_STATIC_LIB=ON)
if [ $architecture = arm64 ]; then
  FLAGS+=(-DLITE_WITH_ARM=ON -DLITE_WITH_X86=OFF -DARM_TARGET_ARCH_ABI=armv8)
else
  FLAGS+=(-DLITE_WITH_ARM=OFF -DLITE_WITH_X86=ON)
fi
if [ $kind = tiny ]; then
  FLAGS+=(-DLITE_ON_TINY_PUBLISH=ON -DLITE_WITH_FULL_API=OFF)
else
  FLAGS+=(-DLITE_ON_TINY_PUBLISH=OFF -DLITE_WITH_FULL_API=ON)
fi
folder=$BUILD_DIR/build.$system.$ARM_ABI
if [ "$xcode" = ON ]; then
  run cmake -S "$LITE_ROOT" -B "$folder.xcode" -G Xcode --no-warn-unused-cli "${FLAGS[@]}"
elif [ "$system" = ios ]; then
  build "$folder" bundle_light_api yes "${FLAGS[@]}"
else
  publish "$folder"
fi
