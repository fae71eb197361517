// Convolutions by Winograd's algorithm F(4 x 4, 3 x 3): winograd_tiles.cl.
#pragma once

#include <algorithm>
#include <vector>

#include "lite/kernels/opencl/tiled.h"
#include "lite/kernels/opencl/window.h"

namespace paddle::lite::kernels::opencl {

class Winograd {
 public:
  // Whether it computes a convolution: it can, and is expected to take less time than the sum over
  // the window, unless the device's setting decides.
  static bool Computes(const operators::ConvGeometry& g, const PrepareContext& context) {
    using lite::opencl::WinogradUse;
    const WinogradUse use = DeviceOf(context)->winograd_use();
    if (use == WinogradUse::kNever || !CanCompute(g, context)) return false;
    return use == WinogradUse::kAlways || Pays(g);
  }

  // `program` has the functions that read and write the image: winograd.cl or image_winograd.cl.
  // The filter is a constant, in the memory of the device or of the host.
  Status Prepare(const operators::ConvGeometry& g, const Tensor& filter, const std::string& program,
                 PrepareContext* context) {
    window_ = ConvWindow(g);
    in_blocks_ = Quarters(g.in_channels);
    out_blocks_ = Quarters(g.out_channels);
    down_ = Quarters(g.h.out);
    across_ = Quarters(g.w.out);
    tiles_ = g.batch * down_ * across_;
    const int64_t tile_bytes = kFrequencies * (in_blocks_ + out_blocks_) * kTexel * 4;
    // At least one tile's memory, also of an empty batch.
    at_once_ = std::max<int64_t>(std::min(kMaxScratch / tile_bytes, tiles_), 1);
    const auto book = [&](int64_t blocks) {
      const int64_t floats = kFrequencies * blocks * at_once_ * kTexel;
      return context->BookScratch(static_cast<size_t>(floats) * sizeof(float)) / sizeof(float);
    };
    inputs_ = static_cast<int32_t>(book(in_blocks_));
    sums_ = static_cast<int32_t>(book(out_blocks_));
    const std::string form = StrCat("winograd float ", DeviceOf(*context)->id().ToString());
    const auto make = [&]() -> Result<Block> {
      std::vector<float> copy;
      const float* elements = filter.data<float>();
      if (filter.target() == TargetType::kOpenCL) {
        copy.resize(static_cast<size_t>(filter.numel()));
        LITE_RETURN_IF_ERROR(DeviceOf(*context)->CopyToHost(
            copy.data(), filter.handle(), filter.offset(), copy.size() * sizeof(float)));
        elements = copy.data();
      }
      const std::vector<float> packed = Transformed(elements);
      return UploadValues(*context, packed.data(), packed.size() * sizeof(float));
    };
    LITE_ASSIGN_OR_RETURN(filter_, context->packed->GetBlock(filter, form, make));
    LITE_RETURN_IF_ERROR(input_.Load(*context, program, "winograd_input"));
    static constexpr Tile kTiles[] = {{"", 4, 1}, {"-DCOLUMNS=2", 2, 1}, {"-DCOLUMNS=8", 8, 1}};
    struct {
      ConvWindow window;
      int32_t tiles;
    } const problem = {window_, static_cast<int32_t>(at_once_)};
    LITE_RETURN_IF_ERROR(product_.Load(*context, program, "winograd_product", kTiles, problem));
    return output_.Load(*context, program, "winograd_output");
  }

  // `add_end` adds the arguments from the bias up to the result.
  template <typename AddEnd>
  Status Run(const RunContext& context, const Tensor* x, const AddEnd& add_end) {
    void* const scratch = context.device_scratch;
    for (int64_t first = 0; first < tiles_; first += at_once_) {
      const int64_t count = std::min(at_once_, tiles_ - first);
      const Int4 tiles = {static_cast<int32_t>(first), static_cast<int32_t>(count),
                          static_cast<int32_t>(down_), static_cast<int32_t>(across_)};
      LITE_RETURN_IF_ERROR(input_.On(context)
                               .Add(x)
                               .AddBlock(scratch, inputs_)
                               .Add(window_)
                               .Add(tiles)
                               .Over({count, in_blocks_, 1}, kLine));
      LITE_RETURN_IF_ERROR(product_.Run(context, [&](Call& call, const Tile& tile) {
        return call.AddBlock(scratch, inputs_)
            .Add(filter_)
            .AddBlock(scratch, sums_)
            .Add(window_)
            .Add(tiles)
            .Over({tile.Across(count), out_blocks_, kFrequencies}, kCube);
      }));
      Call end = output_.On(context);
      end.AddBlock(scratch, sums_);
      LITE_RETURN_IF_ERROR(
          add_end(end).Add(window_).Add(tiles).Over({count, out_blocks_, 1}, kLine));
    }
    return OkStatus();
  }

 private:
  static constexpr int64_t kFrequencies = 36;
  static constexpr int64_t kTexel = 4;
  // Memory of the transformed values of all tiles that are computed together.
  static constexpr int64_t kMaxScratch = int64_t{8} << 20;

  // Whether it can compute a convolution at all.
  static bool CanCompute(const operators::ConvGeometry& g, const PrepareContext& context) {
    for (const auto& axis : {g.h, g.w}) {
      if (axis.kernel != 3 || axis.stride != 1 || axis.dilation != 1) return false;
    }
    if (g.groups != 1) return false;
    // The transformed filter is one block.
    const int64_t pairs = Quarters(g.in_channels) * Quarters(g.out_channels);
    const size_t max_block = std::min<size_t>(DeviceOf(context)->limits().max_bytes, INT32_MAX);
    return pairs <= static_cast<int64_t>(max_block / (kFrequencies * 16 * sizeof(float)));
  }

  // Whether it is expected to take less time. A multiply-add of floats and a twelfth of a byte of
  // memory cost the same: 250 G/s beside 20 GB/s on a phone, 5 T/s beside 450 GB/s on a desktop's
  // GPU.
  static bool Pays(const operators::ConvGeometry& g) {
    constexpr double kAddsPerByte = 12;
    const double in = static_cast<double>(g.in_channels);
    const double out = static_cast<double>(g.out_channels);
    const double pixels = static_cast<double>(g.batch * g.h.out * g.w.out);
    const double tiles = static_cast<double>(g.batch * Quarters(g.h.out) * Quarters(g.w.out));
    const double filter = in * out * sizeof(float);
    const double direct = 9 * in * out * pixels + kAddsPerByte * 9 * filter;
    // Transformed values are written and read.
    const double values = 2 * tiles * (in + out) * sizeof(float);
    return kFrequencies * (in * out * tiles + kAddsPerByte * (values + filter)) < direct;
  }

  // [frequencies, blocks of outputs, blocks of inputs, 4 inputs, 4 outputs].
  std::vector<float> Transformed(const float* filter) const {
    static constexpr double kForward[6][3] = {{1. / 4, 0, 0},
                                              {-1. / 6, -1. / 6, -1. / 6},
                                              {-1. / 6, 1. / 6, -1. / 6},
                                              {1. / 24, 1. / 12, 1. / 6},
                                              {1. / 24, -1. / 12, 1. / 6},
                                              {0, 0, 1}};
    const int64_t plane = out_blocks_ * in_blocks_ * 16;
    std::vector<float> packed(static_cast<size_t>(kFrequencies * plane));
    for (int64_t o = 0; o < window_.out_channels; ++o) {
      for (int64_t c = 0; c < window_.in_channels; ++c, filter += 9) {
        const int64_t at = ((o / 4 * in_blocks_ + c / 4) * 4 + c % 4) * 4 + o % 4;
        for (int64_t f = 0; f < kFrequencies; ++f) {
          double sum = 0;
          for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
              sum +=
                  kForward[f / 6][i] * kForward[f % 6][j] * static_cast<double>(filter[i * 3 + j]);
            }
          }
          packed[static_cast<size_t>(f * plane + at)] = static_cast<float>(sum);
        }
      }
    }
    return packed;
  }

  ConvWindow window_;
  int64_t in_blocks_ = 0, out_blocks_ = 0, down_ = 0, across_ = 0, tiles_ = 0;
  int64_t at_once_ = 1;
  int32_t inputs_ = 0, sums_ = 0;  // floats from the begin of the scratch memory
  Block filter_;
  LoadedFunction input_, output_;
  TiledFunction product_;
};

}  // namespace paddle::lite::kernels::opencl
