#include "lite/backends/x86/simd_baseline.h"
#include "tests/perf/fma_peak.h"

namespace paddle::lite::x86 {

#include "tests/perf/fma_peak.inc"

double SpinBaseline() { return Spin(); }

}  // namespace paddle::lite::x86
