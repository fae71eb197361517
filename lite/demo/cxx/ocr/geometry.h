// Resizing, turning and straightening of images. Results are those of OpenCV 4 (cv::resize with
// INTER_LINEAR, cv::getPerspectiveTransform, cv::warpPerspective with INTER_CUBIC and
// BORDER_REPLICATE), bit for bit: the networks were trained behind them.
#pragma once

#include "picture.h"

namespace ocr {

// Bilinear; `width` and `height` are positive.
Picture Resize(const Picture& source, int width, int height);

// By 180 degrees.
Picture TurnAround(const Picture& source);

// By 90 degrees, counter-clockwise.
Picture TurnLeft(const Picture& source);

// The perspective transform (nine numbers, the last is 1) that takes from[i] to to[i]. False when
// there is none: three of the points lie on a line.
bool PerspectiveTransform(const Point from[4], const Point to[4], double transform[9]);

// What lies in the quadrangle, corners given as top left, top right, bottom right and bottom left,
// as an upright rectangle of its longest edges. Lines at least 1.5 times as high as wide are turned
// left. False when the quadrangle is less than a pixel wide or high.
bool CropQuadrangle(const Picture& source, const Point corners[4], Picture* result);

}  // namespace ocr
