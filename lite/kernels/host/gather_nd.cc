#include "lite/operators/gather_nd.h"

#include <cstring>
#include <type_traits>

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {
namespace {

// Which blocks of a tensor the rows of Index select.
template <typename I>
struct Blocks {
  const I* index;
  int64_t depth;      // positions per row
  int64_t count = 1;  // rows
  const DDim& dims;   // of the tensor

  Blocks(const Tensor& indices, const DDim& x_dims)
      : index(indices.data<I>()), depth(indices.dims().at(-1)), dims(x_dims) {
    count = indices.dims().Count(0, indices.dims().rank() - 1);
  }
  Status Check() const {
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t d = 0; d < depth; ++d) {
        const I position = index[i * depth + d];
        if (position >= 0 && position < dims[static_cast<int>(d)]) continue;
        return OutOfRange("Index: ", position, " in row ", i, " is outside of dimension ", d,
                          " of X ", dims);
      }
    }
    return OkStatus();
  }
  // Elements of a block.
  int64_t size() const { return dims.Count(static_cast<int>(depth), dims.rank()); }
  // The block's number, counted from the start of the tensor.
  int64_t At(int64_t row) const {
    int64_t at = 0;
    for (int64_t d = 0; d < depth; ++d)
      at = at * dims[static_cast<int>(d)] + index[row * depth + d];
    return at;
  }
};

}  // namespace

class GatherNdKernel final : public KernelFor<operators::GatherNd> {
 public:
  Status RunOp(const operators::GatherNd& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("Index", op.index->precision(), [&](auto type) -> Status {
      const Blocks<typename decltype(type)::Type> blocks(*op.index, op.x->dims());
      LITE_RETURN_IF_ERROR(blocks.Check());
      if (op.out->numel() == 0) return OkStatus();
      const size_t bytes =
          static_cast<size_t>(blocks.size()) * PrecisionTypeLength(op.x->precision());
      const char* src = static_cast<const char*>(op.x->raw_data());
      char* dst = static_cast<char*>(op.out->mutable_raw_data());
      constexpr size_t kGrain = 16384;  // bytes that justify a thread
      context.pool->ForEach(blocks.count, static_cast<int64_t>(kGrain / (bytes + 16)) + 1,
                            [&](int64_t i) {
                              std::memcpy(dst + static_cast<size_t>(i) * bytes,
                                          src + static_cast<size_t>(blocks.At(i)) * bytes, bytes);
                            });
      return OkStatus();
    });
  }
};

class ScatterNdAddKernel final : public KernelWithoutHalf<operators::ScatterNdAdd> {
 public:
  Status RunOp(const operators::ScatterNdAdd& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("Index", op.index->precision(), [&](auto type) -> Status {
      const Blocks<typename decltype(type)::Type> blocks(*op.index, op.x->dims());
      LITE_RETURN_IF_ERROR(blocks.Check());
      CopyElements(*op.x, op.out);
      return VisitElementType<NumberTypes::And<uint8_t>>("X", op.x->precision(), [&](auto element) {
        Add<typename decltype(element)::Type>(blocks, op);
      });
    });
  }

 private:
  // In the order of the rows, so that sums round like Paddle's.
  template <typename T, typename I>
  static void Add(const Blocks<I>& blocks, const operators::ScatterNdAdd& op) {
    using U = typename UnsignedOr<T>::Type;
    const int64_t size = blocks.size();
    const T* update = op.updates->data<T>();
    T* out = op.out->mutable_data<T>();
    for (int64_t i = 0; i < blocks.count; ++i, update += size) {
      T* block = out + blocks.At(i) * size;
      for (int64_t e = 0; e < size; ++e) {
        block[e] = static_cast<T>(static_cast<U>(block[e]) + static_cast<U>(update[e]));
      }
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, GatherNdKernel, gather_nd);
LITE_KERNELS(kHost, kAny, kNCHW, def, ScatterNdAddKernel, scatter_nd_add);

}  // namespace paddle::lite::kernels::host
