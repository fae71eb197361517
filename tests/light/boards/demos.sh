#!/usr/bin/env bash
# demos.sh BUILD_DIR COMPILER EMULATOR...: demos of the package, compiled for a board as building.md says, run in an emulator.
set -euo pipefail
build=$(cd "$1" && pwd)
compiler=$2
emulator=("${@:3}")
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

package=$work/inference_lite_lib
mkdir -p "$package/cxx/include" "$package/cxx/lib" "$package/demo"
cp "$root"/lite/api/paddle_*.h "$root"/lite/core/paddle_*.h "$root"/lite/base/paddle_*.h "$build"/generated/include/paddle_*.h \
  "$package/cxx/include"
ln -s "$build/lite/libpaddle_light_api_shared.so" "$package/cxx/lib/"
cp -r "$root/lite/demo/cxx" "$package/demo/cxx"
cd "$package/demo/cxx"
# On ARMv7, g++ notes what GCC 7 changed.
for demo in mobile_light mobilenetv1_light_from_buffer mobile_classify test_cv; do
  make -s -C $demo CXX="$compiler" CXXFLAGS="-O0 -Wno-psabi" || fail "make -C $demo CXX=$compiler"
done
sed -n '/^```c file=digit.c$/,/^```$/{//!p}' "$root/docs/c_api.md" >digit.c
"$compiler" -x c -std=c99 -Wall -Werror digit.c -o digit -I"$package/cxx/include" -L"$package/cxx/lib" -lpaddle_light_api_shared \
  -Wl,-rpath,"$package/cxx/lib" || fail "the program of c_api.md"
run() { "${emulator[@]}" "$@" >"$work/out.txt" 2>"$work/err.txt"; }

digits=$root/tests/models/digits
model=$digits/fluid.host.nb
for image in "$digits"/digit_*.pgm; do
  digit=$(basename "$image" | cut -d _ -f 2)
  run mobile_classify/mobile_classify "$model" "$image" "$digits/labels.txt" 1 28 28 || fail "mobile_classify: $(cat "$work/err.txt")"
  grep -q "^i: 0, index: $digit, " "$work/out.txt" || fail "mobile_classify $image: $(cat "$work/out.txt")"
done
run ./digit "$model" "$image" || fail "the program of c_api.md: $(cat "$work/err.txt")"
grep -qx "$image: $digit (1.00)" "$work/out.txt" || fail "the program of c_api.md: $(cat "$work/out.txt")"
run mobile_light/mobilenetv1_light_api "$model" 1,1,28,28 1 0 3 1 0 1 || fail "mobile_light: $(cat "$work/err.txt")"
for line in 'output shape(NCHW):1,10' 'mean value:0.100000'; do
  grep -qxF "$line" "$work/out.txt" || fail "mobile_light: no '$line' in $(cat "$work/out.txt")"
done
# It is for images of 224 x 224.
if run mobilenetv1_light_from_buffer/mobilenetv1_light_from_buffer "$model"; then fail "mobilenetv1_light_from_buffer takes digits"; fi
grep -q "input 'image' is \[1, 3, 224, 224\], the model declares \[-1, 1, 28, 28\]" "$work/err.txt" ||
  fail "mobilenetv1_light_from_buffer: $(cat "$work/err.txt")"
# Two pixels, red and green, mirrored and turned around.
mkdir "$work/cv"
printf 'P6\n2 1\n255\n\377\0\0\0\377\0' >"$work/two.ppm"
run test_cv/test_img_prepross "$work/two.ppm" "$work/cv" 2 3 2 1 1 180 || fail "test_img_prepross: $(cat "$work/err.txt")"
cmp "$work/cv/resize.ppm" "$work/two.ppm" && cmp "$work/cv/rotate.ppm" <(printf 'P6\n2 1\n255\n\0\377\0\377\0\0') ||
  fail "test_img_prepross: the images"
run test_cv/test_model_cv "$model" "$image" 1 1 28 28 || fail "test_model_cv: $(cat "$work/err.txt")"
grep -qx 'output_num: 1' "$work/out.txt" || fail "test_model_cv: $(cat "$work/out.txt")"
