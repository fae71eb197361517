// The activations supported by normalisations, with alpha 0.5.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace paddle::lite::test {

using NormActivation = std::pair<const char*, double (*)(double)>;

inline std::vector<NormActivation> NormActivations() {
  return {{"relu", [](double x) { return std::max(x, 0.0); }},
          {"relu6", [](double x) { return std::clamp(x, 0.0, 0.5); }},
          {"leaky_relu", [](double x) { return x > 0 ? x : 0.5 * x; }}};
}

}  // namespace paddle::lite::test
