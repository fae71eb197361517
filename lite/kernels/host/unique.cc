#include "lite/operators/unique.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/host/given_output.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {
namespace {

// -1, 0 or 1; NaN is greater than every number, and two NaN differ by neither.
template <typename T>
int Compare(T a, T b) {
  if (a < b) return -1;
  if (b < a) return 1;
  return static_cast<int>(!(a == a)) - static_cast<int>(!(b == b));
}

// The slices of an array along an axis: `count` of them, with `outer` pieces of `inner` elements.
// As in Paddle, which exchanges the axis and the first dimension (of `first` elements), the latter
// is the last one before the axis in the order of comparison.
template <typename T>
struct Slices {
  const T* data;
  int64_t first, outer, count, inner;

  const T* Piece(int64_t slice, int64_t o) const { return data + (o * count + slice) * inner; }
  int Order(int64_t a, int64_t b) const {
    const int64_t others = first == 0 ? 0 : outer / first;
    for (int64_t o = 0; o < outer; ++o) {
      const int64_t piece = o % first * others + o / first;
      const T* p = Piece(a, piece);
      const T* q = Piece(b, piece);
      for (int64_t i = 0; i < inner; ++i) {
        const int order = Compare(p[i], q[i]);
        if (order != 0) return order;
      }
    }
    return 0;
  }
  bool IsEqual(int64_t a, int64_t b) const {
    for (int64_t o = 0; o < outer; ++o) {
      if (!std::equal(Piece(a, o), Piece(a, o) + inner, Piece(b, o))) return false;
    }
    return true;
  }
};

Status Give(const std::vector<int64_t>& numbers, Tensor* out) {
  if (out == nullptr) return OkStatus();
  LITE_RETURN_IF_ERROR(
      GiveOutput(DDim{static_cast<int64_t>(numbers.size())}, out->precision(), out));
  void* const dst = out->mutable_raw_data();
  for (size_t i = 0; i < numbers.size(); ++i) {
    StoreElement(dst, out->precision(), static_cast<int64_t>(i), static_cast<double>(numbers[i]));
  }
  return OkStatus();
}

}  // namespace

class UniqueKernel final : public KernelWithoutHalf<operators::UniqueBase> {
 public:
  Status RunOp(const operators::UniqueBase& op, const RunContext&) override {
    return VisitElementType<IntegerTypes::And<float, double>>(
        "X", op.x->precision(), [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::UniqueBase& op) {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    Slices<T> x{op.x->data<T>(), 1, 1, op.x->numel(), 1};
    if (axis >= 0) {
      x = {x.data, axis == 0 ? 1 : dims[0], dims.Count(0, axis), dims[axis],
           dims.Count(axis + 1, dims.rank())};
    }
    // Sorted positions; equal slices are neighbours, and the first of them comes first.
    std::vector<int64_t> order(static_cast<size_t>(x.count));
    std::iota(order.begin(), order.end(), int64_t{0});
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      const int relation = x.Order(a, b);
      return relation != 0 ? relation < 0 : a < b;
    });
    // The distinct slices by their first position.
    std::vector<int64_t> firsts, counts, index(order.size());
    for (const int64_t at : order) {
      if (firsts.empty() || !x.IsEqual(firsts.back(), at)) {
        firsts.push_back(at);
        counts.push_back(0);
      }
      ++counts.back();
      index[static_cast<size_t>(at)] = static_cast<int64_t>(firsts.size()) - 1;
    }
    if (!op.SortsResult()) SortByFirst(&firsts, &counts, &index);
    DDim shape = axis >= 0 ? dims : DDim{0};
    shape[std::max(axis, 0)] = static_cast<int64_t>(firsts.size());
    LITE_RETURN_IF_ERROR(GiveOutput(shape, op.x->precision(), op.out));
    T* dst = op.out->mutable_data<T>();
    for (int64_t o = 0; o < x.outer; ++o) {
      for (const int64_t first : firsts) {
        dst = std::copy(x.Piece(first, o), x.Piece(first, o) + x.inner, dst);
      }
    }
    LITE_RETURN_IF_ERROR(Give(index, op.index));
    // As in Paddle, the unsorted form keeps the shape of a scalar.
    if (!op.SortsResult() && op.index != nullptr) op.index->Resize(dims);
    LITE_RETURN_IF_ERROR(Give(firsts, op.indices));
    return Give(counts, op.counts);
  }

  static void SortByFirst(std::vector<int64_t>* firsts, std::vector<int64_t>* counts,
                          std::vector<int64_t>* index) {
    std::vector<int64_t> order(firsts->size());
    std::iota(order.begin(), order.end(), int64_t{0});
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return (*firsts)[static_cast<size_t>(a)] < (*firsts)[static_cast<size_t>(b)];
    });
    std::vector<int64_t> rank(order.size()), sorted_firsts, sorted_counts;
    for (size_t i = 0; i < order.size(); ++i) {
      const size_t from = static_cast<size_t>(order[i]);
      rank[from] = static_cast<int64_t>(i);
      sorted_firsts.push_back((*firsts)[from]);
      sorted_counts.push_back((*counts)[from]);
    }
    *firsts = std::move(sorted_firsts);
    *counts = std::move(sorted_counts);
    for (int64_t& i : *index) i = rank[static_cast<size_t>(i)];
  }
};

class UniqueConsecutiveKernel final : public KernelWithoutHalf<operators::UniqueConsecutive> {
 public:
  Status RunOp(const operators::UniqueConsecutive& op, const RunContext&) override {
    return VisitElementType<IntegerTypes::And<float, double>>(
        "X", op.x->precision(), [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::UniqueConsecutive& op) {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    Slices<T> x{op.x->data<T>(), 1, 1, op.x->numel(), 1};
    if (axis >= 0)
      x = {x.data, 1, dims.Count(0, axis), dims[axis], dims.Count(axis + 1, dims.rank())};
    std::vector<int64_t> firsts, counts, index;
    // As in Paddle, the first element is compared with itself, so that NaN there is two elements,
    // the first of which stands for none; the first slice is not.
    if (x.count > 0) {
      firsts.push_back(0);
      counts.push_back(0);
    }
    for (int64_t i = 0; i < x.count; ++i) {
      const bool is_equal = i == 0 ? axis >= 0 || x.IsEqual(0, 0) : x.IsEqual(i - 1, i);
      if (!is_equal) {
        firsts.push_back(i);
        counts.push_back(0);
      }
      ++counts.back();
      index.push_back(static_cast<int64_t>(firsts.size()) - 1);
    }
    DDim shape = axis >= 0 ? dims : DDim{0};
    shape[std::max(axis, 0)] = static_cast<int64_t>(firsts.size());
    LITE_RETURN_IF_ERROR(GiveOutput(shape, op.x->precision(), op.out));
    T* dst = op.out->mutable_data<T>();
    for (int64_t o = 0; o < x.outer; ++o) {
      for (const int64_t first : firsts)
        dst = std::copy(x.Piece(first, o), x.Piece(first, o) + x.inner, dst);
    }
    LITE_RETURN_IF_ERROR(Give(index, op.index));
    return Give(counts, op.counts);
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, UniqueConsecutiveKernel, unique_consecutive);
LITE_KERNELS(kHost, kAny, kNCHW, def, UniqueKernel, unique, unique_with_counts);

}  // namespace paddle::lite::kernels::host
