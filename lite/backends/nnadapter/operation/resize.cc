// RESIZE_NEAREST, RESIZE_LINEAR and GRID_SAMPLE.
#include <algorithm>
#include <cmath>

#include "lite/backends/nnadapter/operation/definition.h"
#include "lite/backends/nnadapter/operation/sample.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kNearestInputs[] = {TensorOf("input", kReal), ShapeOf("shape").Optional(),
                                      List("scales", 2, kFloat32).Optional(),
                                      Flag("align_corners")};
constexpr Operand kLinearInputs[] = {TensorOf("input", kReal), ShapeOf("shape").Optional(),
                                     List("scales", 2, kFloat32).Optional(), Flag("align_corners"),
                                     Scalar("align_mode").Optional()};
constexpr Operand kGridInputs[] = {TensorOf("input", kReal), TensorOf("grid", kFloat),
                                   Flag("align_corners"), Scalar("mode"), Scalar("pad_mode")};
constexpr Operand kResizeOutputs[] = {Result("output")};

// --- RESIZE_*: the extents of the result are `shape`, or those of the input times `scales`.
Status InferResize(Call& call) {
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  Shape y = call.in(0).shape;
  if (call.Has(1) == call.Has(2)) {
    return call.Invalid("shape, scales: expected one of them, found %s",
                        call.Has(1) ? "both" : "none");
  }
  if (call.Has(1) && call.in(1).count() != 2) {
    return call.Invalid("shape: expected height and width, found %lld values",
                        static_cast<long long>(call.in(1).count()));
  }
  for (int i = 0; i < 2; ++i) {
    int32_t& extent = y[2 + i];
    if (extent == 0) return call.Invalid("input: expected a non-empty image");
    if (call.Has(1)) {
      const int64_t value =
          call.in(1).data == nullptr ? kUnknown : call.Ints(1)[static_cast<size_t>(i)];
      if ((value <= 0 && value != kUnknown) || value > INT32_MAX) {
        return call.Invalid("shape: expected positive values, found %lld",
                            static_cast<long long>(value));
      }
      extent = static_cast<int32_t>(value);
      continue;
    }
    const double scale = call.Floats(2)[static_cast<size_t>(i)];
    if (!(scale > 0) || std::isinf(scale)) {
      return call.Invalid("scales: expected positive values, found %g", scale);
    }
    if (extent == kUnknown) continue;
    const double scaled = extent * scale;
    if (scaled < 1 || scaled > INT32_MAX) {
      return call.Invalid("scales: %g makes an invalid extent of %d", scale, extent);
    }
    extent = static_cast<int32_t>(scaled);
  }
  if (call.input_count() > 4 && call.Has(4) && call.Int(4) != 0 && call.Int(4) != 1) {
    return call.Invalid("align_mode: expected 0 or 1, found %d", call.Int(4));
  }
  return call.SetShape(0, y);
}

// The two pixels of an axis between which a result is, and the weight of the second.
struct ResizeSource {
  int64_t low = 0;
  int64_t high = 0;
  double weight = 0;
};

enum class ResizeRule { kNearest, kLinear, kLinearHalfPixel };

std::vector<ResizeSource> ResizeSources(const Call& call, int axis, ResizeRule rule) {
  const int64_t in = call.in(0).shape[2 + axis];
  const int64_t out = call.out(0).shape[2 + axis];
  const bool corners = call.Bool(3);
  double ratio = 0;
  if (corners) {
    ratio = out > 1 ? static_cast<double>(in - 1) / static_cast<double>(out - 1) : 0;
  } else if (call.Has(2)) {
    ratio = 1.0 / call.Floats(2)[static_cast<size_t>(axis)];
  } else {
    ratio = static_cast<double>(in) / static_cast<double>(out);
  }
  std::vector<ResizeSource> sources(static_cast<size_t>(out));
  for (size_t i = 0; i < sources.size(); ++i) {
    double position = static_cast<double>(i) * ratio;
    if (rule == ResizeRule::kNearest && corners) position += 0.5;
    if (rule == ResizeRule::kLinearHalfPixel) {
      position = std::max((static_cast<double>(i) + 0.5) * ratio - 0.5, 0.0);
    }
    ResizeSource& source = sources[i];
    source.low = std::min(static_cast<int64_t>(position), in - 1);
    source.high = std::min(source.low + 1, in - 1);
    if (rule != ResizeRule::kNearest) source.weight = position - static_cast<double>(source.low);
  }
  return sources;
}

Status ExecuteResize(Call& call, ResizeRule rule) {
  const Shape& x_shape = call.in(0).shape;
  Reals x;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const std::vector<ResizeSource> rows = ResizeSources(call, 0, rule);
  const std::vector<ResizeSource> columns = ResizeSources(call, 1, rule);
  const int64_t width = x_shape[3];
  const int64_t planes = x_shape.Count(0, 2);
  int64_t index = 0;
  for (int64_t plane = 0; plane < planes; ++plane) {
    const float* pixels = x.data() + plane * x_shape[2] * width;
    for (const ResizeSource& row : rows) {
      const float* top = pixels + row.low * width;
      const float* bottom = pixels + row.high * width;
      for (const ResizeSource& column : columns) {
        const double upper =
            top[column.low] * (1 - column.weight) + top[column.high] * column.weight;
        const double lower =
            bottom[column.low] * (1 - column.weight) + bottom[column.high] * column.weight;
        y[index++] = static_cast<float>(upper * (1 - row.weight) + lower * row.weight);
      }
    }
  }
  return y.Close();
}

Status ExecuteNearest(Call& call) { return ExecuteResize(call, ResizeRule::kNearest); }

Status ExecuteLinear(Call& call) {
  const bool half_pixel = !call.Bool(3) && (!call.Has(4) || call.Int(4) == 0);
  return ExecuteResize(call, half_pixel ? ResizeRule::kLinearHalfPixel : ResizeRule::kLinear);
}

// --- GRID_SAMPLE: positions of the grid are x and y in [-1, 1]; with align_corners, the ends are
// the centres of the outer pixels, and their edges otherwise. Positions outside: pad_mode CONSTANT
// reads zeros, EDGE and REPLICATE the nearest pixel, REFLECT the mirrored image.
Status InferGridSample(Call& call) {
  const Shape& x = call.in(0).shape;
  const Shape& grid = call.in(1).shape;
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(1, 4));
  const bool same_batch = x[0] == grid[0] || x[0] == kUnknown || grid[0] == kUnknown;
  if (!same_batch || (grid[3] != 2 && grid[3] != kUnknown) || x[2] == 0 || x[3] == 0) {
    return call.Invalid("grid: expected shape [N, height, width, 2] for input %s, found %s",
                        x.ToString().c_str(), grid.ToString().c_str());
  }
  const int32_t mode = call.Int(3);
  if (mode != NNADAPTER_INTERPOLATE_MODE_BILINEAR && mode != NNADAPTER_INTERPOLATE_MODE_NEAREST) {
    return call.Invalid("mode: expected BILINEAR (1) or NEAREST (2), found %d", mode);
  }
  if (call.Int(4) < NNADAPTER_PAD_MODE_CONSTANT || call.Int(4) > NNADAPTER_PAD_MODE_EDGE) {
    return call.Invalid("pad_mode: expected a code in [1, 4], found %d", call.Int(4));
  }
  return call.SetShape(0, {x[0], x[1], grid[1], grid[2]});
}

// The position in pixels for one in [-1, 1].
double GridPosition(double value, int64_t size, bool corners, int32_t pad_mode) {
  const auto last = static_cast<double>(size - 1);
  double position = corners ? (value + 1) / 2 * last : ((value + 1) * (last + 1) - 1) / 2;
  if (pad_mode == NNADAPTER_PAD_MODE_CONSTANT) return position;
  if (pad_mode == NNADAPTER_PAD_MODE_REFLECT) {
    const double period = corners ? 2 * last : 2 * (last + 1);
    const double shift = corners ? 0 : 0.5;
    const double distance = std::fabs(position + shift);
    const double rest = period == 0 ? 0 : distance - std::floor(distance / period) * period;
    position = std::min(rest, period - rest) - shift;
  }
  return std::isnan(position) ? 0 : std::clamp(position, 0.0, last);
}

Status ExecuteGridSample(Call& call) {
  const Shape& x_shape = call.in(0).shape;
  const Shape& shape = call.out(0).shape;
  Reals x, grid;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &grid));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const bool corners = call.Bool(2);
  const bool nearest = call.Int(3) == NNADAPTER_INTERPOLATE_MODE_NEAREST;
  const int64_t height = x_shape[2], width = x_shape[3];
  const int64_t positions = shape.Count(2, 4);
  for (int64_t n = 0; n < shape[0]; ++n) {
    for (int64_t p = 0; p < positions; ++p) {
      const int64_t pair = 2 * (n * positions + p);
      double px = GridPosition(grid[pair], width, corners, call.Int(4));
      double py = GridPosition(grid[pair + 1], height, corners, call.Int(4));
      if (nearest) {
        px = std::round(px);
        py = std::round(py);
      }
      for (int64_t c = 0; c < shape[1]; ++c) {
        const int64_t plane = n * shape[1] + c;
        y[plane * positions + p] = static_cast<float>(
            SampleBilinear(x.data() + plane * height * width, height, width, py, px));
      }
    }
  }
  return y.Close();
}

}  // namespace

NNADAPTER_OPERATION(RESIZE_NEAREST) = Define(kNearestInputs, kResizeOutputs, InferResize,
                                             ExecuteNearest);
NNADAPTER_OPERATION(RESIZE_LINEAR) = Define(kLinearInputs, kResizeOutputs, InferResize,
                                            ExecuteLinear);
NNADAPTER_OPERATION(GRID_SAMPLE) = Define(kGridInputs, kResizeOutputs, InferGridSample,
                                          ExecuteGridSample);

}  // namespace nnadapter::operation
