#!/usr/bin/env bash
# package.sh BUILD_DIR: installs the full package, checks what is in it, and builds and runs against it, with nothing
# but the package visible: the programs of the documents, unchanged, linked in every documented way, and the demos.
set -euo pipefail
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
package=$work/inference_lite_lib
programs=$root/tests/api/seed_programs
checks=0
pass() { checks=$((checks + 1)); }
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cmake --install "$build" --prefix "$package" >"$work/install.log" || { cat "$work/install.log" >&2; exit 1; }

# --- what is in it
for path in \
  cxx/include/{paddle_api,paddle_place,paddle_status,paddle_lite_factory_helper,paddle_use_ops,paddle_use_kernels,paddle_use_passes}.h \
  cxx/lib/libpaddle_{light,full}_api_shared.so cxx/lib/libpaddle_api_{light,full}_bundled.a \
  demo/cxx/README.md demo/cxx/Makefile.def demo/cxx/include/paddle_api.h \
  demo/cxx/mobile_full/{Makefile,mobilenetv1_full_api.cc} demo/cxx/mobile_light/{Makefile,mobilenetv1_light_api.cc} \
  demo/cxx/mobilenetv1_full/{CMakeLists.txt,build.sh,mobilenet_full_api.cc} \
  demo/cxx/mobilenetv1_light/{CMakeLists.txt,build.sh,mobilenet_light_api.cc} \
  demo/cxx/ocr/{Makefile,CMakeLists.txt,main.cc,images/tilt.png} demo/python/ocr/{ocr.py,requirements.txt} \
  lib/cmake/PaddleLite/PaddleLiteConfig.cmake third_party/gflags/include/gflags/gflags.h; do
  [ -e "$package/$path" ] || fail "the package lacks $path"
  pass
done
for library in "$package"/cxx/lib/*.so; do
  soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
  [ "$soname" = "$(basename "$library")" ] || fail "$library has the SONAME $soname"
  foreign=$(nm -D --defined-only "$library" | awk '{print $3}' |
    grep -vE '^(_ZN6paddle|_ZNK6paddle|_ZT[ISV]N6paddle|.*touch_|.*mir_pass_)' || true)
  [ -z "$foreign" ] || fail "$library exports $foreign"
  pass
done

# --- models
"$build/tests/perf/materialise_zoo" mobilenet_v1_f "$work/model" >/dev/null

# compile COMPILER OUTPUT SOURCE FLAGS...
compile() {
  local compiler=$1 output=$2 source=$3
  shift 3
  "$compiler" -std=c++11 -O1 -w "$source" -o "$work/$output" -I"$package/cxx/include" \
    -I"$package/third_party/gflags/include" "$@" || fail "$compiler $(basename "$source") $*"
  pass
}
shared=(-L"$package/cxx/lib" -Wl,-rpath,"$package/cxx/lib")
gflags=("$package/third_party/gflags/lib/libgflags.a" -lpthread)

for compiler in g++ clang++; do
  command -v $compiler >/dev/null || continue
  mkdir -p "$work/$compiler"
  compile $compiler $compiler/full "$programs/mobilenet_full_api.cpp" -lpaddle_full_api_shared "${shared[@]}"
  compile $compiler $compiler/full_gflags "$programs/mobilenetv1_full_api.cpp" -lpaddle_full_api_shared "${gflags[@]}" \
    "${shared[@]}"
  compile $compiler $compiler/reference "$programs/reference_predictor.cpp" -lpaddle_light_api_shared "${shared[@]}"
  compile $compiler $compiler/light "$programs/static_light.cpp" -lpaddle_light_api_shared "${shared[@]}"
  compile $compiler $compiler/full_use "$programs/static_full.cpp" -lpaddle_full_api_shared "${shared[@]}"
  compile $compiler $compiler/static_light "$programs/static_light.cpp" "$package/cxx/lib/libpaddle_api_light_bundled.a" \
    -lpthread
  compile $compiler $compiler/static_full "$programs/static_full.cpp" "$package/cxx/lib/libpaddle_api_full_bundled.a" \
    -lpthread
done
# CxxConfig needs the full library.
if g++ -std=c++11 -w "$programs/mobilenet_full_api.cpp" -o "$work/none" -I"$package/cxx/include" \
  -lpaddle_light_api_shared "${shared[@]}" 2>"$work/link.log"; then
  fail "a program with CxxConfig links against the light library"
fi
grep -q 'CreatePaddlePredictor<paddle::lite_api::CxxConfig>' "$work/link.log" || fail "$(cat "$work/link.log")"
pass

# --- they run, and say the same
values() { grep -o 'Output\[[0-9]*\]: .*' | awk '{printf "%s %.5f\n", $1, $2}'; }
same() { # same NAME COMMAND...: prints the values of the first command that ran
  local name=$1
  shift
  "$@" >"$work/out.txt" 2>"$work/err.txt" || fail "$name: $(cat "$work/err.txt")"
  values <"$work/out.txt" >"$work/values.txt"
  [ "$(wc -l <"$work/values.txt")" -eq 10 ] || fail "$name printed $(cat "$work/out.txt")"
  [ -e "$work/expected.txt" ] || cp "$work/values.txt" "$work/expected.txt"
  cmp -s "$work/values.txt" "$work/expected.txt" || fail "$name: $(diff "$work/values.txt" "$work/expected.txt")"
  pass
}
for compiler in g++ clang++; do
  [ -d "$work/$compiler" ] || continue
  bin=$work/$compiler
  same "$compiler static full" "$bin/static_full" "$work/model" "$work/optimised"
  same "$compiler static light" "$bin/static_light" "$work/optimised.nb"
  [ "$compiler" = g++ ] || continue
  same "full use" "$bin/full_use" "$work/model" "$work/optimised"
  same "full" "$bin/full" "$work/model"
  grep -qx 'Output shape 1000' "$work/out.txt" || fail "$(cat "$work/out.txt")"
  same "light" "$bin/light" "$work/optimised.nb"
  # The tailored full program names the files without a slash between.
  same "full gflags" "$bin/full_gflags" --model_dir="$work/optimised/"
  grep -qx 'Output dim: 1000' "$work/out.txt" || fail "$(cat "$work/out.txt")"
done
# The example of the reference loads the folder form. The one at hand is of a network for smaller pictures: the
# program reads and names it, then says that the sizes do not fit.
status=0
stdbuf -oL "$work/g++/reference" "$root/tests/data/formats/nb/f18_convnet.x86.v20_directory" >"$work/out.txt" 2>"$work/err.txt" ||
  status=$?
grep -qx 'Input name\[0\]: image' "$work/out.txt" && grep -q '^Output name\[0\]: ' "$work/out.txt" || fail "$(cat "$work/out.txt")"
{ [ $status -eq 134 ] && grep -q 'paddle::lite_api::Error' "$work/err.txt"; } || fail "$status $(cat "$work/err.txt")"
pass
for list in ops_list ops_source_list kernels_list kernels_source_list; do
  [ -s "$work/optimised/.tailored_$list" ] || fail "no .tailored_$list"
  LC_ALL=C sort -cu "$work/optimised/.tailored_$list"
  pass
done

# --- the demos, as the package's reader builds them
cd "$package/demo/cxx"
(cd mobilenetv1_full && sh build.sh >/dev/null)
same "demo mobilenetv1_full" mobilenetv1_full/mobilenet_full_api "$work/model"
(cd mobilenetv1_light && sh build.sh >/dev/null)
same "demo mobilenetv1_light" mobilenetv1_light/mobilenet_light_api "$work/optimised.nb"
make -s -C mobile_full
same "demo mobile_full" mobile_full/mobilenetv1_full_api --model_dir="$work/model" --optimized_model_dir="$work/again"
cmp "$work/again.nb" "$work/optimised.nb" || echo "note: the optimised models differ by their places"
make -s -C mobile_light
same "demo mobile_light" mobile_light/mobilenetv1_light_api "$work/again.nb"
for demo in mobilenetv1_full/mobilenet_full_api mobilenetv1_light/mobilenet_light_api mobile_light/mobilenetv1_light_api \
  mobile_full/mobilenetv1_full_api; do
  if "$demo" >/dev/null 2>"$work/err.txt"; then fail "$demo without arguments succeeds"; fi
  grep -q usage "$work/err.txt" || fail "$demo says $(cat "$work/err.txt")"
  pass
done
# What the OCR demo reads is tested in tests/ocr; here, that the package builds it, in both ways.
make -s -C ocr
cmake -S ocr -B ocr/build >/dev/null
cmake --build ocr/build >/dev/null
for demo in ocr/ocr ocr/build/ocr; do
  "$demo" --help | grep -q '^usage: ocr' || fail "$demo --help"
  status=0
  "$demo" --models "$work/none" ocr/images/tilt.png >/dev/null 2>"$work/err.txt" || status=$?
  { [ $status -eq 1 ] && grep -q 'none/keys.txt' "$work/err.txt"; } || fail "$demo: $status $(cat "$work/err.txt")"
  pass
done
echo "[  PASSED  ] $checks tests."
