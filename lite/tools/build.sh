#!/usr/bin/env bash
# Builds and publishes the library. Options come before the task; tasks run in the order given.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"
ARM_LANG=gcc

usage() {
  cat <<'TEXT'
lite/tools/build.sh [OPTIONS] TASK...

Tasks
  tiny_publish          the light library. With --arm_os for ARM, else for this machine
  full_publish          the light and the full library, tools and demos; as above
  x86                   the full package of this machine: build.lite.x86/inference_lite_lib
  opencl                with OpenCL kernels: the light library for ARM (--arm_os), else the full
                        package of this machine; needs the OpenCL headers
  cuda                  the full package of this machine with CUDA kernels: build_cuda/inference_lite_lib;
                        needs nvcc (in PATH, CUDACXX or /usr/local/cuda)
  fpga                  with FPGA kernels: the light library for ARM (--arm_os), else the full
                        package of this machine, which runs on the software model
  build_optimize_tool   opt: build.opt/lite/api/opt
  benchmark             benchmark_bin: build.lite.x86/lite/api/benchmark_bin
  test                  all unit tests of this machine
  ios                   build_ios.sh, which needs a Mac
  android MODELS        build_android_by_models.sh: light libraries with what the models of the
                        folder MODELS need; its options follow

Options                                                         default
  --arm_os=android|armlinux                                     this machine
  --arm_abi=armv8|armv7|armv7hf
  --arm_lang=gcc|clang                                          gcc
  --android_stl=c++_static|c++_shared                           c++_static
  --android_api_level=N                                         21
  --build_tailor=ON|OFF --opt_model_dir=DIR   only what the models of DIR need   OFF
  --with_log=ON|OFF                           diagnostics on stderr              ON
  --shutdown_log=ON|OFF                       the opposite of --with_log
  --with_exception=ON|OFF                     calls that fail throw, or print and abort   ON
  --with_profile=ON|OFF                       predictors print operator times when destroyed   OFF
  --with_precision_profile=ON|OFF             ... and statistics of what they computed   OFF
  --with_static_lib=ON|OFF                    tiny_publish installs the archive too     OFF
  --build_extra=ON|OFF                        accepted; all operators are always built
  --build_cv=ON|OFF                           image preprocessing                    OFF
  --build_opencl=ON|OFF                       OpenCL kernels (needs the headers)     OFF
  --build_rknpu=ON --rknpu_ddk_root=DIR       NNAdapter with the driver rockchip_npu OFF
  --with_nnadapter=ON|OFF, --nnadapter_*      see build_android.sh and build_linux.sh --help
  --build_python=ON|OFF                       the Python module and wheel; implies full_publish   OFF
  --build_java=ON|OFF                         Java interface (needs a JDK)           OFF
  --build_dir=DIR                             where the build folders are made   .
  --dry_run                                   print the commands only

LITE_BUILD_THREADS sets the number of parallel compilations (4). Android needs NDK_ROOT.
TEXT
}

[ $# -gt 0 ] || { usage; exit 255; }
# The form before version 1.0, in which MODELS was the name of a network.
if [ "$1" = android ] && [ -d "${2:-}" ]; then exec "$LITE_ROOT/lite/tools/build_android_by_models.sh" "${@:2}"; fi

arm_folder() { echo "$BUILD_DIR/build.lite.$ARM_OS.$ARM_ABI.$ARM_LANG"; }

ran=no
for argument in "$@"; do
  ran=yes
  case $argument in
    tiny_publish)
      if [ -n "$ARM_OS" ]; then publish_arm tiny "$(arm_folder)"; else publish_host tiny "$BUILD_DIR/build.lite.x86.tiny"; fi
      ;;
    full_publish)
      if [ -n "$ARM_OS" ]; then publish_arm full "$(arm_folder)"; else publish_host full "$BUILD_DIR/build.lite.x86"; fi
      ;;
    x86) publish_host full "$BUILD_DIR/build.lite.x86" ;;
    build_optimize_tool) build_opt ;;
    benchmark | x86_benchmark)
      FLAGS=()
      collect common_flags
      build "$BUILD_DIR/build.lite.x86" benchmark_bin no "${FLAGS[@]}"
      ;;
    test | test_x86)
      BUILD_TYPE=RelWithDebInfo
      FLAGS=()
      collect common_flags
      build "$BUILD_DIR/build.lite.test" all no "${FLAGS[@]}" -DLITE_WITH_TESTING=ON
      run ctest --test-dir "$BUILD_DIR/build.lite.test" -j"$JOBS" --output-on-failure
      ;;
    cuda)
      WITH_CUDA=ON
      publish_host full "$BUILD_DIR/build_cuda"
      ;;
    opencl)
      WITH_OPENCL=ON
      if [ -n "$ARM_OS" ]; then
        publish_arm tiny "$(arm_folder).opencl"
      else
        publish_host full "$BUILD_DIR/build.lite.x86.opencl"
      fi
      ;;
    fpga)
      WITH_FPGA=ON
      if [ -n "$ARM_OS" ]; then
        publish_arm tiny "$(arm_folder).fpga"
      else
        publish_host full "$BUILD_DIR/build.lite.x86.fpga"
      fi
      ;;
    ios) run "$LITE_ROOT/lite/tools/build_ios.sh" --build_dir="$BUILD_DIR" ;;
    android | googlenet | mobilenet | resnet | squeezenet | yolo)
      unsupported_task "$argument" "build_android.sh builds the library for Android, build_android_by_models.sh (or build.sh android MODELS) one that only contains what the models of the folder MODELS need; build_ios_by_models.sh does the same for iOS"
      ;;
    build_optimize_tool_wasm) unsupported_task "$argument" "WebAssembly is not part of this version" ;;
    --help | -h | help)
      usage
      exit 0
      ;;
    --*=* | --dry_run)
      accept_option "$argument" || { echo "unknown option: $argument" >&2; usage >&2; exit 1; }
      ran=options
      ;;
    *)
      echo "unknown task or option: $argument" >&2
      usage >&2
      exit 1
      ;;
  esac
done
if [ $ran = options ]; then
  case " $* " in *publish*|*x86*|*opencl*|*cuda*|*fpga*|*benchmark*|*test*|*tool*|*ios*) ;; *) fail "no task given" ;; esac
fi
