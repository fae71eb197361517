// Sizes of windows that slide over volumes, shared by conv3d, conv3d_transpose and pool3d.
#pragma once

#include <string>
#include <vector>

#include "lite/operators/window.h"

namespace paddle::lite::operators {

// True for channels-last programs; an error for an unknown name.
inline Result<bool> IsChannelsLast3d(const std::string& format) {
  if (format == "NDHWC") return true;
  if (format.empty() || format == "NCDHW" || format == "AnyLayout") return false;
  return InvalidArgument("attribute data_format: expected NCDHW or NDHWC, found '", format, "'");
}

// Three positive values, e.g. strides.
inline Status CheckTriple(const char* attribute, const std::vector<int>& values) {
  bool positive = values.size() == 3;
  for (const int value : values) positive &= value > 0;
  if (positive) return OkStatus();
  return InvalidArgument("attribute ", attribute, ": expected three positive values, found ",
                         ListToString(values));
}

// ResolvePadding for depth, height and width, with 3 or 6 paddings.
inline Status ResolvePadding3d(const std::string& algorithm, const std::vector<int>& paddings,
                               const char* window, WindowAxis* axes) {
  if (paddings.size() != 3 && paddings.size() != 6) {
    return InvalidArgument("attribute paddings: expected 3 or 6 values, found ",
                           ListToString(paddings));
  }
  // Resolves one axis at a time, paired with a dummy axis.
  for (size_t i = 0; i < 3; ++i) {
    WindowAxis pair[2] = {axes[i], WindowAxis()};
    const bool both = paddings.size() == 6;
    const std::vector<int> own = {both ? paddings[2 * i] : paddings[i],
                                  both ? paddings[2 * i + 1] : paddings[i], 0, 0};
    LITE_RETURN_IF_ERROR(ResolvePadding(algorithm, own, window, pair));
    axes[i] = pair[0];
  }
  return OkStatus();
}

// The sizes that a kernel of a convolution of volumes needs.
struct VolumeGeometry {
  int64_t batch = 0;
  int64_t in_channels = 0;
  int64_t out_channels = 0;
  int64_t groups = 1;
  WindowAxis axes[3];  // depth, height, width
  bool channels_last = false;

  int64_t taps() const { return axes[0].kernel * axes[1].kernel * axes[2].kernel; }
  int64_t positions() const { return axes[0].out * axes[1].out * axes[2].out; }
};

// The geometry of windows of Filter over Input, with padding: all but `groups`, the output channels
// and the output extents.
inline Result<VolumeGeometry> WindowsOverVolume(const DDim& in, const DDim& weights,
                                                const std::vector<int>& strides,
                                                const std::vector<int>& dilations,
                                                const std::string& padding_algorithm,
                                                const std::vector<int>& paddings,
                                                bool channels_last) {
  if (weights.rank() != 5) return InvalidArgument("Filter: expected rank 5, found ", weights);
  if (weights.production() == 0) return InvalidArgument("Filter: empty shape ", weights);
  if (in.rank() != 5) return InvalidArgument("Input: expected rank 5, found ", in);
  LITE_RETURN_IF_ERROR(CheckTriple("strides", strides));
  LITE_RETURN_IF_ERROR(CheckDilations(3, dilations));
  VolumeGeometry g;
  g.channels_last = channels_last;
  g.batch = in[0];
  g.in_channels = in[channels_last ? 4 : 1];
  for (int i = 0; i < 3; ++i) {
    WindowAxis& axis = g.axes[i];
    axis.in = in[(channels_last ? 1 : 2) + i];
    axis.kernel = weights[2 + i];
    axis.stride = strides[static_cast<size_t>(i)];
    axis.dilation = dilations[static_cast<size_t>(i)];
  }
  LITE_RETURN_IF_ERROR(ResolvePadding3d(padding_algorithm, paddings, "Filter", g.axes));
  return g;
}

// The shape of a result with these spatial axes.
inline DDim VolumeDims(int64_t batch, int64_t channels, const WindowAxis* axes,
                       bool channels_last) {
  return channels_last ? DDim({batch, axes[0].out, axes[1].out, axes[2].out, channels})
                       : DDim({batch, channels, axes[0].out, axes[1].out, axes[2].out});
}

}  // namespace paddle::lite::operators
