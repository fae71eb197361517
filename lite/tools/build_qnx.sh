#!/usr/bin/env bash
# Builds and publishes the light library for QNX. It was not run: it needs the QNX SDP.
source "$(dirname "${BASH_SOURCE[0]}")/build_common.sh"
ARM_ABI=armv8

usage() {
  cat <<'TEXT'
lite/tools/build_qnx.sh [OPTIONS] [tiny_publish|help]

Options
  --arch=armv8          armv8 is the only one
  --with_log, --with_exception, --with_cv, --with_strip, --opt_model_dir, --build_dir, --dry_run: as for build_linux.sh

Needs the QNX SDP: run its qnxsdp-env.sh first, which sets QNX_HOST and QNX_TARGET. It was written without one.
TEXT
}

for argument in "$@"; do
  case $argument in
    help | --help | -h)
      usage
      exit 0
      ;;
    tiny_publish) ;;
    full_publish) fail "there is no full library for QNX: convert models on a PC with opt" ;;
    --*) accept_option "$argument" || { echo "unknown option: $argument" >&2; usage >&2; exit 1; } ;;
    *)
      echo "unknown task: $argument" >&2
      usage >&2
      exit 1
      ;;
  esac
done
[ "$ARM_ABI" = armv8 ] || fail "--arch is armv8 for QNX, not '$ARM_ABI'"
if [ -z "${QNX_HOST:-}" ] || [ -z "${QNX_TARGET:-}" ]; then
  fail "QNX needs the QNX SDP: run its qnxsdp-env.sh, which sets QNX_HOST and QNX_TARGET"
fi
[ -e "$QNX_HOST/usr/bin/q++" ] || fail "QNX_HOST=$QNX_HOST holds no QNX SDP: there is no usr/bin/q++"
FLAGS=()
collect common_flags
FLAGS+=(-DCMAKE_SYSTEM_NAME=QNX -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER="$QNX_HOST/usr/bin/q++"
  -DCMAKE_CXX_COMPILER_TARGET=gcc_ntoaarch64le -DLITE_WITH_ARM=ON -DLITE_WITH_X86=OFF -DARM_TARGET_OS=qnx
  -DARM_TARGET_ARCH_ABI=armv8 -DLITE_ON_TINY_PUBLISH=ON -DLITE_WITH_FULL_API=OFF)
publish "$BUILD_DIR/build.lite.qnx.$ARM_ABI"
