// From the detection network's map to boxes around lines of text.
#pragma once

#include <vector>

#include "picture.h"

namespace ocr {

struct Pixel {
  int x;
  int y;
};

// A rectangle that may be turned: `angle` in degrees, from the x axis to the edge called width.
struct Rectangle {
  Point centre;
  float width;
  float height;
  float angle;
};

struct Box {
  Point corners[4];  // in pixels of the image: top left, top right, bottom right, bottom left
  float score;       // mean of the map inside the box before it grew
};

struct DetectOptions {
  DetectOptions() : threshold(0.3f), box_threshold(0.5f), unclip(1.6f), contours(1000) {}
  float threshold;      // of a pixel
  float box_threshold;  // of a box's score
  float unclip;         // how far a box grows: this times its area divided by its perimeter
  int contours;         // at most so many are looked at, from the lower right one on
};

// 1 where the map is above the threshold at the pixel, its left, upper or upper left neighbour.
std::vector<unsigned char> Mask(const float* map, int width, int height, float threshold);

// Outer and inner borders of the regions (8-connected) of a mask: pixels of the regions, in order
// of the walk. The last found comes first, as cv::findContours (RETR_LIST) has it.
std::vector<std::vector<Pixel>> Contours(const std::vector<unsigned char>& mask, int width,
                                         int height);

// Corners of the convex hull, without those on straight edges.
std::vector<Pixel> ConvexHull(const std::vector<Pixel>& points);

// The rectangle of the smallest area around the points; there is at least one.
Rectangle SmallestRectangle(const std::vector<Pixel>& points);

// Top left, top right, bottom right, bottom left.
void Corners(const Rectangle& rectangle, Point corners[4]);

// Mean of the map inside the quadrangle, its border included.
float MeanInside(const float* map, int width, int height, const Point corners[4]);

// All of it; in reading order: lines from above, within a line (10 pixels) from the left.
// `picture_width` and `picture_height` are those of the image that the map was computed from.
std::vector<Box> FindBoxes(const float* map, int width, int height, int picture_width,
                           int picture_height, const DetectOptions& options);

}  // namespace ocr
