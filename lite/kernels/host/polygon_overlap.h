// Intersection over union of two simple polygons.
//
// The plane is cut into horizontal slabs at every vertex and at every crossing of two edges. Edges
// do not cross inside a slab, so the length shared by both polygons changes linearly with the
// height, and the shared area of a slab is its height times the length on its middle line.
#pragma once

#include <algorithm>
#include <cmath>

namespace paddle::lite::kernels::host {

constexpr int kMaxPolygonCorners = 16;

namespace polygon_internal {

struct Point {
  double x;
  double y;
};

struct Polygon {
  template <typename T>
  Polygon(const T* coordinates, int corner_count) : count(corner_count) {
    for (int i = 0; i < count; ++i) corners[i] = {coordinates[2 * i], coordinates[2 * i + 1]};
  }
  const Point& From(int edge) const { return corners[edge]; }
  const Point& To(int edge) const { return corners[edge + 1 == count ? 0 : edge + 1]; }
  double Area() const {
    double twice = 0;
    for (int i = 0; i < count; ++i) twice += From(i).x * To(i).y - From(i).y * To(i).x;
    return std::fabs(twice) / 2;
  }
  // Where the edges cross the line at height y, ascending; always an even number.
  int Crossings(double y, double* at) const {
    int found = 0;
    for (int i = 0; i < count; ++i) {
      const Point& a = From(i);
      const Point& b = To(i);
      if ((a.y <= y) == (b.y <= y)) continue;
      at[found++] = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
    }
    std::sort(at, at + found);
    return found;
  }

  Point corners[kMaxPolygonCorners];
  int count;
};

// The length of the line at height y that is inside both polygons.
inline double CommonLength(const Polygon& a, const Polygon& b, double y) {
  double of_a[kMaxPolygonCorners];
  double of_b[kMaxPolygonCorners];
  const int count_a = a.Crossings(y, of_a);
  const int count_b = b.Crossings(y, of_b);
  double length = 0;
  for (int i = 0; i + 1 < count_a; i += 2) {
    for (int k = 0; k + 1 < count_b; k += 2) {
      length += std::max(0.0, std::min(of_a[i + 1], of_b[k + 1]) - std::max(of_a[i], of_b[k]));
    }
  }
  return length;
}

inline double CommonArea(const Polygon& a, const Polygon& b) {
  double cuts[2 * kMaxPolygonCorners + kMaxPolygonCorners * kMaxPolygonCorners];
  int count = 0;
  for (int i = 0; i < a.count; ++i) cuts[count++] = a.corners[i].y;
  for (int k = 0; k < b.count; ++k) cuts[count++] = b.corners[k].y;
  for (int i = 0; i < a.count; ++i) {
    const Point& p = a.From(i);
    const double dx = a.To(i).x - p.x;
    const double dy = a.To(i).y - p.y;
    for (int k = 0; k < b.count; ++k) {
      const Point& q = b.From(k);
      const double ex = b.To(k).x - q.x;
      const double ey = b.To(k).y - q.y;
      const double cross = dx * ey - dy * ex;
      if (cross == 0) continue;
      const double along = ((q.x - p.x) * ey - (q.y - p.y) * ex) / cross;
      if (along > 0 && along < 1) cuts[count++] = p.y + along * dy;
    }
  }
  std::sort(cuts, cuts + count);
  double area = 0;
  for (int i = 0; i + 1 < count; ++i) {
    const double height = cuts[i + 1] - cuts[i];
    if (height > 0) area += height * CommonLength(a, b, cuts[i] + height / 2);
  }
  return area;
}

}  // namespace polygon_internal

// `corners` <= kMaxPolygonCorners pairs of x and y each. 0 if a polygon has no area.
template <typename T>
T PolygonOverlap(const T* a, const T* b, int corners) {
  const polygon_internal::Polygon first(a, corners);
  const polygon_internal::Polygon second(b, corners);
  const double area_a = first.Area();
  const double area_b = second.Area();
  if (!(area_a > 0 && area_b > 0)) return 0;
  const double common = CommonArea(first, second);
  return common > 0 ? static_cast<T>(common / (area_a + area_b - common)) : T{0};
}

}  // namespace paddle::lite::kernels::host
