// Converts images from a camera or a decoder into network inputs: colour conversion, resizing,
// rotation, mirroring, cropping, normalisation. Available in libraries built with LITE_WITH_CV=ON.
#pragma once

#include <stdint.h>

#include "paddle_api.h"  // NOLINT

namespace paddle {
namespace lite {
namespace utils {
namespace cv {

using Tensor = lite_api::Tensor;
using LayoutType = lite_api::DataLayoutType;

// Channel order in memory, 8 bits each. NV12 and NV21 are a luma plane followed by a plane of
// interleaved chroma pairs (UV, VU) at half the width and height; width and height must be even.
// The other YUV formats have enumerators, but no operation supports them.
enum ImageFormat : int {
  RGBA = 0,
  BGRA = 1,
  RGB = 2,
  BGR = 3,
  GRAY = 4,
  NV21 = 11,
  NV12 = 12,
  YUV420SP = 13,
  YUV420P = 14,
  YUV422 = 15,
  YUV444 = 16
};

// X flips around the horizontal axis (top becomes bottom), Y around the vertical one, XY around
// both. XY may also be passed as 2.
enum FlipParam : int { XY = -1, X = 0, Y = 1 };

// Input and output sizes in pixels; the angle in degrees.
typedef struct {
  int ih;
  int iw;
  int oh;
  int ow;
  FlipParam flip_param;
  float rotate_param;
} TransParam;

// The caller owns all images. Rows have no padding, and source and destination must not overlap.
// The short form of every operation takes formats and sizes from the constructor: conversion and
// resizing work on iw x ih pixels, the other operations on ow x oh; all except conversion use the
// destination format.
//
// An operation that fails prints the reason to stderr and writes nothing; the Try form returns the
// reason as a Status.
class LITE_API ImagePreprocess {
 public:
  ImagePreprocess() : src_format_(RGB), dst_format_(RGB), param_() {}
  ImagePreprocess(ImageFormat src_format, ImageFormat dst_format, TransParam param)
      : src_format_(src_format), dst_format_(dst_format), param_(param) {}

  // Copies, reorders channels, adds or drops an opaque alpha channel, converts between grey and
  // colour, and decodes NV12 and NV21 (BT.601, full range, 7-bit fixed point).
  void imageConvert(const uint8_t* src, uint8_t* dst) const;
  void imageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                    ImageFormat dst_format) const;
  void imageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                    ImageFormat dst_format, int width, int height) const;
  lite_api::Status TryImageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                                   ImageFormat dst_format, int width, int height) const;

  // Bilinear interpolation between pixel centres, like OpenCV's INTER_LINEAR, rounded to nearest.
  void imageResize(const uint8_t* src, uint8_t* dst) const;
  void imageResize(const uint8_t* src, uint8_t* dst, ImageFormat format, int src_width,
                   int src_height, int dst_width, int dst_height) const;
  lite_api::Status TryImageResize(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                  int src_width, int src_height, int dst_width,
                                  int dst_height) const;

  // Clockwise by 90, 180 or 270 degrees; 90 and 270 swap width and height. Not for NV12 and NV21.
  void imageRotate(const uint8_t* src, uint8_t* dst) const;
  void imageRotate(const uint8_t* src, uint8_t* dst, ImageFormat format, int width, int height,
                   float degree) const;
  lite_api::Status TryImageRotate(const uint8_t* src, uint8_t* dst, ImageFormat format, int width,
                                  int height, float degree) const;

  // Not for NV12 and NV21.
  void imageFlip(const uint8_t* src, uint8_t* dst) const;
  void imageFlip(const uint8_t* src, uint8_t* dst, ImageFormat format, int width, int height,
                 FlipParam flip) const;
  lite_api::Status TryImageFlip(const uint8_t* src, uint8_t* dst, ImageFormat format, int width,
                                int height, FlipParam flip) const;

  // The rectangle of `dst_width` x `dst_height` pixels whose top left pixel is at column `left`,
  // row `top`; it must be inside the image. Not for NV12 and NV21.
  void imageCrop(const uint8_t* src, uint8_t* dst, ImageFormat format, int src_width,
                 int src_height, int left, int top, int dst_width, int dst_height) const;
  lite_api::Status TryImageCrop(const uint8_t* src, uint8_t* dst, ImageFormat format, int src_width,
                                int src_height, int left, int top, int dst_width,
                                int dst_height) const;

  // (value - means[c]) * scales[c] as float, per channel in memory order; alpha is dropped.
  // `layout` is NCHW or NHWC. The tensor's shape must already be set and hold at least width *
  // height * channels values; `means` and `scales` have one value per channel. Not for NV12 and
  // NV21.
  void image2Tensor(const uint8_t* src, Tensor* dst, LayoutType layout, float* means,
                    float* scales) const;
  void image2Tensor(const uint8_t* src, Tensor* dst, ImageFormat format, int width, int height,
                    LayoutType layout, float* means, float* scales) const;
  lite_api::Status TryImage2Tensor(const uint8_t* src, Tensor* dst, ImageFormat format, int width,
                                   int height, LayoutType layout, const float* means,
                                   const float* scales) const;

  // The same operations under names used by other releases.
  template <typename... Args>
  void imageCovert(Args... args) const {
    imageConvert(args...);
  }
  template <typename... Args>
  void image_convert(Args... args) const {
    imageConvert(args...);
  }
  template <typename... Args>
  void image_resize(Args... args) const {
    imageResize(args...);
  }
  template <typename... Args>
  void image_rotate(Args... args) const {
    imageRotate(args...);
  }
  template <typename... Args>
  void image_flip(Args... args) const {
    imageFlip(args...);
  }
  template <typename... Args>
  void image_crop(Args... args) const {
    imageCrop(args...);
  }
  template <typename... Args>
  void image_to_tensor(Args... args) const {
    image2Tensor(args...);
  }

 private:
  ImageFormat src_format_;
  ImageFormat dst_format_;
  TransParam param_;
};

}  // namespace cv
}  // namespace utils
}  // namespace lite
}  // namespace paddle
