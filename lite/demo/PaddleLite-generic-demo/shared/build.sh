#!/usr/bin/env bash
# Builds the demo of a folder, in its folder build.OS.ABI. The build.sh of each demo calls it.
set -euo pipefail
ANDROID_NDK=${ANDROID_NDK:-/opt/android-ndk-r17c}
ANDROID_API_LEVEL=${ANDROID_API_LEVEL:-21}

usage() {
  cat <<'TEXT'
build.sh OS ABI [OPTIONS OF CMAKE...]

  android  arm64-v8a | armeabi-v7a   needs the NDK: ANDROID_NDK names its folder
  linux    arm64 | armhf             with the cross compiler, or on such a machine
  linux    amd64                     for this machine

-DUSE_FULL_API=OFF: with the light library also where the full one is there.
TEXT
}

fail() {
  echo "build.sh: $*" >&2
  exit 1
}

folder=$1
shift
if [ $# -lt 2 ]; then
  usage
  exit 1
fi
os=$1 abi=$2
shift 2
flags=()
case $os.$abi in
  android.arm64-v8a | android.armeabi-v7a)
    toolchain=$ANDROID_NDK/build/cmake/android.toolchain.cmake
    [ -f "$toolchain" ] || fail "ANDROID_NDK=$ANDROID_NDK does not contain an Android NDK ($toolchain)"
    # The libraries of the HiAI DDK are built with this library of C++.
    flags=(-DCMAKE_TOOLCHAIN_FILE="$toolchain" -DANDROID_ABI="$abi" -DANDROID_PLATFORM=android-"$ANDROID_API_LEVEL"
      -DANDROID_STL=c++_shared)
    ;;
  linux.arm64 | linux.armhf)
    triplet=aarch64-linux-gnu machine=aarch64
    [ "$abi" = arm64 ] || { triplet=arm-linux-gnueabihf machine=arm; }
    case $(uname -m) in
      "$machine"*) ;;
      *)
        command -v $triplet-g++ >/dev/null || fail "the cross compiler $triplet-g++ is not installed"
        flags=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=$machine -DCMAKE_CXX_COMPILER=$triplet-g++)
        ;;
    esac
    ;;
  linux.amd64) ;;
  *)
    usage >&2
    exit 1
    ;;
esac
cmake -S "$folder" -B "$folder/build.$os.$abi" -DTARGET_OS="$os" -DTARGET_ABI="$abi" ${flags[@]+"${flags[@]}"} "$@"
cmake --build "$folder/build.$os.$abi"
