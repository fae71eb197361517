#include "lite/operators/roi_perspective_transform.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

namespace {

constexpr float kNear = 1e-4f;  // coordinates that differ by less are equal

bool Equal(float a, float b) { return std::fabs(a - b) < kNear; }
bool AtLeast(float a, float b) { return a > b || Equal(a, b); }

struct Point {
  float x, y;
};

// A quadrilateral, in units of X.
struct Region {
  Point corner[4];

  // On an edge, or inside by the number of edges to the right.
  bool Contains(Point p) const {
    for (int i = 0; i < 4; ++i) {
      if (Touches(corner[i], corner[(i + 1) % 4], p)) return true;
    }
    bool inside = false;
    for (int i = 0; i < 4; ++i) {
      const Point a = corner[i];
      const Point b = corner[(i + 1) % 4];
      const float low = std::min(a.y, b.y);
      const float high = std::max(a.y, b.y);
      if (Equal(a.y, b.y) || p.y < low || Equal(p.y, low) || p.y - high > kNear) continue;
      inside ^= Crossing(a, b, p.y) - p.x > kNear;
    }
    return inside;
  }

 private:
  // Where the line through a and b has that height.
  static float Crossing(Point a, Point b, float y) {
    return (y - a.y) * (b.x - a.x) / (b.y - a.y) + a.x;
  }
  static bool Touches(Point a, Point b, Point p) {
    if (Equal(a.y, b.y)) {
      return Equal(p.y, a.y) && Equal(p.y, b.y) && AtLeast(p.x, std::min(a.x, b.x)) &&
             AtLeast(std::max(a.x, b.x), p.x);
    }
    return Equal(Crossing(a, b, p.y), p.x) && AtLeast(p.y, std::min(a.y, b.y)) &&
           AtLeast(std::max(a.y, b.y), p.y);
  }
};

float Distance(Point a, Point b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

// The projection that maps the corners of a rectangle to those of the region. The rectangle is as
// high as the result and as wide as the proportions of the region allow.
void FindProjection(const Region& region, int height, int width, float* m) {
  const Point* p = region.corner;
  const float mean_height = (Distance(p[1], p[2]) + Distance(p[3], p[0])) / 2;
  const float mean_width = (Distance(p[0], p[1]) + Distance(p[2], p[3])) / 2;
  const int rows = std::max(2, height);
  const float wanted = std::round(mean_width * static_cast<float>(rows - 1) / mean_height) + 1;
  int columns = 2;
  // Too large or not a number: the region has no height.
  if (wanted < static_cast<float>(INT32_MAX)) {
    columns = std::max(2, std::min(static_cast<int>(wanted), width));
  }
  const auto across = static_cast<float>(columns - 1);
  const auto down = static_cast<float>(rows - 1);
  const Point right = {p[1].x - p[2].x, p[1].y - p[2].y};
  const Point bottom = {p[3].x - p[2].x, p[3].y - p[2].y};
  const Point skew = {p[0].x - p[1].x + p[2].x - p[3].x, p[0].y - p[1].y + p[2].y - p[3].y};
  const float area = right.x * bottom.y - bottom.x * right.y + 1e-5f;
  m[6] = (skew.x * bottom.y - bottom.x * skew.y) / area / across;
  m[7] = (right.x * skew.y - skew.x * right.y) / area / down;
  m[8] = 1;
  m[3] = (p[1].y - p[0].y + m[6] * across * p[1].y) / across;
  m[4] = (p[3].y - p[0].y + m[7] * down * p[3].y) / down;
  m[5] = p[0].y;
  m[0] = (p[1].x - p[0].x + m[6] * across * p[1].x) / across;
  m[1] = (p[3].x - p[0].x + m[7] * down * p[3].x) / down;
  m[2] = p[0].x;
}

Point Project(const float* m, float column, float row) {
  const float scale = m[6] * column + m[7] * row + m[8];
  return {(m[0] * column + m[1] * row + m[2]) / scale, (m[3] * column + m[4] * row + m[5]) / scale};
}

// The neighbours of a position along an axis and the weight of the second one.
struct Neighbours {
  Neighbours(float position, int64_t extent) {
    if (AtLeast(0, position)) position = 0;
    first = static_cast<int64_t>(std::floor(position));
    second = first + 1;
    if (first >= extent - 1) {
      first = second = extent - 1;
      position = static_cast<float>(first);
    }
    weight = position - static_cast<float>(first);
  }
  int64_t first, second;
  float weight;
};

// Half a pixel around the pixels belongs to the image.
bool IsInside(float position, int64_t extent) {
  return !AtLeast(-0.5f, position) && !AtLeast(position, static_cast<float>(extent) - 0.5f);
}

}  // namespace

class RoiPerspectiveTransformKernel final : public KernelFor<operators::RoiPerspectiveTransform> {
 public:
  Status RunOp(const operators::RoiPerspectiveTransform& op, const RunContext& context) override {
    const int64_t images = op.x->dims()[0];
    LITE_RETURN_IF_ERROR(RowsOfImages("ROIs", *op.rois, "", nullptr, &rows_));
    if (static_cast<int64_t>(rows_.size()) - 1 > images) {
      return InvalidArgument("ROIs: regions of ", rows_.size() - 1, " images, but X has ", images);
    }
    image_of_.resize(static_cast<size_t>(op.rois->dims()[0]));
    for (size_t image = 0; image + 1 < rows_.size(); ++image) {
      std::fill(image_of_.begin() + rows_[image], image_of_.begin() + rows_[image + 1],
                static_cast<int64_t>(image));
    }
    context.pool->ForEach(op.rois->dims()[0], 1, [&](int64_t r) { Transform(op, r); });
    return OkStatus();
  }

 private:
  void Transform(const operators::RoiPerspectiveTransform& op, int64_t r) const {
    const DDim& dims = op.x->dims();
    const int64_t h = dims[2];
    const int64_t w = dims[3];
    const float* coordinates = op.rois->data<float>() + r * 8;
    Region region{};
    for (int i = 0; i < 4; ++i) {
      region.corner[i] = {coordinates[2 * i] * op.spatial_scale,
                          coordinates[2 * i + 1] * op.spatial_scale};
    }
    float* matrix = op.transform_matrix->mutable_data<float>() + r * 9;
    FindProjection(region, op.transformed_height, op.transformed_width, matrix);
    const int64_t plane = int64_t{op.transformed_height} * op.transformed_width;
    int32_t* mask = op.mask->mutable_data<int32_t>() + r * plane;
    float* out = op.out->mutable_data<float>() + r * dims[1] * plane;
    const float* image = op.x->data<float>() + image_of_[static_cast<size_t>(r)] * dims[1] * h * w;
    for (int64_t i = 0; i < plane; ++i) {
      const Point p = Project(matrix, static_cast<float>(i % op.transformed_width),
                              static_cast<float>(i / op.transformed_width));
      // A position that is not a number is not finite either.
      const bool taken = std::isfinite(p.x) && std::isfinite(p.y) && region.Contains(p) &&
                         IsInside(p.x, w) && IsInside(p.y, h);
      mask[i] = taken ? 1 : 0;
      if (!taken) {
        for (int64_t c = 0; c < dims[1]; ++c) out[c * plane + i] = 0;
        continue;
      }
      const Neighbours x(p.x, w);
      const Neighbours y(p.y, h);
      for (int64_t c = 0; c < dims[1]; ++c) {
        const float* top = image + c * h * w + y.first * w;
        const float* bottom = image + c * h * w + y.second * w;
        out[c * plane + i] = (1 - x.weight) * (1 - y.weight) * top[x.first] +
                             (1 - x.weight) * y.weight * bottom[x.first] +
                             x.weight * y.weight * bottom[x.second] +
                             x.weight * (1 - y.weight) * top[x.second];
      }
    }
  }

  std::vector<int64_t> rows_;
  std::vector<int64_t> image_of_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, RoiPerspectiveTransformKernel, roi_perspective_transform)
    .Out({"Mask", "Out2InIdx"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
