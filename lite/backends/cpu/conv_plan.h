// Convolution plans for any element types: a plan is created once per shape and run many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lite/base/half_bits.h"
#include "lite/base/span.h"
#include "lite/base/thread_pool.h"

namespace paddle::lite::cpu {

struct BFloat16Tables;
struct HalfTables;
struct KernelTables;

// Sizes of a 2-D convolution. Only the top and left padding are needed: everything outside the
// input is zero.
struct ConvShape {
  int64_t batch = 1;
  int64_t in_c = 0, in_h = 0, in_w = 0;
  int64_t out_c = 0, out_h = 0, out_w = 0;
  int64_t kernel_h = 1, kernel_w = 1;
  int64_t stride_h = 1, stride_w = 1;
  int64_t pad_top = 0, pad_left = 0;
  int64_t dilation_h = 1, dilation_w = 1;
  int64_t groups = 1;

  int64_t taps() const { return kernel_h * kernel_w; }
  int64_t group_in_c() const { return in_c / groups; }
  int64_t group_out_c() const { return out_c / groups; }
  bool depthwise() const { return groups == in_c && out_c == in_c && groups > 1; }
};

// Element (out channel n, in channel k of its group, tap t) of the weights is at
// n * out_stride + k * in_stride + t * tap_stride.
struct WeightStrides {
  int64_t out = 0, in = 0, tap = 0;
};

// The element types of a family of plans: Real is that of the bias. Residual and Out are void if a
// plan decides them (int8 or float, of int8 convolutions).
struct TypesF32 {
  using Tables = KernelTables;
  static constexpr const char* kForm = "conv_f32/";  // begins the forms of packed weights
  using In = float;
  using Weight = float;
  using Real = float;
  using Residual = float;
  using Out = float;
};
// The same tensors and weights in float16.
struct TypesF16 {
  using Tables = HalfTables;
  static constexpr const char* kForm = "conv_f16/";
  using In = HalfBits;
  using Weight = HalfBits;
  using Real = HalfBits;
  using Residual = HalfBits;
  using Out = HalfBits;
};
// Products of bfloat16 numbers, added in float32: two k values are one element of In and Weight.
struct TypesBf16 {
  using Tables = BFloat16Tables;
  static constexpr const char* kForm = "conv_bf16/";
  using In = BFloat16Pair;
  using Weight = BFloat16Pair;
  using Real = float;
  using Residual = float;
  using Out = float;
};
// float32 tensors and int8 weights that are converted to float32.
struct TypesW8 {
  using In = float;
  using Weight = int8_t;
  using Real = float;
  using Residual = float;
  using Out = float;
};
// The same with int16 weights.
struct TypesW16 : TypesW8 {
  using Weight = int16_t;
};
struct TypesS8 {
  using In = int8_t;
  using Weight = int8_t;
  using Real = float;
  using Residual = void;
  using Out = void;
};

template <typename Types>
struct ConvBuffersOf {
  const typename Types::In* src = nullptr;
  const void* weights = nullptr;                       // as written by Pack
  const typename Types::Real* bias = nullptr;          // out_c values, or null
  const typename Types::Real* slopes = nullptr;        // out_c values, if the activation uses them
  const typename Types::Residual* residual = nullptr;  // in the order of dst, or null; may be dst
  typename Types::Out* dst = nullptr;                  // NHWC
  int64_t dst_pitch = 0;                               // elements from pixel to pixel; 0: out_c
  int64_t pixels = 0;                                  // to compute, the first ones; 0: all
  char* scratch = nullptr;                             // scratch_bytes() bytes, 64-byte aligned
  ThreadPool* pool = nullptr;                          // null: only the calling thread
  // What is read after this, for the plan to fetch to the second-level cache.
  Span<const char> ahead;

  int64_t PitchFor(int64_t out_c) const { return dst_pitch == 0 ? out_c : dst_pitch; }
};

// Output rows [begin, end) of an image.
struct ConvRows {
  int64_t begin = 0, end = 0;
  int64_t src_row = 0;  // input row at the buffers' src; not after the first row that is read
};

struct PackOptions {
  ThreadPool* pool = nullptr;  // null: only the calling thread
  bool flush = false;          // subnormal numbers become 0
};

// One way to compute one convolution. Immutable; Run may be called concurrently with different
// buffers.
template <typename Types>
class ConvPlanOf {
 public:
  using Weight = typename Types::Weight;
  using Buffers = ConvBuffersOf<Types>;

  virtual ~ConvPlanOf() = default;
  // Identifies algorithm and weight layout: packed weights with equal forms are interchangeable.
  virtual std::string form() const = 0;
  // The sizes of blocks that follow from that of the cache, for tests; empty if there are none.
  virtual std::string blocks() const { return ""; }
  virtual size_t packed_bytes() const = 0;
  void Pack(const Weight* weights, const WeightStrides& strides, void* packed) const {
    Pack(weights, strides, PackOptions(), packed);
  }
  virtual void Pack(const Weight* weights, const WeightStrides& strides, const PackOptions& options,
                    void* packed) const = 0;
  virtual size_t scratch_bytes() const = 0;
  // The result does not depend on the number of threads.
  virtual void Run(const Buffers& buffers) const = 0;
  // Whether Run may get a dst_pitch, then without a residual.
  virtual bool stores_apart() const { return false; }
  // Whether Run may get a number of pixels.
  virtual bool runs_first_pixels() const { return false; }
  // Whether RunRows may be called.
  virtual bool runs_by_rows() const { return false; }
  // Computes the same bits as Run for some rows, in the calling thread and without scratch.
  // dst and residual of the buffers point to row `begin`.
  virtual void RunRows(const Buffers& buffers, const ConvRows& rows) const {}
};

}  // namespace paddle::lite::cpu
