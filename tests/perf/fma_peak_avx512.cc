#include "lite/backends/x86/simd_avx512.h"
#include "tests/perf/fma_peak.h"

namespace paddle::lite::x86 {

#include "tests/perf/fma_peak.inc"

double SpinAvx512() { return Spin(); }

}  // namespace paddle::lite::x86
