// Resizes, rotates and straightens images. Results equal those of OpenCV 4 (cv::resize with
// INTER_LINEAR, cv::getPerspectiveTransform, cv::warpPerspective with INTER_CUBIC and
// BORDER_REPLICATE), bit for bit, because the networks were trained with them.
#pragma once

#include "image.h"

namespace ocr {

// Bilinear; `width` and `height` are positive.
Image Resize(const Image& source, int width, int height);

// Rotates by 180 degrees.
Image TurnAround(const Image& source);

// Rotates by 90 degrees, counter-clockwise.
Image TurnLeft(const Image& source);

// The perspective transform (nine numbers, the last is 1) that maps from[i] to to[i]. False if
// there is none, because three of the points are on a line.
bool PerspectiveTransform(const Point from[4], const Point to[4], double transform[9]);

// Crops the quadrangle with the given corners (top left, top right, bottom right, bottom left) to
// an upright rectangle with the size of its longest edges. Lines at least 1.5 times as high as wide
// are rotated to the left. False if the quadrangle is less than a pixel wide or high.
bool CropQuadrangle(const Image& source, const Point corners[4], Image* result);

}  // namespace ocr
