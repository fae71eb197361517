# Shared by build.sh, build_linux.sh, build_android.sh and ci_build.sh: options, build folders and the CMake calls.
# Sourced, not run. Works with bash 3.2 and later.
set -euo pipefail

LITE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
JOBS=${LITE_BUILD_THREADS:-4}

# Settings; a script may change the defaults before it parses.
ARM_OS=
ARM_ABI=
ARM_LANG=gcc
ANDROID_STL=c++_static
ANDROID_API_LEVEL=
BUILD_EXTRA=OFF
BUILD_CV=OFF
BUILD_JAVA=OFF
BUILD_PYTHON=OFF
BUILD_TAILOR=OFF
OPT_MODEL_DIR=
WITH_LOG=ON
WITH_EXCEPTION=ON
WITH_STATIC_LIB=OFF
WITH_PROFILE=OFF
WITH_PRECISION_PROFILE=OFF
WITH_BENCHMARK=OFF
WITH_OPENCL=OFF
WITH_CUDA=OFF
WITH_NNADAPTER=OFF
NNADAPTER_FLAGS=()   # for CMake
NNADAPTER_DRIVERS=() # that are built in addition
WITH_FPGA=OFF
BUILD_DIR=$PWD
DRY_RUN=${LITE_BUILD_DRY_RUN:-OFF}
CMAKE_EXTRA=()

fail() {
  echo "ERROR: $*" >&2
  exit 1
}

note() { echo "NOTE: $*" >&2; }

trim() {
  local text=$1
  text=${text#"${text%%[![:space:]]*}"}
  text=${text%"${text##*[![:space:]]}"}
  printf '%s' "$text"
}

# on_off OPTION VALUE: ON or OFF, for any accepted spelling.
on_off() {
  case $(printf '%s' "$2" | tr '[:lower:]' '[:upper:]') in
    ON | TRUE | YES | 1) echo ON ;;
    OFF | FALSE | NO | 0) echo OFF ;;
    *) fail "$1 takes ON or OFF, not '$2'" ;;
  esac
}

# unavailable OPTION VALUE PART: an option for a feature that this version lacks. OFF is accepted.
unavailable() {
  [ "$(on_off "$1" "$2")" = OFF ] || fail "$1=ON: $3 is not part of this version"
}

# nnadapter_option NAME VALUE: with_<device>, or a setting of a device such as <device>_sdk_root.
nnadapter_option() {
  local upper value=$2
  upper=$(printf '%s' "$1" | tr '[:lower:]' '[:upper:]')
  case $1 in
    with_*)
      grep -qE "\"${1#with_}:" "$LITE_ROOT/lite/backends/nnadapter/vendor_drivers.cmake" || case $1 in
        with_builtin_device | with_fake_device)
          [ "$(on_off "--nnadapter_$1" "$value")" = OFF ] || WITH_NNADAPTER=ON
          return # needs nothing, and is always built
          ;;
        *) fail "--nnadapter_$1: there is no device '${1#with_}'" ;;
      esac
      value=$(on_off "--nnadapter_$1" "$value") || exit 1
      [ "$value" = ON ] || return 0
      WITH_NNADAPTER=ON
      NNADAPTER_DRIVERS+=("${1#with_}")
      ;;
    *_root | *_dir) [ -z "$value" ] || value=$(absolute "${value#./}") ;;
  esac
  NNADAPTER_FLAGS+=("-DNNADAPTER_$upper=$value")
}

# without_effect OPTION: why an option of the original scripts has none.
without_effect() {
  case $1 in
    *mkl*) echo "no library of products is used" ;;
    *thread_pool) echo "the library has threads of its own (set_threads)" ;;
    *avx | *dotprod | *fp16 | *sdot) echo "kernels for all instruction sets are built, and chosen at run time" ;;
    *lto) echo "CXXFLAGS=-flto in the environment does that" ;;
    *) echo "this library has no such part" ;;
  esac
}

# accept_option "--name=value": stores the setting. Returns 1 if no script has this option.
accept_option() {
  local name=${1%%=*} value=
  case $1 in *=*) value=$(trim "${1#*=}") ;; esac
  case $name in
    --arm_os) ARM_OS=$value ;;
    --arm_abi | --arch) ARM_ABI=$value ;;
    --arm_lang | --toolchain) ARM_LANG=$value ;;
    --android_stl) ANDROID_STL=$value ;;
    --android_api_level) ANDROID_API_LEVEL=$value ;;
    --build_extra | --with_extra) BUILD_EXTRA=$(on_off "$name" "$value") || exit 1 ;;
    --build_cv | --with_cv) BUILD_CV=$(on_off "$name" "$value") || exit 1 ;;
    --build_java | --with_java) BUILD_JAVA=$(on_off "$name" "$value") || exit 1 ;;
    --build_python | --with_python) BUILD_PYTHON=$(on_off "$name" "$value") || exit 1 ;;
    --build_tailor | --with_strip) BUILD_TAILOR=$(on_off "$name" "$value") || exit 1 ;;
    --opt_model_dir) OPT_MODEL_DIR=$value ;;
    --with_log) WITH_LOG=$(on_off "$name" "$value") || exit 1 ;;
    --shutdown_log) # the same with the opposite sense
      WITH_LOG=ON
      [ "$(on_off "$name" "$value")" = OFF ] || WITH_LOG=OFF
      ;;
    --with_exception) WITH_EXCEPTION=$(on_off "$name" "$value") || exit 1 ;;
    --with_profile) WITH_PROFILE=$(on_off "$name" "$value") || exit 1 ;;
    --with_precision_profile) WITH_PRECISION_PROFILE=$(on_off "$name" "$value") || exit 1 ;;
    --with_benchmark) WITH_BENCHMARK=$(on_off "$name" "$value") || exit 1 ;;
    --build_opencl | --with_opencl) WITH_OPENCL=$(on_off "$name" "$value") || exit 1 ;;
    --with_nnadapter) WITH_NNADAPTER=$(on_off "$name" "$value") || exit 1 ;;
    --with_static_lib) WITH_STATIC_LIB=$(on_off "$name" "$value") || exit 1 ;;
    --build_dir) BUILD_DIR=$value ;;
    --python_executable) CMAKE_EXTRA+=("-DPython3_EXECUTABLE=$value") ;;
    --python_version) note "$name=$value has no effect: the Python of --python_executable is used, or the one in PATH" ;;
    --dry_run) DRY_RUN=ON ;;
    # Always on, or without effect on the build.
    --ios_deployment_target | --npu_ddk_root | --apu_ddk_root | --xpu_sdk_root | --xpu_sdk_url | --xpu_sdk_env | \
      --kunlunxin_xpu_* | --mediatek_apu_sdk_root | --target_name | --ddk_root) ;;
    --nnadapter_*) nnadapter_option "${name#--nnadapter_}" "$value" ;;
    # Older names of the same.
    --with_huawei_kirin_npu | --with_rockchip_npu) nnadapter_option "${name#--}" "$value" ;;
    --huawei_kirin_npu_sdk_root | --rockchip_npu_sdk_root) nnadapter_option "${name#--}" "$value" ;;
    --build_rknpu) nnadapter_option with_rockchip_npu "$value" ;;
    --rknpu_ddk_root) nnadapter_option rockchip_npu_sdk_root "$value" ;;
    --with_avx | --with_mkl | --with_static_mkl | --with_arm_dotprod | --with_arm_dnn_library | --with_lto | \
      --with_thread_pool | --build_thread_pool | \
      --with_convert_to_ssa | --skip_support_0_dim_tensor_pass | --build_arm82_int8_sdot | --build_arm82_fp16 | \
      --with_arm82_fp16 | --with_node_raw_fs)
      [ "$(on_off "$name" "$value")" = OFF ] || note "$name=ON has no effect: $(without_effect "$name")"
      ;;
    --build_arm8_sve2 | --with_arm8_sve2) unavailable "$name" "$value" "SVE2" ;;
    --build_train | --with_train) unavailable "$name" "$value" "training" ;;
    --build_npu | --build_apu | --build_xpu | --build_xtcl | \
      --with_kunlunxin_xpu | --with_baidu_xpu | --with_kunlunxin_xft | --with_mediatek_apu)
      unavailable "$name" "$value" "this accelerator"
      ;;
    --with_metal) unavailable "$name" "$value" "Metal" ;;
    *) return 1 ;;
  esac
}

# run COMMAND...: prints it; runs it unless this is a dry run.
run() {
  printf '+'
  printf ' %q' "$@"
  printf '\n'
  [ "$DRY_RUN" = ON ] || "$@"
}

# common_flags: one CMake argument per line.
common_flags() {
  printf '%s\n' -DCMAKE_BUILD_TYPE="${BUILD_TYPE:-Release}" -DLITE_WITH_LOG="$WITH_LOG" \
    -DLITE_WITH_EXCEPTION="$WITH_EXCEPTION" -DLITE_BUILD_EXTRA="$BUILD_EXTRA" \
    -DLITE_WITH_STATIC_LIB="$WITH_STATIC_LIB" -DLITE_BUILD_TAILOR="$BUILD_TAILOR" \
    -DLITE_WITH_CV="$BUILD_CV" -DLITE_WITH_JAVA="$BUILD_JAVA" -DLITE_WITH_PYTHON="$BUILD_PYTHON" \
    -DLITE_WITH_PROFILE="$WITH_PROFILE" -DLITE_WITH_PRECISION_PROFILE="$WITH_PRECISION_PROFILE" \
    -DLITE_WITH_OPENCL="$WITH_OPENCL" -DLITE_WITH_CUDA="$WITH_CUDA" -DLITE_WITH_FPGA="$WITH_FPGA" \
    -DLITE_WITH_NNADAPTER="$WITH_NNADAPTER"
  printf '%s\n' ${NNADAPTER_FLAGS[@]+"${NNADAPTER_FLAGS[@]}"}
  [ -z "$OPT_MODEL_DIR" ] || printf '%s\n' -DLITE_OPTMODEL_DIR="$(absolute "$OPT_MODEL_DIR")"
}

absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }

# arm_flags: the CMake arguments for the ARM target, or an error that names what is missing.
arm_flags() {
  [ "$ARM_LANG" = gcc ] || [ "$ARM_LANG" = clang ] || fail "--arm_lang is gcc or clang, not '$ARM_LANG'"
  printf '%s\n' -DLITE_WITH_ARM=ON -DLITE_WITH_X86=OFF -DARM_TARGET_OS="$ARM_OS" \
    -DARM_TARGET_ARCH_ABI="$ARM_ABI" -DARM_TARGET_LANG="$ARM_LANG"
  case $ARM_OS in
    armlinux)
      [ "$ARM_LANG" = gcc ] || fail "--arm_os=armlinux is built with --arm_lang=gcc"
      case $ARM_ABI in
        armv8) armlinux_toolchain aarch64-linux-gnu aarch64 ;;
        armv7hf) armlinux_toolchain arm-linux-gnueabihf arm ;;
        armv7) fail "armv7 (soft float) for armlinux is not supported: use armv7hf" ;;
        *) fail "the architecture (--arm_abi, --arch) is armv8 or armv7hf for armlinux, not '$ARM_ABI'" ;;
      esac
      ;;
    android)
      local abi level=21
      case $ARM_ABI in
        armv8) abi=arm64-v8a ;;
        armv7) abi=armeabi-v7a ;;
        *) fail "the architecture (--arm_abi, --arch) is armv8 or armv7 for android, not '$ARM_ABI'" ;;
      esac
      level=${ANDROID_API_LEVEL:-$level}
      local ndk=${NDK_ROOT:-}
      [ -n "$ndk" ] || fail "an Android build needs the NDK: set NDK_ROOT to its folder"
      [ -f "$ndk/build/cmake/android.toolchain.cmake" ] || fail "NDK_ROOT=$ndk holds no Android NDK"
      printf '%s\n' -DCMAKE_TOOLCHAIN_FILE="$ndk/build/cmake/android.toolchain.cmake" -DANDROID_ABI=$abi \
        -DANDROID_PLATFORM=android-"$level" -DANDROID_STL="$ANDROID_STL"
      ;;
    ios | ios64) fail "--arm_os=$ARM_OS: Apple targets need Xcode; build_ios.sh builds them on a Mac" ;;
    "") fail "--arm_os is missing: android or armlinux" ;;
    *) fail "--arm_os is android or armlinux, not '$ARM_OS'" ;;
  esac
}

# armlinux_toolchain TRIPLET MACHINE: native on that machine, otherwise the cross compiler.
armlinux_toolchain() {
  case $(uname -m) in "$2"*) return ;; esac
  [ "$DRY_RUN" = ON ] || command -v "$1-g++" >/dev/null || fail "the cross compiler $1-g++ is not installed"
  printf '%s\n' -DCMAKE_TOOLCHAIN_FILE="$LITE_ROOT/cmake/toolchains/$1.cmake"
}

# build FOLDER TARGET WIPE FLAGS...: configures and builds.
build() {
  local folder=$1 target=$2 wipe=$3
  shift 3
  [ "$BUILD_TAILOR" = OFF ] || [ -n "$OPT_MODEL_DIR" ] || fail "tailoring needs --opt_model_dir"
  local generator=()
  if command -v ninja >/dev/null; then generator=(-G Ninja); fi
  [ "$wipe" = no ] || run rm -rf "$folder"
  run cmake -S "$LITE_ROOT" -B "$folder" ${generator[@]+"${generator[@]}"} --no-warn-unused-cli "$@" \
    ${CMAKE_EXTRA[@]+"${CMAKE_EXTRA[@]}"}
  run cmake --build "$folder" --target "$target" -- -j"$JOBS"
}

# lines_to_array: reads the CMake arguments of `common_flags`, `arm_flags` into FLAGS.
FLAGS=()
collect() {
  local text line
  text=$("$@") || exit 1
  while IFS= read -r line; do
    [ -z "$line" ] || FLAGS+=("$line")
  done <<<"$text"
}

# full_or_tiny WANTED: the kind of publish. The Python module and benchmark_bin also convert models,
# which the light library cannot.
full_or_tiny() {
  if [ "$1" = tiny ] && [ "$BUILD_PYTHON" = ON ]; then
    note "the Python module needs the full library: this is a full publish"
    echo full
  elif [ "$WITH_BENCHMARK" = ON ]; then
    echo full
  else
    echo "$1"
  fi
}

# publish FOLDER: the package, or only benchmark_bin.
publish() {
  if [ "$WITH_BENCHMARK" = ON ]; then
    build "$1" benchmark_bin yes "${FLAGS[@]}"
  else
    build "$1" publish_inference yes "${FLAGS[@]}"
  fi
  # Last, because the rest of the package is complete without one that cannot be built.
  local driver
  for driver in ${NNADAPTER_DRIVERS[@]+"${NNADAPTER_DRIVERS[@]}"}; do
    run cmake --build "$1" --target "$driver" || fail "the package in $1 has no lib$driver.so"
  done
}

# --- tasks shared by several scripts
publish_arm() { # publish_arm tiny|full FOLDER
  local kind
  kind=$(full_or_tiny "$1")
  FLAGS=()
  collect arm_flags
  collect common_flags
  if [ "$kind" = tiny ]; then
    FLAGS+=(-DLITE_ON_TINY_PUBLISH=ON -DLITE_WITH_FULL_API=OFF)
  else
    FLAGS+=(-DLITE_ON_TINY_PUBLISH=OFF -DLITE_WITH_FULL_API=ON)
    case $(uname -m) in
      aarch64 | arm*) ;;
      *) note "a full library for another machine needs protobuf for that machine in the compiler's root" ;;
    esac
  fi
  publish "$2"
}

publish_host() { # publish_host tiny|full FOLDER
  local kind
  kind=$(full_or_tiny "$1")
  FLAGS=()
  collect common_flags
  if [ "$kind" = tiny ]; then
    FLAGS+=(-DLITE_ON_TINY_PUBLISH=ON -DLITE_WITH_FULL_API=OFF)
  else
    FLAGS+=(-DLITE_ON_TINY_PUBLISH=OFF -DLITE_WITH_FULL_API=ON)
  fi
  publish "$2"
}

build_opt() {
  FLAGS=()
  collect common_flags
  build "$BUILD_DIR/build.opt" opt yes "${FLAGS[@]}" -DLITE_ON_MODEL_OPTIMIZE_TOOL=ON -DLITE_WITH_FULL_API=ON
}

unsupported_task() { fail "task '$1': $2"; }
