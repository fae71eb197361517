// Transposed convolution, channels-last, as ordinary convolutions: output pixels at the same
// position modulo the stride (a phase) use the same taps of the filter: every stride-th one,
// reversed. Example: kernel 4, stride 2, padding 1. Output row 0 is in[0] * w[1] + in[-1] * w[3],
// row 1 is in[1] * w[0] + in[0] * w[2], row 2 is in[1] * w[1] + in[0] * w[3]: two convolutions of
// two taps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lite/kernels/cpu/conv_shape.h"
#include "lite/operators/conv2d_transpose.h"

namespace paddle::lite::kernels::LITE_CPU {

// One dimension of a phase.
struct PhaseAxis {
  int64_t residue = 0;  // first tap; the others follow at steps of the stride
  int64_t taps = 0;     // at least one, a zero tap if the filter has none
  int64_t first = 0;    // first output position
  int64_t count = 0;    // output positions, `stride` apart; 0: the phase is empty
  int64_t pad = 0;  // padding of the ordinary convolution; negative if it starts inside the input
  int64_t dilation = 1;
};

inline PhaseAxis MakePhaseAxis(const operators::WindowAxis& axis, int64_t residue) {
  PhaseAxis phase;
  phase.residue = residue;
  phase.taps = std::max<int64_t>((axis.kernel - residue + axis.stride - 1) / axis.stride, 1);
  // Output position p reads in[(p + pad - residue) / stride - tap] in this phase.
  const int64_t shift = residue - axis.pad_begin;
  phase.first = (shift % axis.stride + axis.stride) % axis.stride;
  phase.count = std::max<int64_t>((axis.out - phase.first + axis.stride - 1) / axis.stride, 0);
  phase.dilation = axis.stride == 1 ? axis.dilation : 1;
  phase.pad = phase.dilation * (phase.taps - 1) - (phase.first - shift) / axis.stride;
  return phase;
}

struct TransposedPhase {
  PhaseAxis h;
  PhaseAxis w;

  int64_t pixels() const { return h.count * w.count; }  // of an image
};

// The phases with results.
inline std::vector<TransposedPhase> PhasesOf(const operators::ConvGeometry& g) {
  std::vector<TransposedPhase> phases;
  for (int64_t y = 0; y < g.h.stride; ++y) {
    for (int64_t x = 0; x < g.w.stride; ++x) {
      const TransposedPhase phase{MakePhaseAxis(g.h, y), MakePhaseAxis(g.w, x)};
      if (phase.pixels() != 0) phases.push_back(phase);
    }
  }
  return phases;
}

// Whether phases compute the operator.
inline Status SupportsPhases(const operators::Conv2dTranspose& op) {
  if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
  LITE_RETURN_IF_ERROR(op.RequireWholeGroups());
  if (!op.filter->persistable()) return Unsupported("Filter must be a constant weight");
  for (size_t i = 0; i < std::min(op.strides.size(), op.dilations.size()); ++i) {
    if (op.strides[i] > 1 && op.dilations[i] > 1) return Unsupported("stride and dilation");
    // Every phase has a plan and weights of its own.
    constexpr int kMaxStride = 16;
    if (op.strides[i] > kMaxStride) return Unsupported("strides above ", kMaxStride);
  }
  return OkStatus();
}

// The ordinary convolution of a phase.
inline backend::ConvShape PhaseShape(const operators::ConvGeometry& g,
                                     const TransposedPhase& phase) {
  backend::ConvShape shape;
  shape.batch = g.batch;
  shape.in_c = g.in_channels;
  shape.in_h = g.h.in;
  shape.in_w = g.w.in;
  shape.out_c = g.out_channels;
  shape.out_h = phase.h.count;
  shape.out_w = phase.w.count;
  shape.kernel_h = phase.h.taps;
  shape.kernel_w = phase.w.taps;
  shape.pad_top = phase.h.pad;
  shape.pad_left = phase.w.pad;
  shape.dilation_h = phase.h.dilation;
  shape.dilation_w = phase.w.dilation;
  shape.groups = g.groups;
  return shape;
}

// Names the weights of a phase among those of the filter.
inline std::string PhaseForm(const operators::ConvGeometry& g, const TransposedPhase& phase) {
  return StrCat("transposed/", g.h.stride, "x", g.w.stride, "/", phase.h.residue, ",",
                phase.w.residue, "/g", g.groups, "/");
}

// [Cout][Cin / groups][taps] of the phase's convolution, from [Cin][Cout / groups][kh][kw].
template <typename T>
std::vector<T> PhaseFilter(const operators::ConvGeometry& g, const TransposedPhase& phase,
                           const T* filter) {
  const int64_t in_c = g.in_channels_per_group();
  const int64_t out_c = g.out_channels_per_group();
  std::vector<T> result;
  result.reserve(static_cast<size_t>(g.out_channels * in_c * phase.h.taps * phase.w.taps));
  for (int64_t n = 0; n < g.out_channels; ++n) {
    for (int64_t k = 0; k < in_c; ++k) {
      const T* from =
          filter + ((n / out_c * in_c + k) * out_c + n % out_c) * (g.h.kernel * g.w.kernel);
      for (int64_t y = phase.h.taps - 1; y >= 0; --y) {
        for (int64_t x = phase.w.taps - 1; x >= 0; --x) {
          const int64_t row = phase.h.residue + y * g.h.stride;
          const int64_t column = phase.w.residue + x * g.w.stride;
          const bool exists = row < g.h.kernel && column < g.w.kernel;
          result.push_back(exists ? from[row * g.w.kernel + column] : T(0));
        }
      }
    }
  }
  return result;
}

// Calls copy(from, to) for each line of a phase's results: `from` counts lines of them, `to` pixels
// of the whole output, stride apart in a line.
template <typename Copy>
void ForEachPhaseLine(const operators::ConvGeometry& g, const TransposedPhase& phase,
                      ThreadPool* pool, const Copy& copy) {
  constexpr int64_t kGrain = 8192;  // elements that justify a thread
  const int64_t row = phase.w.count * g.out_channels;
  pool->ParallelFor(g.batch * phase.h.count, kGrain / row + 1,
                    [&](int64_t begin, int64_t end, int) {
                      for (int64_t i = begin; i < end; ++i) {
                        const int64_t y = phase.h.first + i % phase.h.count * g.h.stride;
                        copy(i, (i / phase.h.count * g.h.out + y) * g.w.out + phase.w.first);
                      }
                    });
}

}  // namespace paddle::lite::kernels::LITE_CPU
