#!/usr/bin/env bash
# headers.sh BUILD_DIR: the public headers parse as C++11 and C++17 with every compiler here, without warnings, and
# no define that the documented Makefiles pass changes the layout of a class.
set -euo pipefail
build=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/include"
cp "$root"/lite/api/paddle_*.h "$root"/lite/core/paddle_*.h "$root"/lite/base/paddle_*.h \
  "$build"/generated/include/paddle_{use_*,lite_version}.h "$work/include"

cat >"$work/sizes.cc" <<'TEXT'
#include <paddle_api.h>
#include <paddle_device_info.h>
#include <paddle_image_preprocess.h>
#include <paddle_lite_factory_helper.h>
#include <paddle_lite_version.h>
#include <paddle_log.h>
#include <paddle_use_kernels.h>
#include <paddle_use_ops.h>
#include <paddle_use_passes.h>

#include <cstdio>
using namespace paddle::lite_api;
// The mangled names carry the sizes into the object file; nothing needs to run.
#define KEEP(type) void Keep(char (*)[sizeof(type)], type*) {}
KEEP(Tensor) KEEP(ConfigBase) KEEP(CxxConfig) KEEP(MobileConfig) KEEP(CxxModelBuffer) KEEP(XpuConfig)
KEEP(Place) KEEP(PaddlePredictor) KEEP(Status) KEEP(Error) KEEP(CustomAllocator) KEEP(LogMessage)

#undef UNUSED  // users' programs may define their own
static_assert(PADDLE_LITE_VERSION >= 100 && sizeof(PADDLE_LITE_VERSION_TEXT) >= 6, "");
static_assert(static_cast<int>(TargetType::NUM) == 19, "");
void Use() {
  std::vector<Place> places{TARGET(kARM), Place{TARGET(kX86), PRECISION(kInt8), DATALAYOUT(kNHWC)}};
  CxxConfig config;
  config.set_valid_places(places);
  config.set_power_mode(LITE_POWER_HIGH);
  config.set_power_mode(PowerMode::LITE_POWER_HIGH);
}
TEXT

checks=0
reference=
compilers=$(for c in g++ clang++ aarch64-linux-gnu-g++; do command -v $c || true; done)
defines="-DLITE_WITH_ARM -DLITE_WITH_LIGHT_WEIGHT_FRAMEWORK -DLITE_WITH_LINUX -DARM_WITH_OMP -DHPPL_STUB_FUNC \
  -DPADDLE_DISABLE_PROFILER -DPADDLE_NO_PYTHON -DPADDLE_WITH_TESTING -DLITE_WITH_X86 -DLITE_WITH_CUDA -DLITE_WITH_MLU \
  -DLITE_WITH_XPU -DLITE_WITH_OPENCL -DLITE_WITH_METAL -DLITE_WITH_NNADAPTER -DLITE_WITH_LOG -DLITE_WITH_EXCEPTION"
for compiler in $compilers; do
  for standard in c++11 c++17; do
    for flags in "" "$defines"; do
      # shellcheck disable=SC2086
      "$compiler" -std=$standard -Wall -Wextra -pedantic -Werror -I"$work/include" $flags -c "$work/sizes.cc" \
        -o "$work/sizes.o"
      sizes=$(nm "$work/sizes.o" | grep -o '_Z4KeepPA[0-9]*_c.*' | sort)
      case $compiler in *aarch64*) ;; *)
        reference=${reference:-$sizes}
        if [ "$sizes" != "$reference" ]; then
          printf 'sizes with %s -std=%s %s:\n%s\nexpected:\n%s\n' "$compiler" $standard "$flags" "$sizes" "$reference" >&2
          exit 1
        fi
        ;;
      esac
      checks=$((checks + 1))
    done
  done
done
# An ignored Status is worth a warning in every standard.
printf '#include "paddle_status.h"\npaddle::lite_api::Status F();\nvoid G() { F(); }\n' >"$work/ignored.cc"
for compiler in $compilers; do
  for standard in c++11 c++14 c++17; do
    if "$compiler" -std=$standard -Wall -Werror -I"$work/include" -fsyntax-only "$work/ignored.cc" 2>"$work/ignored.txt"; then
      echo "$compiler -std=$standard does not warn of an ignored Status" >&2
      exit 1
    fi
    grep -q unused-result "$work/ignored.txt" || { cat "$work/ignored.txt" >&2; exit 1; }
    checks=$((checks + 1))
  done
done
# Each header is self-contained.
for header in "$work"/include/*.h; do
  echo "#include \"$(basename "$header")\"" >"$work/single.cc"
  g++ -std=c++11 -Wall -Wextra -pedantic -Werror -I"$work/include" -fsyntax-only "$work/single.cc"
  checks=$((checks + 1))
done
[ "$(echo "$reference" | wc -l)" -ge 11 ]
# The C interface is C.
for standard in c99 c11; do
  echo '#include "paddle_pass.h"' >"$work/single.c" # with paddle_custom_op.h and paddle_c_api.h
  gcc -std=$standard -Wall -Wextra -pedantic -Wstrict-prototypes -Werror -I"$work/include" -fsyntax-only "$work/single.c"
  checks=$((checks + 1))
done

# The examples of the guide compile: each block becomes a function.
awk '
  BEGIN { print "#include <cstdio>\n#include \"paddle_api.h\"\n#include \"paddle_device_info.h\"\n#include \"paddle_image_preprocess.h\"\n#include \"paddle_log.h\"\nusing namespace paddle::lite_api;" }
  BEGIN { print "std::shared_ptr<PaddlePredictor> predictor;" }
  /^```c\+\+/ { inside = 1; print "void Example" ++n "() {"; next }
  /^```/ && inside { inside = 0; print "}"; next }
  inside && !/^#include/ && !/^using/
  END { exit n < 3 }
' "$root/docs/cxx_api.md" >"$work/guide.cc"
g++ -std=c++11 -Wall -Wno-unused-variable -Wno-unused-but-set-variable -Werror -I"$work/include" -fsyntax-only "$work/guide.cc"
checks=$((checks + 1))
echo "[  PASSED  ] $checks tests."
