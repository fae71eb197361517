// Products of matrices, by the library or by this library's own bodies.
#pragma once

#include <type_traits>

#include "lite/kernels/cuda/library.h"
#include "lite/kernels/cuda/product.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ThinProduct;

// Launches of a product whose operands are not known yet.
template <typename T>
class ProductLaunch {
 public:
  // `epilogue` is without its operands.
  Status Prepare(const MatrixSource<T>& source, const EpilogueOf<T>& epilogue, const Tensor* a,
                 const Tensor* b, const Tensor* bias, PrepareContext* context) {
    source_ = source;
    source_.count = Int(source.batch.count());
    exact_ = std::is_same_v<T, float> && IsExact(*context);
    // Thin products are those of this library.
    if (is_thin() || int64_t{source_.count} * source_.rows * source_.columns == 0) {
      library_ = LibraryProduct<T>();
      return OkStatus();
    }
    return library_.Prepare(source_, epilogue, bias != nullptr, *a, *b, context);
  }
  Status Run(const RunContext& context, const Tensor* a, const Tensor* b, const Tensor* bias,
             const EpilogueOf<T>& epilogue, const Tensor* out) const {
    if (out->numel() == 0) return OkStatus();
    return Run(context, From<T>(a), From<T>(b), From<T>(bias), epilogue, To<T>(out));
  }
  // The same for matrices that are not tensors, if the result has elements.
  Status Run(const RunContext& context, const T* a, const T* b, const T* bias,
             const EpilogueOf<T>& epilogue, T* out) const {
    MatrixSource<T> source = source_;
    source.a = a;
    source.b = b;
    source.bias = bias;
    source.out = out;
    source.epilogue = epilogue;
    if (library_.ready() && LibraryProduct<T>::Accepts(source)) {
      return library_.Run(source, int64_t{source.count} * source.rows * source.columns, context);
    }
    if (is_thin()) {
      const ThinProduct<MatrixSource<T>> product = {source};
      return QueueOf(context)->LaunchInGroups("product", product, product.groups());
    }
    return LaunchProduct("product", source, exact_, context);
  }

 private:
  // An eighth of a tile.
  static constexpr int32_t kMinTile = 8;

  bool is_thin() const { return source_.rows < kMinTile || source_.columns < kMinTile; }

  MatrixSource<T> source_ = {};
  bool exact_ = true;
  LibraryProduct<T> library_;
};

}  // namespace paddle::lite::kernels::cuda
