// Convolution on raw pointers: a plan is created once per shape and run many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "lite/backends/cpu/kernel_tables.h"
#include "lite/base/thread_pool.h"

namespace paddle::lite::cpu {

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

// The activation of a sum, applied after bias and residual and before the sum is stored.
struct ActivationF32 {
  // Clamping is part of the micro-kernels' epilogue.
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  // A function other than a clamp: hard swish is part of some micro-kernels too; the others are
  // applied to the finished values while they are in the cache.
  bool has_function = false;
  UnaryF32 function = UnaryF32::kClamp;
  float params[kUnaryF32Params] = {};
  // Alternatively: x > 0 ? x : ConvBuffers::slopes[channel] * x.
  bool slopes = false;
};

// Element (out channel n, in channel k of its group, tap t) of the weights is at
// n * out_stride + k * in_stride + t * tap_stride.
struct WeightStrides {
  int64_t out = 0, in = 0, tap = 0;
};

struct ConvBuffers {
  const float* src = nullptr;
  const void* weights = nullptr;    // as written by Pack
  const float* bias = nullptr;      // out_c values, or null
  const float* slopes = nullptr;    // out_c values, if the activation uses them
  const float* residual = nullptr;  // same layout as dst, or null; may be dst itself
  float* dst = nullptr;             // NHWC
  char* scratch = nullptr;          // scratch_bytes() bytes, 64-byte aligned
  ThreadPool* pool = nullptr;       // null: only the calling thread
};

// Output rows [begin, end) of an image.
struct ConvRows {
  int64_t begin = 0, end = 0;
  int64_t src_row = 0;  // input row at ConvBuffers::src; not after the first row that is read
};

struct PackOptions {
  ThreadPool* pool = nullptr;  // null: only the calling thread
  bool flush = false;          // subnormal numbers become 0
};

// One way to compute one convolution. Immutable; Run may be called concurrently with different
// buffers.
class ConvPlan {
 public:
  virtual ~ConvPlan() = default;
  // Identifies algorithm and weight layout: packed weights with equal forms are interchangeable.
  virtual std::string form() const = 0;
  virtual size_t packed_bytes() const = 0;
  void Pack(const float* weights, const WeightStrides& strides, void* packed) const {
    Pack(weights, strides, PackOptions(), packed);
  }
  virtual void Pack(const float* weights, const WeightStrides& strides, const PackOptions& options,
                    void* packed) const = 0;
  virtual size_t scratch_bytes() const = 0;
  // The result does not depend on the number of threads.
  virtual void Run(const ConvBuffers& buffers) const = 0;
  // Whether RunRows may be called.
  virtual bool runs_by_rows() const { return false; }
  // Computes the same bits as Run for some rows, in the calling thread and without scratch.
  // ConvBuffers::dst and ::residual point to row `begin`.
  virtual void RunRows(const ConvBuffers& buffers, const ConvRows& rows) const {}
};

enum class ConvAlgorithm {
  kAuto,
  kGemm,       // any convolution, NHWC input
  kDepthwise,  // shape.depthwise(), NHWC input
  kPlanar,     // one group, NCHW input: first layers
  kWinograd2,  // 3x3, stride 1: output tiles of 2x2
  kWinograd4,  // the same with tiles of 4x4
};

struct ConvOptions {
  ConvAlgorithm algorithm = ConvAlgorithm::kAuto;  // kAuto never chooses kPlanar: its input differs
  int threads = 1;                                 // maximum number of threads in Run
  int64_t max_depth = 0;  // k values per chunk of a long sum; 0: chosen by shape
  ActivationF32 activation;
  bool residual = false;
};

// The plan for a shape with positive, consistent sizes. Null if the requested algorithm does not
// support the shape.
std::unique_ptr<ConvPlan> PlanConv(const ConvShape& shape, const KernelTables& tables,
                                   const ConvOptions& options);

// Packs the weights of a program. Subnormal weights, which training leaves in dead channels, become
// 0: they do not affect results, but make products a hundred times slower. The result does not
// depend on the number of threads.
inline void PackFlushed(const ConvPlan& plan, const float* weights, const WeightStrides& strides,
                        ThreadPool* pool, void* packed) {
  plan.Pack(weights, strides, {pool, true}, packed);
}

}  // namespace paddle::lite::cpu
