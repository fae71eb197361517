#!/usr/bin/env bash
# java.sh BUILD_DIR: the Java interface, as a program sees it that only has the jar and the library.
set -euo pipefail
export LC_ALL=C.UTF-8  # file names with letters beyond ASCII
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jar=$build/java/jar/PaddlePredictor.jar
library=$build/java/so/libpaddle_lite_jni.so

# The methods that existing jars call, and those that this one adds.
cat >"$work/expected.txt" <<'TEXT'
PaddlePredictor_deleteCppPaddlePredictor
PaddlePredictor_getCppTensorPointerByName
PaddlePredictor_getInputCppTensorPointer
PaddlePredictor_getLastError
PaddlePredictor_getOutputCppTensorPointer
PaddlePredictor_getVersion
PaddlePredictor_newCppPaddlePredictor__Lcom_baidu_paddle_lite_CxxConfig_2
PaddlePredictor_newCppPaddlePredictor__Lcom_baidu_paddle_lite_MobileConfig_2
PaddlePredictor_run
PaddlePredictor_saveOptimizedModel
Tensor_deleteCppTensor
Tensor_getByteData
Tensor_getFloatData
Tensor_getIntData
Tensor_getLongData
Tensor_nativeBuffer
Tensor_nativeResize
Tensor_nativeSetData___3B
Tensor_nativeSetData___3F
Tensor_nativeSetData___3I
Tensor_nativeSetData___3J
Tensor_nativeShareData
Tensor_shape
TEXT
nm -D --defined-only "$library" | sed -n 's/.* Java_com_baidu_paddle_lite_//p' | LC_ALL=C sort >"$work/found.txt"
diff "$work/expected.txt" "$work/found.txt"

mkdir "$work/classes" "$work/saved"
javac -encoding UTF-8 -Xlint:all,-options,-try -Werror --release 8 -cp "$jar" -d "$work/classes" "$root"/tests/api/java/*.java
# -Xcheck:jni: the virtual machine looks for misuse of its interface and ends at a fatal one.
java -Dsun.jnu.encoding=UTF-8 -Xcheck:jni -Djava.library.path="$build/java/so" -cp "$jar:$work/classes" InterfaceTest \
  "$root/tests/models/digits" "$work/saved" >"$work/out.txt" 2>"$work/err.txt" || {
  cat "$work/out.txt" "$work/err.txt" >&2
  exit 1
}
warnings=$(grep -E 'WARNING in native|FATAL ERROR' "$work/out.txt" "$work/err.txt" || true)
[ -z "$warnings" ] || { echo "$warnings" >&2; exit 1; }
tail -n 1 "$work/out.txt"
