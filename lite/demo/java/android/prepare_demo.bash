#!/usr/bin/env bash
# Copies the jar, the native library and models of this package into the Android project PaddlePredictor.
#   bash prepare_demo.bash ABI [MODEL.nb ...]
# ABI: arm64-v8a (also arm8, armv8), armeabi-v7a (also arm7, armv7), the one for which this package was built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=${PADDLE_LITE_PACKAGE:-$(cd "$here/../../.." && pwd)}
case ${1:-} in
  arm64-v8a | arm8 | armv8) abi=arm64-v8a ;;
  armeabi-v7a | arm7 | armv7) abi=armeabi-v7a ;;
  *)
    sed -n '2,4s/^# *//p' "$0" >&2
    exit 1
    ;;
esac
shift
app=$here/PaddlePredictor/app
for file in "$package/java/jar/PaddlePredictor.jar" "$package/java/so/libpaddle_lite_jni.so" "$@"; do
  [ -f "$file" ] || {
    echo "prepare_demo.bash: there is no $file" >&2
    exit 1
  }
done
mkdir -p "$app/libs" "$app/src/main/jniLibs/$abi" "$app/src/main/assets"
cp "$package/java/jar/PaddlePredictor.jar" "$app/libs/"
cp "$package/java/so/libpaddle_lite_jni.so" "$app/src/main/jniLibs/$abi/"
for model in "$@"; do cp "$model" "$app/src/main/assets/"; done
echo "Open $here/PaddlePredictor in Android Studio, or run: gradle installDebug"
