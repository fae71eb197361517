#include "lite/operators/bipartite_match.h"

#include <algorithm>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class BipartiteMatchKernel final : public KernelFor<operators::BipartiteMatch> {
 public:
  Status RunOp(const operators::BipartiteMatch& op, const RunContext&) override {
    return VisitElementType<RealTypes>("DistMat", op.dist_mat->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const LoD& lod = op.dist_mat->lod();
      const int64_t columns = op.dist_mat->dims()[1];
      int32_t* indices = op.indices->mutable_data<int32_t>();
      T* dist = op.dist->mutable_data<T>();
      std::fill_n(indices, op.indices->numel(), -1);
      std::fill_n(dist, op.dist->numel(), T{0});
      for (int64_t p = 0; p < op.indices->dims()[0]; ++p) {
        const size_t i = static_cast<size_t>(p);
        const int64_t begin = lod.empty() ? 0 : static_cast<int64_t>(lod[0][i]);
        const int64_t end =
            lod.empty() ? op.dist_mat->dims()[0] : static_cast<int64_t>(lod[0][i + 1]);
        const T* matrix = op.dist_mat->data<T>() + begin * columns;
        Match(matrix, end - begin, columns, indices + p * columns, dist + p * columns);
        if (op.match_type == "per_prediction") {
          MatchColumns(matrix, end - begin, columns, static_cast<T>(op.dist_threshold),
                       indices + p * columns, dist + p * columns);
        }
      }
    });
  }

 private:
  // Distances below count as none. NaN is not below, but is never the greatest.
  static constexpr double kLeast = 1e-6;

  // Sorting all pairs once takes less time than a search for each match. The order is that of the
  // searches: the greatest distance, then the first column, then the first row.
  template <typename T>
  void Match(const T* matrix, int64_t rows, int64_t columns, int32_t* indices, T* dist) {
    pairs_.clear();
    for (int64_t i = 0; i < rows * columns; ++i) {
      if (matrix[i] >= static_cast<T>(kLeast)) pairs_.push_back(i);
    }
    std::sort(pairs_.begin(), pairs_.end(), [=](int64_t a, int64_t b) {
      if (matrix[a] != matrix[b]) return matrix[a] > matrix[b];
      return a % columns != b % columns ? a % columns < b % columns : a < b;
    });
    used_.assign(static_cast<size_t>(rows), false);
    for (const int64_t pair : pairs_) {
      const int64_t row = pair / columns;
      const int64_t column = pair % columns;
      if (indices[column] != -1 || used_[static_cast<size_t>(row)]) continue;
      used_[static_cast<size_t>(row)] = true;
      indices[column] = static_cast<int32_t>(row);
      dist[column] = matrix[pair];
    }
  }

  template <typename T>
  static void MatchColumns(const T* matrix, int64_t rows, int64_t columns, T threshold,
                           int32_t* indices, T* dist) {
    for (int64_t column = 0; column < columns; ++column) {
      if (indices[column] != -1) continue;
      T greatest = -1;
      for (int64_t row = 0; row < rows; ++row) {
        const T value = matrix[row * columns + column];
        if (value < static_cast<T>(kLeast) || !(value >= threshold && value > greatest)) continue;
        greatest = value;
        indices[column] = static_cast<int32_t>(row);
        dist[column] = value;
      }
    }
  }

  std::vector<int64_t> pairs_;
  std::vector<bool> used_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, BipartiteMatchKernel, bipartite_match)
    .Out({"ColToRowMatchIndices"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
