// How many vectors the panels of a product have: for its plan, and for opt, which lists the
// tiles that a library needs.
#pragma once

#include <algorithm>
#include <cstdint>

namespace paddle::lite {

// The vectors of a panel at most, if there are `vecs` vectors of output channels and tiles of up to
// `max_vecs`. Three are better than four and a rest, two for few vectors.
inline int64_t PanelVecs(int64_t vecs, int64_t max_vecs) {
  const int64_t most = std::min(max_vecs, vecs);
  if (most != 4 || vecs % 4 == 0) return most;
  if (vecs % 3 == 0) return 3;
  return vecs % 2 == 0 && vecs < 12 ? 2 : most;
}

}  // namespace paddle::lite
