#include "lite/backends/x86/simd_avx2.h"
#include "tests/perf/fma_peak.h"

namespace paddle::lite::x86 {

#include "tests/perf/fma_peak.inc"

double SpinAvx2() { return Spin(); }

}  // namespace paddle::lite::x86
