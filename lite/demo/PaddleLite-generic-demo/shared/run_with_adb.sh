# Sourced by the run_with_adb.sh of each demo, which sets DEMO_NAME, IMAGE_NAME, LABEL_NAME, and perhaps
# SUBGRAPH_PARTITION_CONFIG_FILE, the name of a file in the folder of the model.
set -euo pipefail

fail() {
  echo "run_with_adb.sh: $*" >&2
  exit 1
}

if [ $# -lt 3 ] || [ $# -gt 5 ]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 1
fi
MODEL_NAME=$1 TARGET_OS=$2 TARGET_ABI=$3 NNADAPTER_DEVICE_NAMES=${4:-cpu}
[ "$NNADAPTER_DEVICE_NAMES" != cpu ] || NNADAPTER_DEVICE_NAMES=
SHELL_DIR=$(cd "$(dirname "$0")" && pwd)
ASSETS=$SHELL_DIR/../assets
LIBRARIES=$SHELL_DIR/../../libs/PaddleLite/$TARGET_OS/$TARGET_ABI/lib
case $TARGET_OS in
  android) WORK_SPACE=${WORK_SPACE:-/data/local/tmp/test} ;;
  linux) WORK_SPACE=${WORK_SPACE:-/var/tmp/test} ;;
  *) fail "the operating system is android or linux, not '$TARGET_OS'" ;;
esac

# What goes to the device; everything is looked for before the first file is copied.
program=$SHELL_DIR/build.$TARGET_OS.$TARGET_ABI/$DEMO_NAME
[ -f "$program" ] || fail "$program does not exist: run ./build.sh $TARGET_OS $TARGET_ABI"
files=("$program" "$ASSETS/labels/$LABEL_NAME" "$ASSETS/images/$IMAGE_NAME")
# A file of opt for these devices, for any, or a folder of Paddle, which needs the full library.
model=
for candidate in "$MODEL_NAME.${NNADAPTER_DEVICE_NAMES:-cpu}.nb" "$MODEL_NAME.nb" "$MODEL_NAME"; do
  [ -z "$model" ] && [ -e "$ASSETS/models/$candidate" ] || continue
  model=$candidate
done
[ -n "$model" ] || fail "$ASSETS/models has neither a folder $MODEL_NAME nor a file $MODEL_NAME.nb"
files+=("$ASSETS/models/$model")
variables="LD_LIBRARY_PATH=. NNADAPTER_DRIVER_PATH=."
if [ -n "${SUBGRAPH_PARTITION_CONFIG_FILE:-}" ]; then
  files+=("$ASSETS/models/$MODEL_NAME/$SUBGRAPH_PARTITION_CONFIG_FILE")
  variables+=" SUBGRAPH_PARTITION_CONFIG_FILE=$SUBGRAPH_PARTITION_CONFIG_FILE"
fi
for name in NNADAPTER_CONTEXT_PROPERTIES NNADAPTER_MODEL_CACHE_DIR NNADAPTER_STRICT WARMUP REPEAT SCORE_THRESHOLD; do
  [ -z "${!name:-}" ] || variables+=" $name=$(printf %q "${!name}")"
done
shopt -s nullglob
libraries=("$LIBRARIES"/*.so*)
[ ${#libraries[@]} -gt 0 ] || fail "$LIBRARIES has no libraries: README.md says what is copied there"
for device in ${NNADAPTER_DEVICE_NAMES//,/ }; do
  of_device=("$LIBRARIES/$device"/*.so*)
  [ ${#of_device[@]} -gt 0 ] || fail "$LIBRARIES/$device has no libraries: README.md says what is copied there"
  libraries+=("${of_device[@]}")
done
for file in "${files[@]}"; do
  [ -e "$file" ] || fail "$file does not exist"
done

on_device=(adb)
[ $# -lt 5 ] || on_device+=(-s "$5")
command -v adb >/dev/null || fail "adb is not installed, or not in PATH"
if [[ $NNADAPTER_DEVICE_NAMES == *huawei_kirin_npu* ]]; then
  "${on_device[@]}" root >/dev/null 2>&1 || echo "run_with_adb.sh: adb root failed; HiAI only computes for root" >&2
fi
"${on_device[@]}" shell "rm -rf $WORK_SPACE && mkdir -p $WORK_SPACE"
for file in "${libraries[@]}" "${files[@]}"; do
  "${on_device[@]}" push "$file" "$WORK_SPACE/" >/dev/null
done
"${on_device[@]}" shell "cd $WORK_SPACE && chmod +x ./$DEMO_NAME && \
$variables ./$DEMO_NAME ./$model ./$LABEL_NAME ./$IMAGE_NAME $NNADAPTER_DEVICE_NAMES"
