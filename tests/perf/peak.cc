#include "tests/perf/peak.h"

#include <algorithm>
#include <chrono>

#include "tests/perf/fma_peak.h"

namespace paddle::lite::x86 {

double PeakGflops(Isa isa) {
  using Clock = std::chrono::steady_clock;
  double best = 0;
  for (int i = 0; i < 4; ++i) {
    const Clock::time_point begin = Clock::now();
    const double flops = isa.Has(kAvx512Isa) ? SpinAvx512()
                         : isa.Has(kAvx2Isa) ? SpinAvx2()
                                             : SpinBaseline();
    const std::chrono::duration<double, std::nano> spent = Clock::now() - begin;
    best = std::max(best, flops / spent.count());
  }
  return best;
}

}  // namespace paddle::lite::x86
