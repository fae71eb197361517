#include "detect.h"

#include <math.h>
#include <stddef.h>

#include <algorithm>
#include <utility>

namespace ocr {
namespace {

const double kPi = 3.14159265358979323846;
const int kFractionBits = 16;  // of a position on an edge
const long long kOne = 1 << kFractionBits;
const float kMinSide = 3;  // of a region's rectangle
const float kMinGrownSide = 5;
const float kSameLine = 10;  // pixels between the first corners of two boxes of one line

// The eight neighbours, counter-clockwise from the right one (y points down).
const int kStepX[8] = {1, 1, 0, -1, -1, -1, 0, 1};
const int kStepY[8] = {0, -1, -1, -1, 0, 1, 1, 1};

// Follows the borders of regions with the algorithm of Suzuki and Abe. The mask has a frame of
// zeros. A region's pixel is 1 until a border passes it; then it is 2, or kClosed if that border
// also passed the zero on its right, so that no other border starts there.
class BorderFollower {
 public:
  BorderFollower(const std::vector<unsigned char>& mask, int width, int height)
      : stride_(width + 2),
        cells_(static_cast<size_t>(width + 2) * static_cast<size_t>(height + 2)) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        cells_[Cell(x, y)] = static_cast<signed char>(
            mask[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)] !=
            0);
      }
    }
  }

  // The direction of the zero at which a border starts here, or -1 if none starts.
  int Starts(int x, int y) const {
    const size_t cell = Cell(x, y);
    if (cells_[cell] == 1 && cells_[cell - 1] == 0) return 4;
    if (cells_[cell] >= 1 && cells_[cell + 1] == 0) return 0;
    return -1;
  }

  void Follow(int x, int y, int from, std::vector<Pixel>* border) {
    const Pixel start = {x, y};
    // Clockwise to the last neighbour of the walk.
    int last = -1;
    for (int i = 1; i < 8 && last < 0; ++i) {
      const int direction = (from + 8 - i) & 7;
      if (cells_[Neighbour(start, direction)] != 0) last = direction;
    }
    border->push_back(start);
    if (last < 0) {
      cells_[Cell(x, y)] = kClosed;
      return;
    }
    const Pixel end = {x + kStepX[last], y + kStepY[last]};
    Pixel at = start;
    int direction = last;
    for (;;) {
      // Counter-clockwise from the previous pixel of the walk to the next one.
      bool right_is_zero = false;
      int next = direction;
      for (int i = 1; i <= 8; ++i) {
        next = (direction + i) & 7;
        if (cells_[Neighbour(at, next)] != 0) break;
        right_is_zero |= next == 0;
      }
      signed char& cell = cells_[Cell(at.x, at.y)];
      if (right_is_zero) {
        cell = kClosed;
      } else if (cell == 1) {
        cell = 2;
      }
      const Pixel to = {at.x + kStepX[next], at.y + kStepY[next]};
      if (to.x == start.x && to.y == start.y && at.x == end.x && at.y == end.y) return;
      at = to;
      direction = (next + 4) & 7;
      border->push_back(at);
    }
  }

 private:
  static const signed char kClosed = -2;

  size_t Cell(int x, int y) const {
    return static_cast<size_t>(y + 1) * static_cast<size_t>(stride_) + static_cast<size_t>(x + 1);
  }
  size_t Neighbour(const Pixel& at, int direction) const {
    return Cell(at.x + kStepX[direction], at.y + kStepY[direction]);
  }

  int stride_;
  std::vector<signed char> cells_;
};

// Twice the signed area of a triangle.
long long Turn(const Pixel& a, const Pixel& b, const Pixel& c) {
  return static_cast<long long>(b.x - a.x) * (c.y - a.y) -
         static_cast<long long>(b.y - a.y) * (c.x - a.x);
}

// The direction of a rectangle, the points of the hull that its sides touch (minimum y, maximum x,
// maximum y and minimum x relative to the direction), and its size.
struct Fit {
  float cosine, sine, width, height;
  Pixel touched[4];

  float area() const { return width * height; }
};

// Rotates a vector back by `quarters` right angles.
Pixel TurnedBack(const Pixel& v, size_t quarters) {
  const Pixel turned[4] = {{v.x, v.y}, {v.y, -v.x}, {-v.x, -v.y}, {-v.y, v.x}};
  return turned[quarters];
}

// Rotates four sides around the hull: each step aligns the nearest side with its next edge. The
// last of equal areas is taken; computed in single precision, like in OpenCV.
Fit SmallestFit(const std::vector<Pixel>& hull) {
  const size_t count = hull.size();
  size_t at[4] = {0, 0, 0, 0};
  for (size_t i = 1; i < count; ++i) {
    if (hull[i].y < hull[at[0]].y) at[0] = i;
    if (hull[i].x > hull[at[1]].x) at[1] = i;
    if (hull[i].y > hull[at[2]].y) at[2] = i;
    if (hull[i].x < hull[at[3]].x) at[3] = i;
  }
  Fit best = {};
  for (size_t step = 0; step < count; ++step) {
    size_t side = 0;
    Pixel edge = {0, 0};
    for (size_t k = 0; k < 4; ++k) {
      const Pixel &from = hull[at[k]], &to = hull[(at[k] + 1) % count];
      const Pixel along = {to.x - from.x, to.y - from.y};
      const Pixel candidate = TurnedBack(along, k);
      const Pixel origin = {0, 0};
      if (k > 0 && Turn(origin, candidate, edge) <= 0) continue;
      side = k;
      edge = candidate;
    }
    at[side] = (at[side] + 1) % count;
    const double dx = edge.x, dy = edge.y;
    const float inverse = static_cast<float>(1 / sqrt(dx * dx + dy * dy));
    Fit fit;
    fit.cosine = static_cast<float>(edge.x) * inverse;
    fit.sine = static_cast<float>(edge.y) * inverse;
    for (int k = 0; k < 4; ++k) fit.touched[k] = hull[at[k]];
    const Pixel* touched = fit.touched;
    fit.width = static_cast<float>(touched[1].x - touched[3].x) * fit.cosine +
                static_cast<float>(touched[1].y - touched[3].y) * fit.sine;
    fit.height = static_cast<float>(touched[2].y - touched[0].y) * fit.cosine -
                 static_cast<float>(touched[2].x - touched[0].x) * fit.sine;
    if (step == 0 || fit.area() <= best.area()) best = fit;
  }
  return best;
}

// The columns inside a convex outline for each row of a mask: from the leftmost pixel or crossing
// to the rightmost one.
class RowSpans {
 public:
  RowSpans(int width, int height) : width_(width), rows_(static_cast<size_t>(height)) {
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Row empty = {width, -1, 0, 0, 0};
      rows_[i] = empty;
    }
  }

  // Adds a pixel of the outline.
  void Add(int x, int y) {
    if (y < 0 || y >= height()) return;
    Row& row = rows_[static_cast<size_t>(y)];
    row.first = std::min(row.first, std::max(x, 0));
    row.last = std::max(row.last, std::min(x, width_ - 1));
  }

  // Adds the crossing of an edge with the row, in units of 1 / kOne.
  void AddCrossing(long long x, int y) {
    if (y < 0 || y >= height()) return;
    Row& row = rows_[static_cast<size_t>(y)];
    row.low = row.crossings == 0 ? x : std::min(row.low, x);
    row.high = row.crossings == 0 ? x : std::max(row.high, x);
    ++row.crossings;
  }

  // Adds the pixels between the crossings.
  void Fill() {
    for (int y = 0; y < height(); ++y) {
      const Row row = rows_[static_cast<size_t>(y)];
      const int first = static_cast<int>((row.low + kOne - 1) >> kFractionBits);
      const int last = static_cast<int>(row.high >> kFractionBits);
      if (row.crossings < 2 || first > last) continue;
      Add(first, y);
      Add(last, y);
    }
  }

  int width() const { return width_; }
  int height() const { return static_cast<int>(rows_.size()); }
  int First(int y) const { return rows_[static_cast<size_t>(y)].first; }
  int Last(int y) const { return rows_[static_cast<size_t>(y)].last; }

 private:
  struct Row {
    int first, last;
    int crossings;
    long long low, high;
  };
  int width_;
  std::vector<Row> rows_;
};

// Moves `end` along the line to `other` until it is within the columns or rows bounded by `limit`;
// coordinates are rounded towards the old position.
void ClipEnd(int limit, int Pixel::*outside, int Pixel::*along, const Pixel& other, Pixel* end) {
  int& value = (*end).*outside;
  if (value >= 0 && value <= limit) return;
  const int border = value < 0 ? 0 : limit;
  if (other.*outside != value) {
    (*end).*along += static_cast<int>(static_cast<double>(border - value) *
                                      (other.*along - (*end).*along) / (other.*outside - value));
  }
  value = border;
}

// Clips a line to the mask; false if nothing is inside.
bool Clip(const RowSpans& spans, Pixel* from, Pixel* to) {
  const int right = spans.width() - 1, bottom = spans.height() - 1;
  if (std::max(from->y, to->y) < 0 || std::min(from->y, to->y) > bottom ||
      std::max(from->x, to->x) < 0 || std::min(from->x, to->x) > right) {
    return false;
  }
  ClipEnd(bottom, &Pixel::y, &Pixel::x, *to, from);
  ClipEnd(bottom, &Pixel::y, &Pixel::x, *from, to);
  if (std::max(from->x, to->x) < 0 || std::min(from->x, to->x) > right) return false;
  ClipEnd(right, &Pixel::x, &Pixel::y, *to, from);
  ClipEnd(right, &Pixel::x, &Pixel::y, *from, to);
  return true;
}

// The pixels of a straight line: the longer direction advances by one, the shorter one according to
// the error. Lines run from their left end.
void AddLine(Pixel from, Pixel to, RowSpans* spans) {
  if (!Clip(*spans, &from, &to)) return;
  if (to.x < from.x) std::swap(from, to);
  const int dx = to.x - from.x, dy = abs(to.y - from.y), step_y = to.y < from.y ? -1 : 1;
  const bool steep = dy > dx;
  const int longer = std::max(dx, dy), shorter = std::min(dx, dy);
  int error = longer - 2 * shorter;
  int x = from.x, y = from.y;
  for (int i = 0; i <= longer; ++i) {
    spans->Add(x, y);
    const bool both = error < 0;
    error += (both ? 2 * longer : 0) - 2 * shorter;
    if (steep || both) y += step_y;
    if (!steep || both) x += 1;
  }
}

// Between the border's pixels, a row is filled from edge to edge, without pixels that are cut by an
// edge. Edges are clipped to the mask.
void AddEdge(Pixel from, Pixel to, RowSpans* spans) {
  if (from.y == to.y) return;
  Pixel first = from, last = to;
  if (!Clip(*spans, &first, &last) || first.y == last.y) {
    first = from;
    last = to;
  }
  if (to.y < from.y) {
    std::swap(from, to);
    std::swap(first, last);
  }
  const long long slope = (last.x - first.x) * kOne / (last.y - first.y);
  long long x = first.x * kOne + (from.y - first.y) * slope;
  for (int y = from.y; y < to.y; ++y, x += slope) spans->AddCrossing(x, y);
}

float ClampTo(float value, float high) { return std::max(0.0f, std::min(value, high)); }

bool Above(const Box& a, const Box& b) {
  const Point &p = a.corners[0], &q = b.corners[0];
  return p.y != q.y ? p.y < q.y : p.x < q.x;
}

void SortForReading(std::vector<Box>* boxes) {
  std::stable_sort(boxes->begin(), boxes->end(), Above);
  for (size_t i = 1; i < boxes->size(); ++i) {
    for (size_t j = i; j > 0; --j) {
      Box &before = (*boxes)[j - 1], &after = (*boxes)[j];
      const bool same_line = fabsf(after.corners[0].y - before.corners[0].y) < kSameLine;
      if (!same_line || after.corners[0].x >= before.corners[0].x) break;
      std::swap(before, after);
    }
  }
}

}  // namespace

std::vector<unsigned char> Mask(const float* map, int width, int height, float threshold) {
  const size_t w = static_cast<size_t>(width), h = static_cast<size_t>(height);
  std::vector<unsigned char> mask(w * h);
  for (size_t y = 0; y < h; ++y) {
    for (size_t x = 0; x < w; ++x) {
      if (!(map[y * w + x] > threshold)) continue;
      for (size_t j = y; j < std::min(y + 2, h); ++j) {
        for (size_t i = x; i < std::min(x + 2, w); ++i) mask[j * w + i] = 1;
      }
    }
  }
  return mask;
}

std::vector<std::vector<Pixel>> Contours(const std::vector<unsigned char>& mask, int width,
                                         int height) {
  BorderFollower follower(mask, width, height);
  std::vector<std::vector<Pixel>> found;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int from = follower.Starts(x, y);
      if (from < 0) continue;
      found.push_back(std::vector<Pixel>());
      follower.Follow(x, y, from, &found.back());
    }
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<Pixel> ConvexHull(const std::vector<Pixel>& points) {
  std::vector<size_t> sorted(points.size());
  for (size_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  std::stable_sort(sorted.begin(), sorted.end(), [&points](size_t i, size_t j) {
    const Pixel &a = points[i], &b = points[j];
    return a.x != b.x ? a.x < b.x : a.y < b.y;
  });
  const auto same = [&points](size_t i, size_t j) {
    return points[i].x == points[j].x && points[i].y == points[j].y;
  };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
  std::vector<size_t> hull;
  // First the chain with small y from the left, then the one with large y from the right.
  for (int pass = 0; pass < 2; ++pass) {
    const size_t base = hull.size();
    for (size_t i = 0; i < sorted.size(); ++i) {
      while (hull.size() >= base + 2 &&
             Turn(points[hull[hull.size() - 2]], points[hull.back()], points[sorted[i]]) <= 0) {
        hull.pop_back();
      }
      hull.push_back(sorted[i]);
    }
    hull.pop_back();  // the other chain starts with it
    std::reverse(sorted.begin(), sorted.end());
  }
  if (hull.empty()) hull.push_back(0);
  // If the points are in the order of the hull, or in reverse order, the hull starts with the first
  // point; otherwise with the rightmost one.
  const size_t least =
      static_cast<size_t>(std::min_element(hull.begin(), hull.end()) - hull.begin());
  const size_t most =
      static_cast<size_t>(std::max_element(hull.begin(), hull.end()) - hull.begin());
  size_t first =
      static_cast<size_t>(std::find(hull.begin(), hull.end(), sorted.back()) - hull.begin());
  if ((most + 1) % hull.size() == least) {
    first = least;
  } else if ((least + 1) % hull.size() == most) {
    first = most;
  }
  std::vector<Pixel> result;
  for (size_t i = 0; i < hull.size(); ++i) {
    result.push_back(points[hull[(first + i) % hull.size()]]);
  }
  return result;
}

Rectangle SmallestRectangle(const std::vector<Pixel>& points) {
  const std::vector<Pixel> hull = ConvexHull(points);
  Rectangle result = {Point(static_cast<float>(hull[0].x), static_cast<float>(hull[0].y)), 0, 0, 0};
  if (hull.size() == 1) return result;
  if (hull.size() == 2) {
    const double dx = hull[1].x - hull[0].x, dy = hull[1].y - hull[0].y;
    result.centre.x = static_cast<float>(hull[0].x + hull[1].x) * 0.5f;
    result.centre.y = static_cast<float>(hull[0].y + hull[1].y) * 0.5f;
    result.width = static_cast<float>(sqrt(dx * dx + dy * dy));
    result.angle = static_cast<float>(atan2(dy, dx) * 180 / kPi);
    return result;
  }
  const Fit fit = SmallestFit(hull);
  // The corner where the sides of minimum x and y meet, and the two sides from there.
  const float c = fit.cosine, s = fit.sine, scale = 1 / (c * c + s * s);
  const Pixel &top = fit.touched[0], &left = fit.touched[3];
  const float along = c * static_cast<float>(left.x) + static_cast<float>(left.y) * s;
  const float across = static_cast<float>(top.y) * c - s * static_cast<float>(top.x);
  const Point corner((along * c - across * s) * scale, (c * across + s * along) * scale);
  const Point wide(c * fit.width, s * fit.width), high(-s * fit.height, c * fit.height);
  result.centre = Point(corner.x + (wide.x + high.x) * 0.5f, corner.y + (wide.y + high.y) * 0.5f);
  const double wx = wide.x, wy = wide.y, hx = high.x, hy = high.y;
  result.width = static_cast<float>(sqrt(wx * wx + wy * wy));
  result.height = static_cast<float>(sqrt(hx * hx + hy * hy));
  result.angle = static_cast<float>(static_cast<float>(atan2(wy, wx)) * 180 / kPi);
  return result;
}

void Corners(const Rectangle& rectangle, Point corners[4]) {
  const double angle = static_cast<double>(rectangle.angle) * kPi / 180;
  const float cosine = static_cast<float>(cos(angle)) * 0.5f;
  const float sine = static_cast<float>(sin(angle)) * 0.5f;
  const Point& centre = rectangle.centre;
  Point all[4];
  all[0].x = centre.x - sine * rectangle.height - cosine * rectangle.width;
  all[0].y = centre.y + cosine * rectangle.height - sine * rectangle.width;
  all[1].x = centre.x + sine * rectangle.height - cosine * rectangle.width;
  all[1].y = centre.y - cosine * rectangle.height - sine * rectangle.width;
  for (int i = 0; i < 2; ++i) {
    all[i + 2] = Point(2 * centre.x - all[i].x, 2 * centre.y - all[i].y);
  }
  std::stable_sort(all, all + 4, [](const Point& a, const Point& b) { return a.x < b.x; });
  if (all[1].y < all[0].y) std::swap(all[0], all[1]);
  if (all[3].y < all[2].y) std::swap(all[2], all[3]);
  corners[0] = all[0];
  corners[1] = all[2];
  corners[2] = all[3];
  corners[3] = all[1];
}

float MeanInside(const float* map, int width, int height, const Point corners[4]) {
  float least_x = corners[0].x, most_x = least_x, least_y = corners[0].y, most_y = least_y;
  for (int i = 1; i < 4; ++i) {
    least_x = std::min(least_x, corners[i].x);
    most_x = std::max(most_x, corners[i].x);
    least_y = std::min(least_y, corners[i].y);
    most_y = std::max(most_y, corners[i].y);
  }
  const float right = static_cast<float>(width - 1), bottom = static_cast<float>(height - 1);
  const int x0 = static_cast<int>(ClampTo(floorf(least_x), right));
  const int y0 = static_cast<int>(ClampTo(floorf(least_y), bottom));
  const int x1 = static_cast<int>(ClampTo(ceilf(most_x), right));
  const int y1 = static_cast<int>(ClampTo(ceilf(most_y), bottom));
  RowSpans spans(x1 - x0 + 1, y1 - y0 + 1);
  Pixel pixels[4];
  for (int i = 0; i < 4; ++i) {
    pixels[i].x = static_cast<int>(corners[i].x - static_cast<float>(x0));
    pixels[i].y = static_cast<int>(corners[i].y - static_cast<float>(y0));
  }
  for (int i = 0; i < 4; ++i) {
    AddLine(pixels[i], pixels[(i + 1) & 3], &spans);
    AddEdge(pixels[i], pixels[(i + 1) & 3], &spans);
  }
  spans.Fill();
  double sum = 0;
  long long count = 0;
  for (int y = 0; y <= y1 - y0; ++y) {
    for (int x = spans.First(y); x <= spans.Last(y); ++x, ++count) {
      sum += map[static_cast<size_t>(y + y0) * static_cast<size_t>(width) +
                 static_cast<size_t>(x + x0)];
    }
  }
  return count == 0 ? 0 : static_cast<float>(sum / static_cast<double>(count));
}

std::vector<Box> FindBoxes(const float* map, int width, int height, int image_width,
                           int image_height, const DetectOptions& options) {
  const std::vector<std::vector<Pixel>> contours =
      Contours(Mask(map, width, height, options.threshold), width, height);
  const size_t count = std::min(contours.size(), static_cast<size_t>(options.contours));
  std::vector<Box> boxes;
  for (size_t i = 0; i < count; ++i) {
    Rectangle rectangle = SmallestRectangle(contours[i]);
    if (std::min(rectangle.width, rectangle.height) < kMinSide) continue;
    Box box;
    Corners(rectangle, box.corners);
    box.score = MeanInside(map, width, height, box.corners);
    if (!(box.score >= options.box_threshold)) continue;
    const double a = rectangle.width, b = rectangle.height;
    const double grow = a * b * static_cast<double>(options.unclip) / (2 * (a + b));
    rectangle.width = static_cast<float>(a + 2 * grow);
    rectangle.height = static_cast<float>(b + 2 * grow);
    if (std::min(rectangle.width, rectangle.height) < kMinGrownSide) continue;
    Corners(rectangle, box.corners);
    for (int k = 0; k < 4; ++k) {
      Point& corner = box.corners[k];
      corner.x = corner.x / static_cast<float>(width) * static_cast<float>(image_width);
      corner.y = corner.y / static_cast<float>(height) * static_cast<float>(image_height);
      corner.x = ClampTo(rintf(corner.x), static_cast<float>(image_width - 1));
      corner.y = ClampTo(rintf(corner.y), static_cast<float>(image_height - 1));
    }
    boxes.push_back(box);
  }
  SortForReading(&boxes);
  return boxes;
}

}  // namespace ocr
