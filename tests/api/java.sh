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
passed=$(tail -n 1 "$work/out.txt")
warnings=$(grep -E 'WARNING in native|FATAL ERROR' "$work/out.txt" "$work/err.txt" || true)
[ -z "$warnings" ] || { echo "$warnings" >&2; exit 1; }

# The documented sample reads a folder as versions before 2.3 wrote it, which tools do not write any more: relu of [100, 100].
mkdir "$work/folder"
python3 - "$work/folder/__model__.nb" <<'TEXT'
import struct
import sys

def number(kind, value=0):
    return struct.pack("<" + kind, value)

def text(value):
    return number("Q", len(value)) + value.encode()

def listed(items):
    return number("Q", len(items)) + b"".join(items)

TENSOR = number("i") + listed([])  # element type and shape
LOD_TENSOR, FEED, FETCH = 10, 12, 13

def variable(name, kind):
    element = number("i", 5 if kind == LOD_TENSOR else 0)  # float32
    return (text(name) + number("i", kind) + TENSOR + element + listed([]) + number("i") + TENSOR + number("i") + listed([]) +
            listed([]) + number("B", kind != LOD_TENSOR))

def slots(names):
    return listed([text(slot) + listed([text(name)]) for slot, name in names.items()])

def column(value):  # an attribute: its kind, then room for each kind
    return (text("col") + number("i", 0) + number("i", value) + number("f") + text("") + listed([]) * 3 + number("B") + listed([]) +
            number("i") + number("q") + listed([]) * 2)

def operator(kind, inputs, outputs, attributes=()):
    return text(kind) + slots(inputs) + slots(outputs) + listed(list(attributes)) + number("B")

variables = [variable("feed", FEED), variable("fetch", FETCH), variable("x", LOD_TENSOR), variable("y", LOD_TENSOR)]
operators = [operator("feed", {"X": "feed"}, {"Out": "x"}, [column(0)]), operator("relu", {"X": "x"}, {"Out": "y"}),
             operator("fetch", {"X": "y"}, {"Out": "fetch"}, [column(0)])]
block = number("i", 0) + number("i", -1) + listed(variables) + listed(operators) + number("i", -1)
with open(sys.argv[1], "wb") as file:
    file.write(listed([block]) + number("q"))
TEXT
java -Djava.library.path="$build/java/so" -cp "$jar:$work/classes" DocumentedSample "$work/folder" 2>"$work/err.txt" >"$work/sample.txt" || {
  cat "$work/err.txt" >&2
  exit 1
}
seq 0 999 | sed 's/$/.0/' | diff - "$work/sample.txt"

# The Android demo: a JVM runs it with stubs of Android's classes, and its script fills the project.
mkdir -p "$work/package/demo/java" "$work/package/java" "$work/demo"
cp -r "$root/lite/demo/java/android" "$work/package/demo/java/"
ln -s "$build/java/jar" "$build/java/so" "$work/package/java/"
demo=$work/package/demo/java/android
bash "$demo/prepare_demo.bash" arm8 "$root/tests/models/digits/fluid.host.nb" >"$work/out.txt"
app=$demo/PaddlePredictor/app
for path in libs/PaddlePredictor.jar src/main/jniLibs/arm64-v8a/libpaddle_lite_jni.so src/main/assets/fluid.host.nb; do
  [ -f "$app/$path" ] || { echo "prepare_demo.bash makes no $path" >&2; exit 1; }
done
if bash "$demo/prepare_demo.bash" arm8 "$work/none.nb" 2>"$work/err.txt" || ! grep -q none.nb "$work/err.txt"; then exit 1; fi
sources=$app/src/main/java/com/baidu/paddle/lite/demo
cat >"$work/demo/Run.java" <<'TEXT'
import com.baidu.paddle.lite.demo.ModelRunner;
import java.nio.file.*;
public class Run {
  public static void main(String[] args) throws Exception {
    System.out.println(ModelRunner.run("digits", Files.readAllBytes(Paths.get(args[0])), 2));
  }
}
TEXT
javac -Xlint:all,-options,-try -Werror --release 8 -cp "$app/libs/PaddlePredictor.jar" -d "$work/demo" "$sources/ModelRunner.java" \
  "$work/demo/Run.java"
java -Djava.library.path="$build/java/so" -cp "$jar:$work/demo" Run "$app/src/main/assets/fluid.host.nb" 2>/dev/null >"$work/demo.txt"
grep -Eq '^digits output: [-0-9.]+, [-0-9.]+$' "$work/demo.txt" || { cat "$work/demo.txt" >&2; exit 1; }
mkdir -p "$work/app/com/baidu/paddle/lite/demo"
cat >"$work/app/com/baidu/paddle/lite/demo/Show.java" <<'TEXT'
package com.baidu.paddle.lite.demo;
import android.widget.ScrollView;
import android.widget.TextView;
public class Show {
  public static void main(String[] args) throws Exception {
    MainActivity activity = new MainActivity();
    activity.onCreate(null);
    activity.runQueued();
    System.out.println(((TextView) ((ScrollView) activity.content).getChildAt(0)).getText());
  }
}
TEXT
javac -Xlint:all,-options,-try -Werror --release 8 -cp "$app/libs/PaddlePredictor.jar" -d "$work/app" \
  -sourcepath "$root/tests/api/java/android_stubs" "$sources"/*.java "$work/app/com/baidu/paddle/lite/demo/Show.java"
show() { java -Dassets="$1" -Djava.library.path="$build/java/so" -cp "$jar:$work/app" com.baidu.paddle.lite.demo.Show 2>/dev/null; }
mkdir "$work/empty" "$work/broken"
echo "not a model" >"$work/broken/broken.nb"
show "$app/src/main/assets" >"$work/shown.txt"
grep -q '^fluid.host.nb output: [-0-9.]*, [-0-9.]*$' "$work/shown.txt" || { cat "$work/shown.txt" >&2; exit 1; }
show "$work/empty" | grep -q '^no model: see prepare_demo.bash$'
show "$work/broken" | grep -q '^broken.nb: .'
echo "$passed"
