#!/usr/bin/env bash
# Builds with tests. Options come before the task. Build folders are kept.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"
JOBS=${LITE_BUILD_THREADS:-8}
BUILD_EXTRA=ON

usage() {
  cat <<'TEXT'
lite/tools/ci_build.sh [OPTIONS] TASK

Tasks
  build, cmake_x86, build_test_server   tests of this machine, built (cmake_x86: configured only)
  test_server                           the same, and run
  build_arm, cmake_arm                  library and tests for ARM Linux (cmake_arm: configured only)
  build_test_arm, test_arm              the same, and run under qemu
  check_style                           layers and formatting

Options
  --arm_os=armlinux --arm_abi=armv8|armv7hf --arm_lang=gcc
  --tests=FILE, --test_name=REGEX       run only these tests
  --arm_port, --use_adb_emulator, --adb_device_list, --ssh_device_list, --test_skip_list, --lite_with_coverage:
                                        accepted, no effect
  --dry_run                             print the commands only
TEXT
}

[ $# -gt 0 ] || { usage; exit 255; }
test_name=.
task=

server() { # server configure|build|test
  FLAGS=()
  BUILD_TYPE=RelWithDebInfo
  collect common_flags
  ci "$BUILD_DIR/build.ci.x86" "$1" "${FLAGS[@]}"
}

arm() { # arm configure|build|test
  [ -n "$ARM_OS" ] || ARM_OS=armlinux
  [ -n "$ARM_ABI" ] || ARM_ABI=armv8
  FLAGS=()
  collect arm_flags
  collect common_flags
  ci "$BUILD_DIR/build.lite.$ARM_OS.$ARM_ABI.$ARM_LANG.ci" "$1" "${FLAGS[@]}" -DLITE_WITH_FULL_API=OFF
}

ci() { # ci FOLDER configure|build|test FLAGS...
  local folder=$1 upto=$2
  shift 2
  if [ "$upto" = configure ]; then
    run cmake -S "$LITE_ROOT" -B "$folder" --no-warn-unused-cli "$@" -DLITE_WITH_TESTING=ON
    return
  fi
  build "$folder" all no "$@" -DLITE_WITH_TESTING=ON
  [ "$upto" = build ] || run ctest --test-dir "$folder" -j"$JOBS" -R "$test_name" --output-on-failure
}

for argument in "$@"; do
  case $argument in --*) ;; *) task=$argument ;; esac
  case $argument in
    build | build_single | build_test_server) server build ;;
    cmake_x86) server configure ;;
    test_server) server test ;;
    cmake_arm) arm configure ;;
    build_arm) arm build ;;
    build_test_arm | build_test_arm_subtask_armlinux | test_arm) arm test ;;
    check_style) run "$LITE_ROOT/tools/test.sh" --quick ;;
    mobile_publish) publish_arm tiny "$BUILD_DIR/build.lite.$ARM_OS.$ARM_ABI.$ARM_LANG" ;;
    build_opencl | cmake_opencl) unsupported_task "$argument" "needs a device with OpenCL; build.sh opencl builds the library" ;;
    cmake_xpu | build_test_xpu) unsupported_task "$argument" "XPU is not part of this version" ;;
    build_test_cuda_server) unsupported_task "$argument" "needs a device with CUDA; build.sh cuda builds the library" ;;
    build_test_npu) unsupported_task "$argument" "NPU is not part of this version" ;;
    build_test_train) unsupported_task "$argument" "training is not part of this version" ;;
    test_arm_android | build_test_arm_subtask_android) unsupported_task "$argument" "needs a device and the Android NDK" ;;
    build_test_arm_subtask_ios) unsupported_task "$argument" "needs Xcode" ;;
    --help | -h) usage; exit 0 ;;
    --test_name=*) test_name=$(trim "${argument#*=}") ;;
    --tests=*) test_name=$(paste -sd'|' "$(trim "${argument#*=}")") ;;
    --arm_port=* | --use_adb_emulator=* | --adb_device_list=* | --ssh_device_list=* | --test_skip_list=* | \
      --lite_with_coverage=*) ;;
    --*) accept_option "$argument" || { echo "unknown option: $argument" >&2; usage >&2; exit 1; } ;;
    *)
      echo "unknown task: $argument" >&2
      usage >&2
      exit 1
      ;;
  esac
done
[ -n "$task" ] || { echo "no task" >&2; usage >&2; exit 1; }
