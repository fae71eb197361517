#include "lite/operators/crf_decoding.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Transition scores; null rows are zero. Element (i, j) of `change` is the score of tag j after i.
template <typename T>
struct Transitions {
  const T* start;
  const T* end;
  const T* change;
};

// The best path of `steps` > 0 steps through emissions [steps, tags], and its score; the first tag
// wins among equal ones. `alpha` has room for two rows, `from` for [steps, tags].
template <typename T>
T FindPath(const Transitions<T>& w, const T* x, int64_t steps, int64_t tags, T* alpha,
           int64_t* from, int64_t* path) {
  T* previous = alpha + tags;
  for (int64_t j = 0; j < tags; ++j) alpha[j] = x[j] + (w.start == nullptr ? T(0) : w.start[j]);
  for (int64_t t = 1; t < steps; ++t) {
    std::swap(alpha, previous);
    for (int64_t j = 0; j < tags; ++j) {
      int64_t best = 0;
      T score = previous[0] + w.change[j];
      for (int64_t i = 1; i < tags; ++i) {
        const T other = previous[i] + w.change[i * tags + j];
        if (other > score) {
          score = other;
          best = i;
        }
      }
      alpha[j] = score + x[t * tags + j];
      from[t * tags + j] = best;
    }
  }
  if (w.end != nullptr) {
    for (int64_t j = 0; j < tags; ++j) alpha[j] += w.end[j];
  }
  path[steps - 1] = std::max_element(alpha, alpha + tags) - alpha;
  const T score = alpha[path[steps - 1]];
  for (int64_t t = steps; t-- > 1;) path[t - 1] = from[t * tags + path[t]];
  return score;
}

// Scratch of FindPath: the values, then the tags.
template <typename T>
size_t AlphaBytes(int64_t tags) {
  return RoundUp(static_cast<size_t>(2 * tags) * sizeof(T), 64);
}
size_t PathBytes(int64_t steps, int64_t tags) {
  size_t bytes = 0;
  if (!CheckedMul(static_cast<size_t>(steps * tags), sizeof(int64_t), &bytes)) return SIZE_MAX;
  return SaturatingAdd(bytes, AlphaBytes<double>(tags));
}

}  // namespace

class CrfDecodingKernel final : public KernelFor<operators::CrfDecoding> {
 public:
  Status PrepareOp(const operators::CrfDecoding& op, PrepareContext* context) override {
    const DDim& dims = op.emission->dims();
    scratch_ = context->BookScratch(PathBytes(dims[dims.rank() - 2], dims[dims.rank() - 1]));
    return OkStatus();
  }
  Status RunOp(const operators::CrfDecoding& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Emission", op.emission->precision(),
                                       [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  Status RunTyped(ElementTag<T>, const operators::CrfDecoding& op,
                  const RunContext& context) const {
    const DDim& dims = op.emission->dims();
    const int64_t tags = dims[dims.rank() - 1];
    const T* w = op.transition->data<T>();
    const Transitions<T> transitions{w, w + tags, w + 2 * tags};
    int64_t* path = op.viterbi_path->mutable_data<int64_t>();
    const int64_t count = op.viterbi_path->numel();
    std::fill_n(path, count, 0);
    const int64_t sequences =
        op.length != nullptr ? dims[0] : static_cast<int64_t>(op.emission->lod()[0].size()) - 1;
    for (int64_t s = 0; s < sequences; ++s) {
      int64_t begin = 0, steps = 0;
      if (op.length != nullptr) {
        begin = s * dims[1];
        steps = op.length->data<int64_t>()[s];
        if (steps < 0 || steps > dims[1]) {
          return OutOfRange("Length: sequence ", s, " has length ", steps, ", expected 0 to ",
                            dims[1]);
        }
      } else {
        const std::vector<uint64_t>& offsets = op.emission->lod()[0];
        begin = static_cast<int64_t>(offsets[static_cast<size_t>(s)]);
        steps = static_cast<int64_t>(offsets[static_cast<size_t>(s) + 1]) - begin;
      }
      if (steps == 0) continue;
      char* scratch = context.scratch + scratch_;
      FindPath(transitions, op.emission->data<T>() + begin * tags, steps, tags,
               reinterpret_cast<T*>(scratch),
               reinterpret_cast<int64_t*>(scratch + AlphaBytes<T>(tags)), path + begin);
    }
    if (op.label == nullptr) return OkStatus();
    const int64_t* label = op.label->data<int64_t>();
    for (int64_t i = 0; i < count; ++i) path[i] = path[i] == label[i] ? 1 : 0;
    return OkStatus();
  }

  size_t scratch_ = 0;
};

class ViterbiDecodeKernel final : public KernelFor<operators::ViterbiDecode> {
 public:
  Status PrepareOp(const operators::ViterbiDecode& op, PrepareContext* context) override {
    const DDim& dims = op.input->dims();
    scratch_ = context->BookScratch(PathBytes(dims[1], dims[2]));
    path_ = context->BookScratch(static_cast<size_t>(dims[1]) * sizeof(int64_t));
    return OkStatus();
  }
  Status RunOp(const operators::ViterbiDecode& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Input", op.input->precision(),
                                       [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  void RunTyped(ElementTag<T>, const operators::ViterbiDecode& op,
                const RunContext& context) const {
    const DDim& dims = op.input->dims();
    const int64_t tags = dims[2];
    const int64_t width = op.path->dims()[1];
    const T* w = op.transition->data<T>();
    Transitions<T> transitions{nullptr, nullptr, w};
    if (op.include_bos_eos_tag) transitions.start = w + (tags - 1) * tags;
    std::fill_n(op.path->mutable_data<int64_t>(), op.path->numel(), 0);
    for (int64_t b = 0; b < dims[0]; ++b) {
      const int64_t steps = op.length->data<int64_t>()[b];
      // The score of an empty sequence is that of its first step without an end.
      transitions.end = op.include_bos_eos_tag && steps > 0 ? w + (tags - 2) * tags : nullptr;
      char* scratch = context.scratch + scratch_;
      int64_t* path = reinterpret_cast<int64_t*>(context.scratch + path_);
      op.scores->mutable_data<T>()[b] =
          FindPath(transitions, op.input->data<T>() + b * dims[1] * tags,
                   std::max<int64_t>(steps, 1), tags, reinterpret_cast<T*>(scratch),
                   reinterpret_cast<int64_t*>(scratch + AlphaBytes<T>(tags)), path);
      std::copy_n(path, steps, op.path->mutable_data<int64_t>() + b * width);
    }
  }

  size_t scratch_ = 0;
  size_t path_ = 0;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, CrfDecodingKernel, crf_decoding)
    .In({"Label", "Length"}, PRECISION(kInt64))
    .Out({"ViterbiPath"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kAny, kNCHW, def, ViterbiDecodeKernel, viterbi_decode)
    .In({"Length"}, PRECISION(kInt64))
    .Out({"Path"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
