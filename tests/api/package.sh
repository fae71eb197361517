#!/usr/bin/env bash
# package.sh BUILD_DIR: installs the full package, checks its contents, and builds and runs against
# it, with only the package visible: the programs of the documents, unchanged, linked in every
# documented way, and the demos.
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

# --- contents
for path in \
  bin/{opt,paddle_lite_opt,model_optimize_tool,benchmark_bin,text_to_model,lite_model_dump,lite_samples,benchmark.sh,check_model.sh} \
  share/samples/digits/fluid/__model__ share/samples/digits/digit_7_image_086.pgm \
  cxx/include/{paddle_api,paddle_place,paddle_status,paddle_lite_factory_helper,paddle_use_ops,paddle_use_kernels,paddle_use_passes,paddle_c_api,paddle_custom_op,paddle_op_lite,paddle_op_test,paddle_pass,paddle_pass_lite}.h \
  cxx/lib/libpaddle_{light,full}_api_shared.so cxx/lib/libpaddle_api_{light,full}_bundled.a \
  demo/cxx/README.md demo/cxx/Makefile.def demo/cxx/include/paddle_api.h \
  demo/cxx/mobile_full/{Makefile,mobilenetv1_full_api.cc} demo/cxx/mobile_light/{Makefile,mobilenetv1_light_api.cc} \
  demo/cxx/{CMakeLists.txt,cuda_yolov3/yolov3.cc} \
  demo/cxx/{image,boxes}.h demo/cxx/{ssd,yolov3,mask}_detection/Makefile demo/cxx/test_cv/Makefile \
  demo/cxx/mobilenetv1_light_from_buffer/Makefile demo/cxx/mobile_{classify/{Makefile,mobile_classify.cc},detection/{Makefile,mobile_detection.cc}} \
  demo/cxx/{test_libs/run.sh,lac_demo/Makefile,quant_post_dynamic/Makefile} cxx/include/paddle_device_info.h \
  demo/cxx/mobilenetv1_full/{CMakeLists.txt,build.sh,mobilenet_full_api.cc} \
  demo/cxx/mobilenetv1_light/{CMakeLists.txt,build.sh,mobilenet_light_api.cc} \
  demo/cxx/ocr/{Makefile,CMakeLists.txt,main.cc,images/tilt.png} demo/python/ocr/{ocr.py,requirements.txt} \
  LICENSE NOTICE cxx/include/paddle_lite_version.h lib/pkgconfig/paddle-lite{,-full}.pc \
  lib/cmake/PaddleLite/PaddleLiteConfig.cmake third_party/gflags/include/gflags/gflags.h; do
  [ -e "$package/$path" ] || fail "the package lacks $path"
  pass
done
if [ -e "$build/java" ]; then
  for path in java/jar/PaddlePredictor.jar java/so/libpaddle_lite_jni.so java/src/com/baidu/paddle/lite/Tensor.java \
    demo/java/android/{prepare_demo.bash,PaddlePredictor/app/build.gradle}; do
    [ -e "$package/$path" ] || fail "the package lacks $path"
    pass
  done
fi
for library in "$package"/cxx/lib/*.so; do
  soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
  [ "$soname" = "$(basename "$library")" ] || fail "$library has the SONAME $soname"
  foreign=$(nm -D --defined-only "$library" | awk '{print $3}' |
    grep -vE '^(_ZN6paddle|_ZNK6paddle|_ZT[ISV]N6paddle|PDL_|NNAdapter[A-Za-z]*_|Java_com_baidu_paddle_lite_|.*touch_|.*mir_pass_)' || true)
  [ -z "$foreign" ] || fail "$library exports $foreign"
  pass
done

# Programs and libraries find what they need in the package, except what every system with a C++ library has.
for file in "$package"/bin/* "$package"/cxx/lib/*.so; do
  [ "$(head -c 4 "$file")" = $'\177ELF' ] || continue
  outside=$(ldd "$file" | grep -vE "linux-vdso|ld-linux|/lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so\.|=> $package/" || true)
  [ -z "$outside" ] || fail "$(basename "$file") needs $outside"
  pass
done

# Exported are the functions of the headers.
python3 -B "$root/tests/api/exports.py" "$package" || fail "exported names"
pass

# A header is there when its functions are.
header=false symbols=false
[ -e "$package/cxx/include/paddle_image_preprocess.h" ] && header=true
nm -DC "$package/cxx/lib/libpaddle_light_api_shared.so" >"$work/symbols.txt"
grep -q 'ImagePreprocess::imageResize' "$work/symbols.txt" && symbols=true
[ $header = $symbols ] || fail "paddle_image_preprocess.h: $header, its functions: $symbols"
pass

# Components that do not exist are not found.
for components in "light full" "light heavy"; do
  mkdir -p "$work/find"
  printf 'cmake_minimum_required(VERSION 3.10)\nproject(find CXX)\nfind_package(PaddleLite REQUIRED COMPONENTS %s)\n' \
    "$components" >"$work/find/CMakeLists.txt"
  found=true
  cmake -S "$work/find" -B "$work/find/build" -DCMAKE_PREFIX_PATH="$package" >"$work/out.txt" 2>"$work/err.txt" || found=false
  rm -rf "$work/find/build"
  if [ "$components" = "light full" ]; then
    $found || fail "find_package: $(cat "$work/err.txt")"
  else
    { ! $found && grep -q "there is no component 'heavy'" "$work/err.txt"; } || fail "find_package finds heavy: $(cat "$work/err.txt")"
  fi
  pass
done

# What vcpkg's port makes of a package with the contents of the light one, in which Conan's test program finds it.
mkdir "$work/light"
cp -rl "$package"/{cxx,lib,demo,LICENSE,NOTICE} "$work/light"
cmake -DPACKAGE="$work/light" -DOUTPUT="$work/port" -P "$root/tests/packages/vcpkg_port.cmake" >"$work/out.txt" 2>&1 ||
  fail "the port of vcpkg: $(cat "$work/out.txt")"
cmp "$root/LICENSE" "$work/port/share/paddle-lite/copyright" || fail "the port of vcpkg has another copyright"
{ cmake -S "$root/tools/conan/test_package" -B "$work/port_build" -DCMAKE_PREFIX_PATH="$work/port" &&
  cmake --build "$work/port_build" && "$work/port_build/use_package"; } >"$work/out.txt" 2>&1 ||
  fail "a program with the port of vcpkg: $(cat "$work/out.txt")"
grep -q "^Paddle Lite .*NOT_FOUND" "$work/out.txt" || fail "a program with the port of vcpkg: $(cat "$work/out.txt")"
rm -rf "$work/light" "$work/port" "$work/port_build"
pass

for text in "Lite 0." "contains Protocol Buffers" "uses gflags" "uses glog" "uses libunwind" "Neither the name of Google Inc."; do
  grep -qF "$text" "$package/NOTICE" || fail "NOTICE lacks '$text'"
done
pass
# The version is the same in the header, as text and as numbers, for CMake, for pkg-config, and in the name of the wheel.
macro() { sed -n "s/^#define PADDLE_LITE_VERSION_$1 \"\{0,1\}\([0-9.]*\)\"\{0,1\}$/\1/p" "$package/cxx/include/paddle_lite_version.h"; }
version=$(macro TEXT)
for other in "$(macro MAJOR).$(macro MINOR).$(macro PATCH)" \
  "$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")$/\1/p' "$package/lib/cmake/PaddleLite/PaddleLiteConfigVersion.cmake")" \
  "$(PKG_CONFIG_PATH=$package/lib/pkgconfig pkg-config --modversion paddle-lite)" \
  "$(PKG_CONFIG_PATH=$package/lib/pkgconfig pkg-config --modversion paddle-lite-full)" \
  "$(basename "$package"/python/install/dist/*.whl | cut -d- -f2)"; do
  [ -e "$package/python" ] || [ "$other" != "*.whl" ] || continue
  [ "$other" = "$version" ] || fail "the version is '$other' and '$version'"
  pass
done
# pkg-config finds the package where it is now, not where it was made.
mv "$package" "$work/moved"
flags=$(PKG_CONFIG_PATH=$work/moved/lib/pkgconfig pkg-config --cflags --libs paddle-lite-full)
for part in "-I$work/moved/" "-L$work/moved/" -lpaddle_full_api_shared; do
  [[ $flags == *"$part"* ]] || fail "pkg-config gives $flags, not $part"
done
mv "$work/moved" "$package"
pass

# --- models
"$build/tests/perf/materialise_zoo" mobilenet_v1_f "$work/model" >/dev/null

# compile COMPILER OUTPUT SOURCE FLAGS...
compile() {
  local compiler=$1 output=$2 source=$3
  shift 3
  "$compiler" -std=c++11 -w "$source" -o "$work/$output" -I"$package/cxx/include" \
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

# --- they run, and print the same
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
  # The tailored full program concatenates the file names without a slash.
  same "full gflags" "$bin/full_gflags" --model_dir="$work/optimised/"
  grep -qx 'Output dim: 1000' "$work/out.txt" || fail "$(cat "$work/out.txt")"
done
# The example of the reference loads the folder form. The available one is for a network with
# smaller images: the program reads and names it, then reports that the sizes do not fit.
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

# --- operators of the application, written as for Paddle Lite's source tree
g++ -std=c++11 -w -shared -fPIC -I"$package/cxx/include" "$programs/argmax_op.cpp" -o "$work/libargmax.so"
argmax() { # argmax AXIS: makes $work/argmax.nb
  printf 'input %%x: float[2,3]\nargmax(X=%%x) -> (Out=%%y) {Axis=%s}\noutput %%y\n' "$1" |
    "$package/bin/text_to_model" "$work/argmax"
  "$package/bin/opt" --model_dir="$work/argmax" --valid_targets=x86 --optimize_out_type=naive_buffer \
    --optimize_out="$work/argmax_opt" --custom_op_library="$work/libargmax.so"
}
argmax 1 >"$work/out.txt" 2>&1 || fail "$(cat "$work/out.txt")"
echo 1 5 2 9 3 4 >"$work/numbers.txt"
"$package/bin/benchmark_bin" --optimized_model_file="$work/argmax_opt.nb" --input_shape=2,3 --input_data_path="$work/numbers.txt" \
  --custom_op_library="$work/libargmax.so" --show_output_elem >"$work/out.txt" 2>&1 || fail "$(cat "$work/out.txt")"
grep -A1 -x 'out\[0\]\[0\]:1' "$work/out.txt" | grep -qx 'out\[0\]\[1\]:0' || fail "argmax: $(cat "$work/out.txt")"
if argmax 7 >"$work/out.txt" 2>&1; then
  "$package/bin/benchmark_bin" --optimized_model_file="$work/argmax_opt.nb" --input_shape=2,3 \
    --custom_op_library="$work/libargmax.so" >"$work/out.txt" 2>&1 && fail "argmax takes axis 7"
fi
grep -q 'CheckShape of argmax: expected param_.Axis < ' "$work/out.txt" || fail "$(cat "$work/out.txt")"
pass

# Their tests need no library of ours.
if g++ -std=c++14 -w -I"$package/cxx/include" -DFIND_FAILURES "$programs/argmax_test.cpp" -o "$work/argmax_test" -lgtest -lgtest_main \
  -lpthread 2>"$work/err.txt"; then
  "$work/argmax_test" --gtest_filter='Argmax.precision' >"$work/out.txt" || fail "$(cat "$work/out.txt")"
  if "$work/argmax_test" >"$work/out.txt"; then fail "the test of argmax finds nothing"; fi
  grep -q 'op argmax: out at 0: 2, expected 3' "$work/out.txt" && grep -q 'no kernel for the target' "$work/out.txt" ||
    fail "$(cat "$work/out.txt")"
  pass
elif [ -e /usr/include/gtest/gtest.h ]; then
  fail "$(cat "$work/err.txt")"
fi

# --- passes of the application, written as for Paddle Lite's source tree
for compiler in g++ clang++; do
  command -v $compiler >/dev/null || continue
  for source in fc_fuse_pass weight_pass; do
    $compiler -std=c++11 -Wall -Wextra -Werror -shared -fPIC -I"$package/cxx/include" "$programs/$source.cpp" \
      -o "$work/lib$source.so"
  done
  "$package/bin/text_to_model" "$work/product" <<'TEXT'
input %x: float[-1,2]
const %w: float[2,3] = range(0.5, 0.25)
const %b: float[3] = [1.0, 2.0, 3.0]
mul(X=%x, Y=%w) -> (Out=%p) {x_num_col_dims=1, y_num_col_dims=1}
elementwise_add(X=%p, Y=%b) -> (Out=%s) {axis=1}
relu(X=%s) -> (Out=%y)
output %y
TEXT
  if [ -e /usr/include/gtest/gtest.h ]; then
    $compiler -std=c++14 -Wall -Werror -I"$package/cxx/include" "$programs/pass_graph_test.cpp" -o "$work/pass_graph_test" \
      -lgtest -lgtest_main -lpthread
    "$work/pass_graph_test" >"$work/out.txt" || fail "$compiler: $(cat "$work/out.txt")"
  fi
  passes() { # passes LIBRARIES FLAGS...: what the passes did
    "$package/bin/opt" --model_dir="$work/product" --valid_targets=x86 --optimize_out_type=naive_buffer \
      --optimize_out="$work/product" --explain=true --verify=true --verify_each=true --custom_op_library="$1" "${@:2}" \
      >"$work/out.txt" 2>"$work/explained.txt"
  }
  passes "$work/libfc_fuse_pass.so" || fail "$compiler: $(cat "$work/out.txt" "$work/explained.txt")"
  grep -qx 'lite_fc_fuse_pass: 5 operators before, 4 after' "$work/explained.txt" || fail "$(cat "$work/explained.txt")"
  ! grep -q '^example_pass' "$work/explained.txt" || fail "a pass for another target ran"
  # One that changes results is found by --verify, and runs only if it is wanted.
  if passes "$work/libweight_pass.so"; then fail "--verify accepts a pass that doubles a weight"; fi
  grep -q '^verify y .*: DIFFERENT' "$work/out.txt" || fail "$(cat "$work/out.txt" "$work/explained.txt")"
  passes "$work/libweight_pass.so" --passes_internal=fuse_fc,fuse_fc_activation || fail "$(cat "$work/explained.txt")"
  # [1 1] * 2 w + b
  "$package/bin/opt" --model_dir="$work/product" --valid_targets=x86 --optimize_out_type=naive_buffer \
    --optimize_out="$work/product" --custom_op_library="$work/libweight_pass.so" >"$work/out.txt" 2>&1 || fail "$(cat "$work/out.txt")"
  echo 1 1 >"$work/numbers.txt"
  "$package/bin/benchmark_bin" --optimized_model_file="$work/product.nb" --input_shape=1,2 --input_data_path="$work/numbers.txt" \
    --show_output_elem >"$work/out.txt" 2>&1 || fail "$(cat "$work/out.txt")"
  for line in 'out[0][0]:4.5' 'out[0][1]:6.5' 'out[0][2]:8.5'; do
    grep -qxF "$line" "$work/out.txt" || fail "$line: $(cat "$work/out.txt")"
  done
  pass
done

# --- the demos, built as described in the package, without optimisation: compiling takes most of the time
export CXXFLAGS=-O0
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
same "demo mobile_full, two files" mobile_full/mobilenetv1_full_api --model_file="$work/optimised/model" \
  --param_file="$work/optimised/params"
for form in "1 3 224 224" "1 3 224 224 2 1" "1 3 224 224 2 1 1" "1,3,224,224 2 1 3 2 0 1"; do
  # shellcheck disable=SC2086
  same "demo mobile_light $form" mobile_light/mobilenetv1_light_api "$work/again.nb" $form
done
for line in '======= benchmark summary =======' '====== output summary ======' 'thread_num:2' 'output shape(NCHW):1,1000' 'mean value:0.001000'; do
  grep -qxF -e "$line" "$work/out.txt" || fail "mobile_light: no '$line' in $(cat "$work/out.txt")"
done
grep -q '^run_idx:2 / 2: .* ms$' "$work/out.txt" || fail "$(cat "$work/out.txt")"
mobile_light/mobilenetv1_light_api "$work/again.nb" 1,3,224,224 1 0 3 1 1 0 >"$work/out.txt" 2>&1
{ ! grep -q '^Output' "$work/out.txt" && grep -q '^is_opencl_backend_valid:' "$work/out.txt"; } || fail "$(cat "$work/out.txt")"
pass
# On OpenCL it prints the numbers of the processor.
if grep -qxF 'LITE_WITH_OPENCL:BOOL=ON' "$build/CMakeCache.txt" && compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null; then
  "$package/bin/text_to_model" "$work/convolutions" <<'TEXT'
input %x: float[-1,3,64,64]
const %f: float[32,3,3,3] = range(-0.4, 0.001)
const %g: float[8,32,3,3] = range(-0.1, 0.0001)
conv2d(Input=%x, Filter=%f) -> (Output=%c) {strides=[1,1], paddings=[1,1], dilations=[1,1], groups=1}
relu(X=%c) -> (Out=%r)
conv2d(Input=%r, Filter=%g) -> (Output=%y) {strides=[2,2], paddings=[1,1], dilations=[1,1], groups=1}
output %y
TEXT
  for target in x86 x86_opencl; do
    "$package/bin/opt" --model_dir="$work/convolutions" --valid_targets=$target --optimize_out_type=naive_buffer \
      --optimize_out="$work/$target" >"$work/out.txt" || fail "opt for $target"
  done
  grep -q '(opencl 6)' "$work/out.txt" || fail "opt chooses no kernels of OpenCL: $(cat "$work/out.txt")"
  mobile_light/mobilenetv1_light_api "$work/x86.nb" 1,3,64,64 1 0 3 1 0 1 >"$work/x86.txt"
  mobile_light/mobilenetv1_light_api "$work/x86_opencl.nb" 1,3,64,64 1 0 3 1 1 1 >"$work/opencl.txt"
  grep -qx 'is_opencl_backend_valid:true' "$work/opencl.txt" || fail "$(cat "$work/opencl.txt")"
  [ -s lite_opencl_programs.bin ] || fail "mobile_light keeps no programs of OpenCL"
  python3 - "$work/x86.txt" "$work/opencl.txt" <<'PYTHON' || fail "mobile_light on OpenCL"
import re, sys
x86, opencl = ([(name, float(value)) for name, value in
                re.findall(r"^(Output\[\d+\]|mean value|standard deviation): ?(\S+)$", open(path).read(), re.M)]
               for path in sys.argv[1:])
assert len(x86) == 84 and [name for name, _ in opencl] == [name for name, _ in x86], (x86, opencl)
for (name, expected), (_, found) in zip(x86, opencl):
    assert abs(found - expected) <= 1e-4 * abs(expected), (name, expected, found)
PYTHON
  pass
fi
make -s -C mobilenetv1_light_from_buffer
same "demo mobilenetv1_light_from_buffer" mobilenetv1_light_from_buffer/mobilenetv1_light_from_buffer "$work/again.nb"
for demo in mobile_{classify,detection} {ssd,yolov3,mask}_detection lac_demo quant_post_dynamic test_libs; do make -s -C $demo; done
preprocessing=
if $header; then
  make -s -C test_cv
  preprocessing="test_cv/test_img_prepross test_cv/test_model_cv"
fi
for demo in mobilenetv1_full/mobilenet_full_api mobilenetv1_light/mobilenet_light_api mobile_light/mobilenetv1_light_api \
  mobilenetv1_light_from_buffer/mobilenetv1_light_from_buffer mobile_full/mobilenetv1_full_api mobile_classify/mobile_classify \
  mobile_detection/mobile_detection ssd_detection/ssd_detection yolov3_detection/yolov3_detection \
  mask_detection/mask_detection lac_demo/lac_demo quant_post_dynamic/quant_post_dynamic test_libs/run.sh \
  test_libs/classification_{light,full}{,_shared} $preprocessing; do
  if "$demo" >/dev/null 2>"$work/err.txt"; then fail "$demo without arguments succeeds"; fi
  grep -q usage "$work/err.txt" || fail "$demo says $(cat "$work/err.txt")"
  pass
done
# A mistake is one line and status 1, in every demo.
one_line() { # one_line TEXT COMMAND...
  local text=$1 status=0
  shift
  "$@" >"$work/out.txt" 2>"$work/err.txt" || status=$?
  { [ $status -eq 1 ] && [ "$(wc -l <"$work/err.txt")" -eq 1 ] && grep -q "$text" "$work/err.txt"; } ||
    fail "$*: status $status: $(cat "$work/err.txt")"
  pass
}
one_line '28, 28, 1' mobile_light/mobilenetv1_light_api "$work/optimised.nb" 1 28 28 1
one_line '28, 28, 1' mobilenetv1_light/mobilenet_light_api "$work/optimised.nb" 1 28 28 1
one_line '28, 28, 1' mobilenetv1_full/mobilenet_full_api "$work/model" 1 28 28 1
one_line 'nowhere' mobile_light/mobilenetv1_light_api nowhere.nb
one_line 'nowhere' mobilenetv1_light_from_buffer/mobilenetv1_light_from_buffer nowhere.nb
one_line 'nowhere' mobilenetv1_light/mobilenet_light_api nowhere.nb
one_line 'nowhere' mobilenetv1_full/mobilenet_full_api nowhere
one_line 'nowhere' mobile_full/mobilenetv1_full_api --model_dir=nowhere
one_line '2 shapes' mobile_light/mobilenetv1_light_api "$work/optimised.nb" 1,3,224,224:1,2 1 0 3 1 0 1
for shapes in 1,x 1,3, , 1,,3; do
  one_line 'expected shapes' mobile_light/mobilenetv1_light_api "$work/optimised.nb" $shapes 1 0 3 1 0 1
done
one_line 'expected a number' mobile_light/mobilenetv1_light_api "$work/optimised.nb" 1,3,224,224 0 0 3 1 0 1
one_line '9 is not a power mode' mobile_light/mobilenetv1_light_api "$work/optimised.nb" 1,3,224,224 1 0 9 1 0 1
# Every library of the package finds the same classes.
for model in "$work/model" "$work/optimised.nb"; do
  test_libs/run.sh "$model" - 3 >"$work/out.txt" 2>"$work/err.txt" || fail "test_libs: $(cat "$work/err.txt")"
  [ "$(grep -c '^i: ' "$work/out.txt")" -eq 3 ] || fail "test_libs: $(cat "$work/out.txt")"
  ran=$(grep -c '^classification_.*: ok$' "$work/out.txt")
  [ "$ran" -eq "$([ -d "$model" ] && echo 4 || echo 2)" ] || fail "test_libs: $(cat "$work/out.txt")"
  pass
done
one_line 'nowhere' test_libs/run.sh nowhere.nb
for type in int8 int16; do
  quant_post_dynamic/quant_post_dynamic "$work/model" "$work/weights" $type >"$work/out.txt" 2>"$work/err.txt" ||
    fail "quant_post_dynamic: $(cat "$work/err.txt")"
  part=$(sed -n "s/^.*weights_$type.nb: [0-9]* bytes, \([0-9]*\)\.[0-9] %$/\1/p" "$work/out.txt")
  [ "$part" -lt $([ $type = int8 ] && echo 30 || echo 55) ] || fail "quant_post_dynamic: $(cat "$work/out.txt")"
  grep -q '^cosine similarity: \(0\.99\|1\.0\)' "$work/out.txt" || fail "quant_post_dynamic: $(cat "$work/out.txt")"
  pass
done
one_line "'int4', expected int8 or int16" quant_post_dynamic/quant_post_dynamic "$work/model" "$work/weights" int4
# Detection: networks whose boxes are known, one of the SSD kind (parts of the image), one of the YOLOv3 kind (pixels).
ppm() { # ppm WIDTH HEIGHT: a black image
  printf 'P6\n%d %d\n255\n' "$1" "$2"
  head -c $((3 * $1 * $2)) /dev/zero
}
network() { # network NAME: of the text on stdin
  "$package/bin/text_to_model" "$work/$1" &&
    bin/opt --model_dir="$work/$1" --valid_targets=x86 --optimize_out_type=naive_buffer --optimize_out="$work/$1" >"$work/opt.txt"
}
cd "$package"
network ssd <<'TEXT'
input %image: float[-1,3,-1,-1]
assign_value() -> (Out=%boxes) {shape=[3, 6], dtype=5, fp32_values=[15.0, 0.996098, 0.20053, 0.035052, 0.778075, 0.512087, 15.0, 0.935293, 0.13202, 0.51531, 0.751337, 0.996374, 7.0, 0.4, 0.1, 0.1, 0.2, 0.2]}
reduce_sum(X=%image) -> (Out=%sum) {dim=[0], keep_dim=false, reduce_all=true}
scale(X=%sum) -> (Out=%zero) {scale=0.0, bias=0.0, bias_after_scale=true}
elementwise_add(X=%boxes, Y=%zero) -> (Out=%found) {axis=-1}
output %found
TEXT
network yolo <<'TEXT'
input %image: float[-1,3,-1,-1]
input %size: int32[-1,2]
assign_value() -> (Out=%boxes) {shape=[3, 6], dtype=5, fp32_values=[1.0, 0.75, 10.5, 20.5, 110.5, 70.5, 0.0, 0.625, 0.0, 0.0, 5000.0, 5000.0, 9.0, 0.2, 1.0, 1.0, 9.0, 9.0]}
cast(X=%size) -> (Out=%sides) {in_dtype=2, out_dtype=5}
reduce_sum(X=%sides) -> (Out=%round) {dim=[0], keep_dim=false, reduce_all=true}
scale(X=%round) -> (Out=%none) {scale=1.0, bias=-1120.0, bias_after_scale=true}
reduce_sum(X=%image) -> (Out=%sum) {dim=[0], keep_dim=false, reduce_all=true}
scale(X=%sum) -> (Out=%zero) {scale=0.0, bias=0.0, bias_after_scale=true}
elementwise_add(X=%boxes, Y=%none) -> (Out=%some) {axis=-1}
elementwise_add(X=%some, Y=%zero) -> (Out=%found) {axis=-1}
output %found
TEXT
ppm 935 1241 >"$work/people.ppm"
demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/people.ppm" >"$work/out.txt"
diff "$work/out.txt" - <<'TEXT' || fail "mobile_detection, SSD"
running result:
detection image size: 935, 1241, detect object: person, score: 0.996098, location: x=187, y=43, width=540, height=592
detection image size: 935, 1241, detect object: person, score: 0.935293, location: x=123, y=639, width=579, height=597
TEXT
[ "$(wc -c <"$work/people_detection_result.ppm")" -eq "$(wc -c <"$work/people.ppm")" ] || fail "the image with boxes"
! cmp -s "$work/people_detection_result.ppm" "$work/people.ppm" || fail "no boxes in the image"
ppm 640 480 >"$work/animals.ppm"
printf 'dog\ncat\n' >"$work/labels.txt"
demo/cxx/mobile_detection/mobile_detection "$work/yolo.nb" "$work/animals.ppm" "$work/labels.txt" 0.3 >"$work/out.txt"
diff "$work/out.txt" - <<'TEXT' || fail "mobile_detection, YOLOv3"
running result:
detection image size: 640, 480, detect object: cat, score: 0.750000, location: x=10, y=20, width=100, height=50
detection image size: 640, 480, detect object: dog, score: 0.625000, location: x=0, y=0, width=640, height=480
TEXT
# The same under the names of the kinds, with results of their own.
demo/cxx/ssd_detection/ssd_detection "$work/ssd.nb" "$work/people.ppm" >"$work/out.txt"
[ "$(grep -c 'detect object: person' "$work/out.txt")" -eq 2 ] || fail "ssd_detection: $(cat "$work/out.txt")"
cmp "$work/people_detection_result.ppm" "$work/people_ssd_detection_result.ppm" || fail "the image of ssd_detection"
demo/cxx/yolov3_detection/yolov3_detection "$work/yolo.nb" "$work/animals.ppm" "$work/labels.txt" 0.3 >"$work/out.txt"
[ "$(grep -c 'detect object: ' "$work/out.txt")" -eq 2 ] && [ -e "$work/animals_yolov3_detection_result.ppm" ] ||
  fail "yolov3_detection: $(cat "$work/out.txt")"
pass
# The demo of CUDA, here on the processor. It is built with CMake, at the top of the folder.
"$build/tests/perf/materialise_zoo" yolov3_small_f "$work/yolo" >/dev/null
cmake -S demo/cxx -B "$work/cuda_demo" >/dev/null && cmake --build "$work/cuda_demo" >/dev/null || fail "the demo of CUDA"
"$work/cuda_demo/demo" "$work/yolo" "$work/animals.ppm" 224 >"$work/out.txt" 2>/dev/null || fail "the demo of CUDA: a run"
grep -q '^[1-9][0-9]* boxes: label, score, left, top, right, bottom$' "$work/out.txt" && grep -qE '^[0-9]+( [0-9.e-]+){5}$' "$work/out.txt" ||
  fail "the demo of CUDA: $(cat "$work/out.txt")"
pass
# Faces in a black image with a known box; the second network compares the mean of a face with its negative.
network face <<'TEXT'
input %image: float[-1,3,-1,-1]
assign_value() -> (Out=%boxes) {shape=[2, 6], dtype=5, fp32_values=[1.0, 0.9, 0.25, 0.25, 0.5, 0.75, 1.0, 0.3, 0.0, 0.0, 1.0, 1.0]}
reduce_sum(X=%image) -> (Out=%sum) {dim=[0], keep_dim=false, reduce_all=true}
scale(X=%sum) -> (Out=%zero) {scale=0.0, bias=0.0, bias_after_scale=true}
elementwise_add(X=%boxes, Y=%zero) -> (Out=%found) {axis=-1}
output %found
TEXT
network mask <<'TEXT'
input %face: float[-1,3,128,128]
reduce_mean(X=%face) -> (Out=%mean) {dim=[1, 2, 3], keep_dim=false, reduce_all=false}
scale(X=%mean) -> (Out=%negative) {scale=-1.0, bias=0.0, bias_after_scale=true}
stack(X=[%mean, %negative]) -> (Y=%both) {axis=1}
softmax(X=%both) -> (Out=%y) {axis=1}
output %y
TEXT
demo/cxx/mask_detection/mask_detection "$work/face.nb" "$work/mask.nb" "$work/animals.ppm" >"$work/out.txt" 2>"$work/err.txt" ||
  fail "mask_detection: $(cat "$work/err.txt")"
# The mean of black is -0.5: 1 / (1 + exp(-1)).
diff "$work/out.txt" - <<'TEXT' || fail "mask_detection"
detect face, location: x=160, y=120, width=160, height=240, wear mask: 1, prob: 0.731059
TEXT
! cmp -s "$work/animals_mask_detection_result.ppm" "$work/animals.ppm" || fail "no box around the face"
pass
# Words: a network that knows four characters and a number, with the inputs and outputs of LAC's.
network lac <<'TEXT'
input %words: int64[-1,1]
const %table: float[6,6] = [0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 9]
const %moves: float[8,6] = random(1, -0.001, 0.001)
lookup_table(W=%table, Ids=%words) -> (Out=%emission) {padding_idx=-1}
crf_decoding(Emission=%emission, Transition=%moves) -> (ViterbiPath=%tags)
output %tags
TEXT
mkdir "$work/conf"
printf '0\tOOV\n1\t北\n2\t京\n3\t我\n4\t爱\n5\t2\n' >"$work/conf/word.dic"
printf '0\tLOC-B\n1\tLOC-I\n2\tr-B\n3\tv-B\n4\tO\n5\tm-B\n' >"$work/conf/tag.dic"
printf '２\t2\n' >"$work/conf/q2b.dic"
printf '我爱北京\n\n２北京x\xff京\n爱\r\n' >"$work/sentences.txt"
printf '我/r 爱/v 北京/LOC\n２/m 北京/LOC x/O \xff/O 京/LOC\n爱/v\n' >"$work/words.txt"
lac() { demo/cxx/lac_demo/lac_demo "$work/lac.nb" "$work/conf" "$@"; }
for options in "" 2 "8 2" "2 1 0 0 3"; do
  # shellcheck disable=SC2086
  lac "$work/sentences.txt" $options >"$work/out.txt" 2>"$work/err.txt" || fail "lac_demo $options: $(cat "$work/err.txt")"
  cmp "$work/out.txt" "$work/words.txt" || fail "lac_demo $options: $(cat "$work/out.txt")"
done
lac - 2 1 3 1 <"$work/sentences.txt" >"$work/out.txt"
grep -q '^average: .* ms$' "$work/out.txt" && [ "$(wc -l <"$work/out.txt")" -eq 4 ] || fail "lac_demo: $(cat "$work/out.txt")"
one_line "found '0'" lac "$work/sentences.txt" 0
one_line 'nowhere' lac "$work/nowhere.txt"
one_line 'declares float' demo/cxx/lac_demo/lac_demo "$work/optimised.nb" "$work/conf" "$work/sentences.txt"
one_line 'word.dic' demo/cxx/lac_demo/lac_demo "$work/lac.nb" "$work/none" "$work/sentences.txt"
sed -i 1d "$work/conf/word.dic"
one_line 'no line for OOV' lac "$work/sentences.txt"
echo x >>"$work/conf/tag.dic"
one_line 'expected two fields' lac "$work/sentences.txt"
pass
# Images of other formats, and damaged ones, with the stb headers.
if [ -e /usr/include/stb/stb_image.h ]; then
  python3 - "$work" <<'PYTHON'
import struct, sys, zlib
def png(path, width, height, depth, colour, row, idat=None):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    data = zlib.compress((b"\0" + row) * height) if idat is None else idat
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)) +
                chunk(b"IDAT", data) + chunk(b"IEND", b""))
work = sys.argv[1]
png(work + "/black.png", 640, 480, 8, 2, bytes(640 * 3))
png(work + "/black16.png", 640, 480, 16, 2, bytes(640 * 6))
png(work + "/alpha.png", 640, 480, 8, 6, bytes([0, 0, 0, 255]) * 640)
# Black with the opacity of 40 %, and the same laid on white.
png(work + "/veil.png", 640, 480, 8, 6, bytes([0, 0, 0, 102]) * 640)
png(work + "/veil_on_white.png", 640, 480, 8, 2, bytes([153] * 3) * 640)
png(work + "/grey.png", 640, 480, 8, 0, bytes(640))
png(work + "/empty.png", 0, 0, 8, 2, b"")
png(work + "/huge.png", 30000, 30000, 8, 2, b"", idat=b"x")
png(work + "/damaged.png", 640, 480, 8, 2, b"", idat=b"no deflate")
open(work + "/short.png", "wb").write(open(work + "/black.png", "rb").read()[:60])
open(work + "/nothing.png", "wb").close()
# Cyan 0, magenta and yellow 255, key 0, as Adobe's programs write it.
open(work + "/cmyk.jpg", "wb").write(bytes.fromhex(
    "ffd8ffee000e41646f626500640000000000ffdb0043000302020302020303030304030304050805050404050a070706080c0a0c0c0b0a0b0b0d0e12100d"
    "0e110e0b0b1016101113141515150c0f171816141812141514ffc000140800080008044311004d11005911004b1100ffc4001400010000000000000000"
    "0000000000000009ffc40014100100000000000000000000000000000000ffda000e0443004d0059004b00003f0054c550aa2a6fffd9"))
open(work + "/red.ppm", "wb").write(b"P6\n8 8\n255\n" + bytes([255, 0, 0]) * 64)
PYTHON
  for name in black black16 alpha; do
    demo/cxx/yolov3_detection/yolov3_detection "$work/yolo.nb" "$work/$name.png" "$work/labels.txt" 0.3 >"$work/again.txt" 2>"$work/err.txt" ||
      fail "$name.png: $(cat "$work/err.txt")"
    grep -q '640, 480, detect object: cat' "$work/again.txt" || fail "$name.png: $(cat "$work/again.txt")"
    cmp "$work/${name}_yolov3_detection_result.ppm" "$work/animals_yolov3_detection_result.ppm" || fail "$name.png"
  done
  for name in veil veil_on_white; do
    demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/$name.png" >/dev/null
  done
  cmp "$work/veil_detection_result.ppm" "$work/veil_on_white_detection_result.ppm" || fail "transparent pixels"
  for name in cmyk.jpg red.ppm; do demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/$name" >/dev/null; done
  cmp "$work/cmyk_detection_result.ppm" "$work/red_detection_result.ppm" || fail "an image in CMYK"
  for name in grey empty huge damaged short nothing; do
    status=0
    demo/cxx/yolov3_detection/yolov3_detection "$work/yolo.nb" "$work/$name.png" >"$work/out.txt" 2>"$work/err.txt" || status=$?
    { [ $status -eq 1 ] && [ "$(wc -l <"$work/err.txt")" -eq 1 ] && grep -q "$name.png" "$work/err.txt"; } ||
      fail "$name.png: status $status: $(cat "$work/err.txt")"
  done
  pass
fi
# The same veil as WebP, and files that only begin as one, of which the last has 16384 x 16384 pixels. Without libwebp, the
# message says what is missing.
printf 'RIFF\020\0\0\0WEBPVP8L' >"$work/begun.webp"
printf 'RIFF\032\0\0\0WEBPVP8L\015\0\0\0/\377\377\377\017\0\0\0\0\0\0\0\0\0' >"$work/huge.webp"
cat >"$work/webp.c" <<'TEXT'
#include <stdio.h>
#include <stdlib.h>
#include <webp/encode.h>
int main(int argc, char** argv) {
  uint8_t* pixels = calloc(640 * 480, 4);
  uint8_t* bytes = NULL;
  for (int i = 0; i < 640 * 480; ++i) pixels[4 * i + 3] = 102;
  const size_t size = WebPEncodeLosslessRGBA(pixels, 640, 480, 640 * 4, &bytes);
  return fwrite(bytes, 1, size, stdout) == size && size > 0 ? 0 : 1;
}
TEXT
if gcc "$work/webp.c" -o "$work/webp" -lwebp 2>/dev/null; then
  "$work/webp" >"$work/leaf.webp"
  demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/leaf.webp" >/dev/null
  cmp "$work/leaf_detection_result.ppm" "$work/veil_on_white_detection_result.ppm" || fail "WebP"
  head -c 40 "$work/leaf.webp" >"$work/short.webp"
  one_line 'short.webp is damaged' demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/short.webp"
  one_line 'begun.webp is damaged' demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/begun.webp"
  one_line 'huge.webp is empty or too large' demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/huge.webp"
fi
rm demo/cxx/mobile_detection/mobile_detection
make -s -C demo/cxx/mobile_detection WEBP=no
one_line 'begun.webp is a WebP image.*libwebp-dev' demo/cxx/mobile_detection/mobile_detection "$work/ssd.nb" "$work/begun.webp"
if $header; then
  mkdir "$work/cv"
  # Two pixels, red and green, mirrored and turned around.
  printf 'P6\n2 1\n255\n\377\0\0\0\377\0' >"$work/two.ppm"
  demo/cxx/test_cv/test_img_prepross "$work/two.ppm" "$work/cv" 2 3 2 1 1 180 >"$work/out.txt"
  for name in convert resize rotate flip crop; do
    grep -q "^$name: avg .* ms, min .* ms$" "$work/out.txt" || fail "test_img_prepross: $(cat "$work/out.txt")"
  done
  cmp "$work/cv/resize.ppm" "$work/two.ppm" && cmp "$work/cv/rotate.ppm" <(printf 'P6\n2 1\n255\n\0\377\0\377\0\0') ||
    fail "test_img_prepross: the images"
  demo/cxx/test_cv/test_model_cv "$work/mask.nb" "$work/animals.ppm" 1 3 128 128 >"$work/out.txt" 2>"$work/err.txt" ||
    fail "test_model_cv: $(cat "$work/err.txt")"
  grep -qx 'output_num: 1' "$work/out.txt" && grep -q '^i: 1, out: 0\.' "$work/out.txt" || fail "test_model_cv: $(cat "$work/out.txt")"
  pass
fi
if demo/cxx/mobile_detection/mobile_detection "$work/optimised.nb" "$work/animals.ppm" >"$work/out.txt" 2>"$work/err.txt"; then
  fail "mobile_detection takes a classifier"
fi
pass
cd demo/cxx
# What the OCR demo reads is tested in tests/ocr; here, that the package builds it, in both ways.
make -s -C ocr
cmake -S ocr -B ocr/build -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build ocr/build >/dev/null
for demo in ocr/ocr ocr/build/ocr; do
  "$demo" --help | grep -q '^usage: ocr' || fail "$demo --help"
  status=0
  "$demo" --models "$work/none" ocr/images/tilt.png >/dev/null 2>"$work/err.txt" || status=$?
  { [ $status -eq 1 ] && grep -q 'none/keys.txt' "$work/err.txt"; } || fail "$demo: $status $(cat "$work/err.txt")"
  pass
done
echo "[  PASSED  ] $checks tests."
