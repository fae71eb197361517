// Converts the detection network's map to boxes around lines of text.
#pragma once

#include <vector>

#include "image.h"

namespace ocr {

struct Pixel {
  int x;
  int y;
};

// A rectangle that may be rotated: `angle` in degrees, from the x axis to the edge called width.
struct Rectangle {
  Point centre;
  float width;
  float height;
  float angle;
};

struct Box {
  Point corners[4];  // in pixels of the image: top left, top right, bottom right, bottom left
  float score;       // mean of the map inside the box before growing
};

struct DetectOptions {
  DetectOptions() : threshold(0.3f), box_threshold(0.5f), unclip(1.6f), contours(1000) {}
  float threshold;      // of a pixel
  float box_threshold;  // of a box's score
  float unclip;         // growth of a box: this times its area divided by its perimeter
  int contours;         // maximum number of contours, from the lower right one on
};

// 1 where the map exceeds the threshold at the pixel or at its left, upper or upper left neighbour.
std::vector<unsigned char> Mask(const float* map, int width, int height, float threshold);

// Outer and inner borders of the regions (8-connected) of a mask: pixels of the regions, in order
// along the border. The last one found comes first, as in cv::findContours (RETR_LIST).
std::vector<std::vector<Pixel>> Contours(const std::vector<unsigned char>& mask, int width,
                                         int height);

// Corners of the convex hull, without those on straight edges.
std::vector<Pixel> ConvexHull(const std::vector<Pixel>& points);

// The rectangle with the smallest area around the points, of which there must be at least one.
Rectangle SmallestRectangle(const std::vector<Pixel>& points);

// Top left, top right, bottom right, bottom left.
void Corners(const Rectangle& rectangle, Point corners[4]);

// Mean of the map inside the quadrangle, including its border.
float MeanInside(const float* map, int width, int height, const Point corners[4]);

// All steps; boxes are in reading order: lines from the top, within a line (10 pixels) from the
// left. `image_width` and `image_height` are those of the image that the map was computed from.
std::vector<Box> FindBoxes(const float* map, int width, int height, int image_width,
                           int image_height, const DetectOptions& options);

}  // namespace ocr
