#!/usr/bin/env bash
# tiny_package.sh BUILD_DIR: a tiny publish of the light library, without logs, exceptions and
# visible third-party packages: checks its dependencies, exports, load-time code, size, and errors.
# Objects come from ccache if it is installed. BUILD_DIR supplies the model that is run.
set -euo pipefail
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0
pass() { checks=$((checks + 1)); }
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# tools/test.sh lets it continue in the folder of the preset light-min, whose settings are the same.
light=${LITE_LIGHT_BUILD_DIR:-$work/build}
hidden=()
for package in Protobuf gflags glog GTest Python3 OpenBLAS BLAS; do
  hidden+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON")
done
generator=()
if command -v ninja >/dev/null; then generator=(-G Ninja); fi
cmake -S "$root" -B "$light" ${generator[@]+"${generator[@]}"} -DCMAKE_BUILD_TYPE=MinSizeRel \
  -DLITE_ON_TINY_PUBLISH=ON -DLITE_WITH_LOG=OFF -DLITE_WITH_EXCEPTION=OFF -DLITE_BUILD_TAILOR=OFF "${hidden[@]}" --no-warn-unused-cli \
  >"$work/configure.log" 2>&1 || { cat "$work/configure.log" >&2; exit 1; }
cmake --build "$light" --target publish_inference -- -j"$(nproc)" >"$work/build.log" 2>&1 ||
  { tail -n 40 "$work/build.log" >&2; exit 1; }
pass
if cmake -S "$root" -B "$work/refused" -DLITE_ON_TINY_PUBLISH=ON -DLITE_WITH_TESTING=ON >"$work/refused.log" 2>&1; then
  fail "a tiny publish with tests configures"
fi
pass

package=$(echo "$light"/inference_lite_lib*)
library=$package/cxx/lib/libpaddle_light_api_shared.so
[ "$(ls "$package/cxx/lib")" = libpaddle_light_api_shared.so ] || fail "$(ls "$package/cxx/lib")"
[ ! -e "$package/demo/cxx/mobile_full" ] && [ ! -e "$package/demo/cxx/quant_post_dynamic" ] || fail "a tiny package has a full demo"
pass

# --- the library
needed=$(readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
foreign=$(echo "$needed" | grep -vE '^(libc|libm|libstdc\+\+|libgcc_s|libpthread|ld-linux[a-z0-9-]*)\.so' || true)
[ -z "$foreign" ] || fail "it needs $foreign"
pass
foreign=$(nm -D --defined-only "$library" | awk '{print $3}' |
  grep -vE '^(_ZN6paddle|_ZNK6paddle|_ZT[ISV]N6paddle|.*touch_|.*mir_pass_|PDL_)' || true)
[ -z "$foreign" ] || fail "it exports $foreign"
pass
[ -z "$(nm "$library" 2>/dev/null)" ] || fail "it is not stripped"
pass
# One entry is the compiler's (frame_dummy); any other would be a static constructor of the library.
entries=$(readelf -SW "$library" | awk '$2 == ".init_array" || $3 == ".init_array" {print}' |
  sed -E 's/.*INIT_ARRAY +[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+).*/\1/')
pointer=$(readelf -h "$library" | grep -q ELF64 && echo 8 || echo 4)
[ $((16#${entries:-0} / pointer)) -le 1 ] || fail "$((16#$entries / pointer)) functions run when it is loaded"
constructors=$(find "$light" -name '*.o' -exec nm -C {} + 2>/dev/null | grep _GLOBAL__sub_I || true)
[ -z "$constructors" ] || fail "constructors at namespace scope: $constructors"
pass
size=$(stat -c %s "$library")
echo "libpaddle_light_api_shared.so: $size bytes"

# --- errors: the documented calls print and abort, their twins return
cat >"$work/mistakes.cc" <<'TEXT'
#include <stdio.h>
#include <stdlib.h>
#include "paddle_api.h"
using namespace paddle::lite_api;
int main(int argc, char** argv) {
  const int mistake = atoi(argv[1]);
  MobileConfig config;
  if (mistake == 0) CreatePaddlePredictor<MobileConfig>(config);
  config.set_model_from_file("/no/such/model.nb");
  std::shared_ptr<PaddlePredictor> predictor;
  const Status status = TryCreatePaddlePredictor(config, &predictor);
  printf("%s\n", status.ToString().c_str());
  if (status.code() != StatusCode::kNotFound || predictor) return 3;
  if (mistake == 1) CreatePaddlePredictor<MobileConfig>(config);
  if (mistake == 2) config.set_model_buffer(nullptr, 0, nullptr, 0);
  config.set_model_from_file(argv[2]);
  predictor = CreatePaddlePredictor<MobileConfig>(config);
  if (mistake == 3) predictor->GetInput(-1);
  if (mistake == 4) predictor->GetOutput(5);
  if (mistake == 5) predictor->Run();
  std::unique_ptr<Tensor> input = predictor->GetInput(0);
  if (mistake == 6) input->Resize({-1, 3, 12, 10});
  if (mistake == 7) input->mutable_data<float>();
  input->Resize({1, 3, 12, 10});
  input->mutable_data<int64_t>();
  if (mistake == 8) predictor->Run();
  if (predictor->TryRun().ok()) return 4;
  if (mistake == 9) predictor->SaveOptimizedModel("x");
  float* data = input->mutable_data<float>();
  for (int i = 0; i < 360; ++i) data[i] = 0.5f;
  predictor->Run();
  std::unique_ptr<const Tensor> output = predictor->GetOutput(0);
  if (mistake == 10) predictor.reset(), output->shape();
  printf("ran: %f\n", output->data<float>()[0]);
  return 0;
}
TEXT
g++ -std=c++11 -Wall "$work/mistakes.cc" -o "$work/mistakes" -I"$package/cxx/include" -L"$package/cxx/lib" \
  -lpaddle_light_api_shared -Wl,-rpath,"$package/cxx/lib"
model=$root/tests/data/formats/nb/f18_convnet.x86.2.13rc0.nb
texts=("no model was set" "/no/such/model.nb" "null" "The network has 1 inputs" "The network has 1 outputs" \
  "'image'" "-1" "call Resize first" "int64_t" "CxxConfig" "destroyed")
for i in "${!texts[@]}"; do
  status=0
  "$work/mistakes" "$i" "$model" >"$work/out.txt" 2>"$work/err.txt" || status=$?
  [ $status -eq 134 ] || fail "mistake $i: exit status $status; $(cat "$work/out.txt" "$work/err.txt")"
  [ "$(wc -l <"$work/err.txt")" -eq 1 ] || fail "mistake $i prints $(cat "$work/err.txt")"
  grep -qF -e "${texts[$i]}" "$work/err.txt" || fail "mistake $i says $(cat "$work/err.txt")"
  pass
done
"$work/mistakes" 99 "$model" | grep -q '^ran: ' || fail "without a mistake it does not run"
pass

# --- tailored to two models, it is smaller, runs both, and reports what another model would need
opt=$build/lite/api/opt
[ -x "$opt" ] || cmake --build "$build" --target opt >/dev/null
mkdir "$work/set"
cp -r "$root/tests/data/formats/paddle/f18_convnet" "$root/tests/models/digits/fluid_qat" "$work/set"
"$opt" --model_set_dir="$work/set" --model_filename=__model__ --param_filename=__params__ --valid_targets=x86,arm \
  --optimize_out_type=naive_buffer --optimize_out="$work/tailored" --record_tailoring_info=true >/dev/null
for list in ops_list ops_source_list kernels_list kernels_source_list; do
  sort -u "$work"/tailored/*/.tailored_$list | LC_ALL=C sort | cmp -s - "$work/tailored/.tailored_$list" ||
    fail "the set's .tailored_$list is not the union of its members' lists"
done
pass
# configure_with FOLDER: a tailored build of those lists.
configure_with() { cmake -S "$root" -B "$light" -DLITE_BUILD_TAILOR=ON -DLITE_OPTMODEL_DIR="$1" 2>&1; }
# says TEXT COMMAND...: the command fails with that text, regardless of line breaks.
says() {
  local text=$1 output
  shift
  if output=$("$@" 2>&1); then fail "succeeds: $*"; fi
  tr -s ' \n' ' ' <<<"$output" | grep -qF -e "$text" || fail "$* says $output"
  pass
}
says "needs LITE_OPTMODEL_DIR" configure_with ""
says "holds no .tailored_ops_list" configure_with "$work/set"
cp -r "$work/tailored" "$work/foreign"
echo "relu,kOpenCL,kFP16,kImageDefault,image" >>"$work/foreign/.tailored_kernels_list"
configure_with "$work/foreign" >/dev/null
says "names what this build lacks: relu,kOpenCL,kFP16,kImageDefault,image Convert the models" \
  cmake --build "$light" --target publish_inference
configure_with "$work/tailored" >/dev/null
cmake --build "$light" --target publish_inference -- -j"$(nproc)" >"$work/build.log" 2>&1 ||
  { tail -n 40 "$work/build.log" >&2; exit 1; }
echo "tailored to two small networks: $(stat -c %s "$library") bytes"
[ "$(stat -c %s "$library")" -lt $((size * 2 / 3)) ] || fail "tailoring saves nothing"
"$root/tools/size_report" --check "$root/docs/measurements/size.md" --name "stage light, two networks" "$library" ||
  fail "the tailored library is over its bound"
pass
"$work/mistakes" 99 "$work/tailored/f18_convnet.nb" | grep -q '^ran: ' || fail "the tailored library does not run its model"
pass
sed 's/{1, 3, 12, 10}/{1, 1, 28, 28}/; s/360/784/' "$work/mistakes.cc" >"$work/digits.cc"
g++ -std=c++11 "$work/digits.cc" -o "$work/digits" -I"$package/cxx/include" -L"$package/cxx/lib" -lpaddle_light_api_shared \
  -Wl,-rpath,"$package/cxx/lib"
"$work/digits" 99 "$work/tailored/fluid_qat.nb" | grep -q '^ran: ' || fail "the tailored library does not run the int8 model"
pass
# A model of its operators with a kernel that it lacks.
LC_ALL=C sed 's|layout/nhwc2nchw/|layout/nhwc2nchv/|' "$work/tailored/fluid_qat.nb" >"$work/foreign.nb"
if "$work/digits" 99 "$work/foreign.nb" >/dev/null 2>"$work/err.txt"; then
  fail "the tailored library runs a model whose kernels it lacks"
fi
grep -q 'layout (#.*no operator io_copy.*kernels that this build lacks, \[layout/nhwc2nchv/1/4/1\]' "$work/err.txt" ||
  fail "$(cat "$work/err.txt")"
pass
if "$work/mistakes" 99 "$root/tests/data/formats/nb/f18_while.x86.2.13rc0.nb" >/dev/null 2>"$work/err.txt"; then
  fail "the tailored library runs another model"
fi
grep -q 'while (#.*LITE_BUILD_TAILOR' "$work/err.txt" || fail "$(cat "$work/err.txt")"
pass
echo "[  PASSED  ] $checks tests."
