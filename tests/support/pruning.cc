#include "tests/support/pruning.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace paddle::lite::test {

int PruneFilters(double share, model::Model* model) {
  int filters = 0;
  for (const model::OpDesc& op : model->program.blocks[0].ops) {
    if (op.type != "conv2d") continue;
    const auto slot = op.inputs.find("Filter");
    if (slot == op.inputs.end() || slot->second.size() != 1) continue;
    const auto found = model->params.find(slot->second[0]);
    if (found == model->params.end() || found->second.precision() != PrecisionType::kFloat)
      continue;
    Tensor& filter = found->second;
    if (filter.dims().rank() != 4 || filter.dims().Count(2, 4) != 1) continue;
    std::vector<float> magnitudes(static_cast<size_t>(filter.numel()));
    float* weights = filter.mutable_data<float>();
    std::transform(weights, weights + filter.numel(), magnitudes.begin(),
                   [](float w) { return std::fabs(w); });
    std::sort(magnitudes.begin(), magnitudes.end());
    const auto zeros = static_cast<size_t>(std::ceil(share * static_cast<double>(filter.numel())));
    if (zeros == 0) continue;
    const float limit = magnitudes[std::min(zeros, magnitudes.size()) - 1];
    for (int64_t i = 0; i < filter.numel(); ++i) {
      if (std::fabs(weights[i]) <= limit) weights[i] = 0;
    }
    ++filters;
  }
  return filters;
}

}  // namespace paddle::lite::test
