// conv3d, conv3d_transpose, pool3d and temporal_shift.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Triple = std::array<int64_t, 3>;

std::vector<int> List(const Triple& values) {
  return {static_cast<int>(values[0]), static_cast<int>(values[1]), static_cast<int>(values[2])};
}

// Calls f(index, point) for every point of a volume of this size.
template <typename F>
void ForEach(const Triple& size, F f) {
  for (int64_t i = 0; i < size[0] * size[1] * size[2]; ++i)
    f(i, Triple{i / (size[1] * size[2]), i / size[2] % size[1], i % size[2]});
}

// The position of item n, channel c, point p of a volume.
int64_t At(const DDim& dims, bool last, int64_t n, int64_t c, const Triple& p) {
  if (last) return (((n * dims[1] + p[0]) * dims[2] + p[1]) * dims[3] + p[2]) * dims[4] + c;
  return (((n * dims[1] + c) * dims[2] + p[0]) * dims[3] + p[1]) * dims[4] + p[2];
}

DDim Dims(int64_t n, int64_t c, const Triple& size, bool last) {
  return last ? DDim{n, size[0], size[1], size[2], c} : DDim{n, c, size[0], size[1], size[2]};
}

bool Inside(const Triple& p, const Triple& size) {
  for (size_t i = 0; i < 3; ++i) {
    if (p[i] < 0 || p[i] >= size[i]) return false;
  }
  return true;
}

struct ConvShape {
  int64_t channels, out_channels, groups;
  Triple in, kernel, strides, pads, dilations;
};

TEST(Conv3d, ShapesGroupsAndFormats) {
  OpSuite suite("conv3d", kSumTolerance);
  Random random("conv3d");
  for (const ConvShape& s :
       std::vector<ConvShape>{{3, 4, 1, {4, 5, 6}, {2, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}},
                              {4, 6, 2, {5, 6, 7}, {3, 2, 3}, {1, 2, 3}, {1, 0, 2}, {1, 2, 1}},
                              {3, 36, 3, {3, 4, 9}, {1, 1, 1}, {1, 1, 2}, {0, 0, 0}, {1, 1, 1}},
                              {2, 2, 2, {6, 3, 3}, {2, 2, 2}, {2, 1, 1}, {1, 1, 1}, {3, 1, 2}},
                              {2, 5, 1, {3, 5, 13}, {3, 3, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}) {
    for (const bool last : {false, true}) {
      for (const bool biased : {false, true}) {
        OpCase c("shape");
        c.attrs = {{"groups", static_cast<int>(s.groups)},
                   {"strides", List(s.strides)},
                   {"paddings", List(s.pads)},
                   {"dilations", List(s.dilations)},
                   {"data_format", std::string(last ? "NDHWC" : "NCDHW")}};
        const int64_t per_group = s.channels / s.groups;
        c.inputs["Input"] = {random.Floats(Dims(2, s.channels, s.in, last))};
        c.inputs["Filter"] = {
            random.Floats({s.out_channels, per_group, s.kernel[0], s.kernel[1], s.kernel[2]})
                .AsWeight()};
        if (biased) c.inputs["Bias"] = {random.Floats({s.out_channels}).AsWeight()};
        Triple size;
        for (size_t i = 0; i < 3; ++i) {
          size[i] =
              (s.in[i] + 2 * s.pads[i] - s.dilations[i] * (s.kernel[i] - 1) - 1) / s.strides[i] + 1;
        }
        TestTensor out(Dims(2, s.out_channels, size, last));
        for (int64_t n = 0; n < 2; ++n) {
          for (int64_t oc = 0; oc < s.out_channels; ++oc) {
            ForEach(size, [&](int64_t, const Triple& o) {
              double sum = biased ? c.In("Bias").At(oc) : 0;
              for (int64_t ic = 0; ic < per_group; ++ic) {
                const int64_t channel = oc / (s.out_channels / s.groups) * per_group + ic;
                ForEach(s.kernel, [&](int64_t tap, const Triple& k) {
                  Triple p;
                  for (size_t i = 0; i < 3; ++i)
                    p[i] = o[i] * s.strides[i] - s.pads[i] + k[i] * s.dilations[i];
                  if (!Inside(p, s.in)) return;
                  const int64_t taps = s.kernel[0] * s.kernel[1] * s.kernel[2];
                  sum += c.In("Input").At(At(c.In("Input").dims, last, n, channel, p)) *
                         c.In("Filter").At((oc * per_group + ic) * taps + tap);
                });
              }
              out.Set(At(out.dims, last, n, oc, o), sum);
            });
          }
        }
        c.expected["Output"] = {out};
        suite.Run(c);
      }
    }
  }
  OpCase none("no items");
  none.inputs["Input"] = {TestTensor({0, 2, 4, 4, 4})};
  none.inputs["Filter"] = {TestTensor({3, 2, 2, 2, 2})};
  none.expected["Output"] = {TestTensor({0, 3, 3, 3, 3})};
  suite.Run(none);
}

TEST(Conv3d, RefusesWhatDoesNotFit) {
  OpSuite suite("conv3d");
  OpCase c("shapes");
  c.inputs["Input"] = {TestTensor({1, 4, 5, 6, 7})};
  c.inputs["Filter"] = {TestTensor({6, 4, 3, 3, 3})};
  c.attrs["groups"] = 2;
  suite.ExpectError(c, "Filter: [6, 4, 3, 3, 3] with groups 2 does not fit the 4 channels");
  c.attrs["groups"] = 0;
  suite.ExpectError(c, "with groups 0");
  c.attrs["groups"] = 1;
  c.attrs["dilations"] = std::vector<int>{3, 1, 1};
  suite.ExpectError(c, "smaller than the dilated window");
  c.attrs["strides"] = std::vector<int>{1, 1};
  suite.ExpectError(c, "strides: expected three positive values");
  c.attrs["strides"] = std::vector<int>{1, 1, 1};
  c.attrs["dilations"] = std::vector<int>{1, 1, 1};
  c.attrs["paddings"] = std::vector<int>{1, 1};
  suite.ExpectError(c, "paddings: expected 3 or 6 values");
  c.attrs["data_format"] = std::string("NHWC");
  suite.ExpectError(c, "data_format: expected NCDHW or NDHWC");
}

TEST(Conv3dTranspose, ShapesGroupsAndFormats) {
  OpSuite suite("conv3d_transpose", kSumTolerance);
  Random random("conv3d_transpose");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const ConvShape& s :
         std::vector<ConvShape>{{3, 4, 1, {2, 3, 4}, {2, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}},
                                {4, 6, 2, {3, 2, 3}, {3, 2, 4}, {1, 2, 3}, {1, 0, 2}, {1, 2, 1}},
                                {2, 2, 2, {4, 3, 3}, {2, 2, 2}, {2, 1, 3}, {1, 1, 0}, {3, 1, 2}},
                                {3, 5, 1, {1, 1, 2}, {1, 1, 1}, {1, 2, 1}, {0, 0, 0}, {1, 1, 1}}}) {
      for (const bool last : {false, true}) {
        OpCase c("shape");
        c.attrs = {{"groups", static_cast<int>(s.groups)},
                   {"strides", List(s.strides)},
                   {"paddings", List(s.pads)},
                   {"dilations", List(s.dilations)},
                   {"data_format", std::string(last ? "NHWC" : "NCHW")}};
        const int64_t inputs = s.channels / s.groups;
        const int64_t outputs = s.out_channels / s.groups;
        const int64_t taps = s.kernel[0] * s.kernel[1] * s.kernel[2];
        c.inputs["Input"] = {random.Floats(Dims(2, s.channels, s.in, last), -1, 1, type)};
        c.inputs["Filter"] = {
            random.Floats({s.channels, outputs, s.kernel[0], s.kernel[1], s.kernel[2]}, -1, 1, type)
                .AsWeight()};
        Triple size;
        for (size_t i = 0; i < 3; ++i) {
          size[i] =
              (s.in[i] - 1) * s.strides[i] - 2 * s.pads[i] + s.dilations[i] * (s.kernel[i] - 1) + 1;
        }
        TestTensor out(Dims(2, s.out_channels, size, last), type);
        std::vector<double> sums(static_cast<size_t>(out.dims.production()));
        for (int64_t n = 0; n < 2; ++n) {
          for (int64_t pair = 0; pair < s.channels * outputs; ++pair) {
            const int64_t ic = pair / outputs;
            const int64_t oc = ic / inputs * outputs + pair % outputs;
            ForEach(s.in, [&](int64_t, const Triple& p) {
              const double x = c.In("Input").At(At(c.In("Input").dims, last, n, ic, p));
              ForEach(s.kernel, [&](int64_t tap, const Triple& k) {
                Triple o;
                for (size_t i = 0; i < 3; ++i)
                  o[i] = p[i] * s.strides[i] - s.pads[i] + k[i] * s.dilations[i];
                if (!Inside(o, size)) return;
                sums[static_cast<size_t>(At(out.dims, last, n, oc, o))] +=
                    x * c.In("Filter").At(pair * taps + tap);
              });
            });
          }
        }
        for (size_t i = 0; i < sums.size(); ++i) out.Set(static_cast<int64_t>(i), sums[i]);
        c.expected["Output"] = {out};
        suite.Run(c);
      }
    }
  }
}

// The sums of one volume would need 868 MB for every thread, which asan does not allow.
TEST(Conv3dTranspose, NoItemNeedsNoMemory) {
  OpSuite suite("conv3d_transpose");
  OpCase c("no items");
  c.inputs["Input"] = {TestTensor({0, 2, 5, 5, 5})};
  c.inputs["Filter"] = {TestTensor({2, 3, 1, 1, 1}).AsWeight()};
  c.attrs["strides"] = std::vector<int>{150, 150, 150};
  c.expected["Output"] = {TestTensor({0, 3, 601, 601, 601})};
  suite.Run(c);
}

TEST(Conv3dTranspose, RefusesWhatDoesNotFit) {
  OpSuite suite("conv3d_transpose");
  OpCase c("shapes");
  c.inputs["Input"] = {TestTensor({1, 4, 2, 3, 3})};
  c.inputs["Filter"] = {TestTensor({4, 2, 3, 3, 3})};
  c.attrs["groups"] = 5;
  suite.ExpectError(c, "Filter: [4, 2, 3, 3, 3] with groups 5 does not fit the 4 channels");
  c.attrs["groups"] = 2;
  c.attrs["output_size"] = std::vector<int>{4, 5};
  suite.ExpectError(c, "output_size: expected zero or 3 values");
  c.attrs["output_size"] = std::vector<int>{4, 5, 6};
  suite.ExpectError(c, "output_size: expected a value in [5, 6), found 6");
  c.attrs["output_size"] = std::vector<int>{};
  c.attrs["output_padding"] = std::vector<int>{0, 0, 1};
  suite.ExpectError(c, "output_padding: expected a value in [0, 1), found 1");
  c.attrs["output_padding"] = std::vector<int>{};
  c.attrs["paddings"] = std::vector<int>{3, 0, 0};
  suite.ExpectError(c, "leave no output");
  c.attrs["paddings"] = std::vector<int>{0, 0};
  suite.ExpectError(c, "paddings: expected 3 or 6 values");
  c.attrs["paddings"] = std::vector<int>{0, 0, 0};
  c.attrs["dilations"] = std::vector<int>{1, 0, 1};
  suite.ExpectError(c, "dilations: expected 3 positive values");
  c.attrs["dilations"] = std::vector<int>{1, 1, 1};
  c.attrs["strides"] = std::vector<int>{1, 1};
  suite.ExpectError(c, "strides: expected three positive values");
  c.attrs["strides"] = std::vector<int>{1, 1, 1};
  c.attrs["data_format"] = std::string("NCH");
  suite.ExpectError(c, "data_format: expected NCHW, NHWC or AnyLayout, found 'NCH'");
}

TEST(Pool3d, KindsWindowsAndFormats) {
  OpSuite suite("pool3d");
  Random random("pool3d");
  const Triple in = {5, 6, 7};
  enum class Kind { kSliding, kAdaptive, kGlobal };
  for (const Kind kind : {Kind::kSliding, Kind::kAdaptive, Kind::kGlobal}) {
    for (const bool max : {false, true}) {
      for (const bool last : {false, true}) {
        for (const bool exclusive : {false, true}) {
          const Triple ksize = {2, 3, 3};
          const Triple strides = {1, 2, 2};
          const Triple pads = {1, 1, 0};
          OpCase c("windows");
          c.attrs = {{"pooling_type", std::string(max ? "max" : "avg")},
                     {"ksize", List(ksize)},
                     {"strides", List(strides)},
                     {"paddings", List(pads)},
                     {"exclusive", exclusive},
                     {"adaptive", kind == Kind::kAdaptive},
                     {"global_pooling", kind == Kind::kGlobal},
                     {"data_format", std::string(last ? "NDHWC" : "NCDHW")}};
          c.inputs["X"] = {random.Floats(Dims(2, 3, in, last))};
          const TestTensor& x = c.In("X");
          Triple size = {1, 1, 1};
          if (kind == Kind::kAdaptive) size = ksize;
          for (size_t i = 0; i < 3 && kind == Kind::kSliding; ++i)
            size[i] = (in[i] + 2 * pads[i] - ksize[i]) / strides[i] + 1;
          TestTensor out(Dims(2, 3, size, last));
          for (int64_t nc = 0; nc < 6; ++nc) {
            ForEach(size, [&](int64_t, const Triple& o) {
              Triple begin = {0, 0, 0};
              Triple end = in;
              for (size_t i = 0; i < 3; ++i) {
                if (kind == Kind::kAdaptive) {
                  begin[i] = o[i] * in[i] / size[i];
                  end[i] = ((o[i] + 1) * in[i] + size[i] - 1) / size[i];
                } else if (kind == Kind::kSliding) {
                  begin[i] = o[i] * strides[i] - pads[i];
                  end[i] = begin[i] + ksize[i];
                }
              }
              double sum = 0;
              double largest = -1e30;
              double inside = 0;
              double all = 0;
              ForEach({end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]},
                      [&](int64_t, const Triple& k) {
                        const Triple p = {begin[0] + k[0], begin[1] + k[1], begin[2] + k[2]};
                        ++all;
                        if (!Inside(p, in)) return;
                        ++inside;
                        const double value = x.At(At(x.dims, last, nc / 3, nc % 3, p));
                        sum += value;
                        largest = std::max(largest, value);
                      });
              out.Set(At(out.dims, last, nc / 3, nc % 3, o),
                      max ? largest : sum / (exclusive ? inside : all));
            });
          }
          c.expected["Out"] = {out};
          suite.Run(c);
        }
      }
    }
  }
  OpCase c("kind");
  c.inputs["X"] = {TestTensor({1, 2, 3, 4, 5})};
  c.attrs["ksize"] = std::vector<int>{2, 2, 2};
  suite.ExpectError(c, "pooling_type: expected max or avg");
  c.attrs["pooling_type"] = std::string("max");
  c.attrs["ksize"] = std::vector<int>{2, 2, 9};
  suite.ExpectError(c, "smaller than the window");
  c.attrs["ksize"] = std::vector<int>{2, 2};
  suite.ExpectError(c, "ksize: expected three positive values");
}

TEST(TemporalShift, FramesBeforeAndAfter) {
  OpSuite suite("temporal_shift", {0, 0, 0, 0});
  Random random("shift");
  for (const bool last : {false, true}) {
    for (const int frames : {1, 2, 3, 6}) {
      for (const float ratio : {0.25f, 0.5f}) {
        OpCase c("shift");
        c.attrs = {{"seg_num", frames},
                   {"shift_ratio", ratio},
                   {"data_format", std::string(last ? "NHWC" : "NCHW")}};
        c.inputs["X"] = {random.Floats(last ? DDim{6, 2, 3, 9} : DDim{6, 9, 2, 3})};
        c.resized = c.inputs;
        const TestTensor& x = c.In("X");
        TestTensor out(x.dims);
        for (int64_t i = 0; i < out.numel(); ++i) {
          const int64_t frame = i / 54 % frames;
          const int64_t channel = last ? i % 9 : i / 6 % 9;
          const int64_t before = static_cast<int64_t>(9 * ratio);
          const int64_t after = static_cast<int64_t>(9 * 2 * ratio);
          const int64_t shift = channel < before ? -1 : channel < after ? 1 : 0;
          if (frame + shift < 0 || frame + shift >= frames) continue;
          out.Set(i, x.At(i + shift * 54));
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
  OpCase c("frames");
  c.inputs["X"] = {TestTensor({6, 2, 3, 3})};
  c.attrs["seg_num"] = 4;
  suite.ExpectError(c, "seg_num: expected a divisor of the 6 frames");
  c.attrs["seg_num"] = 3;
  c.attrs["shift_ratio"] = 0.6f;
  suite.ExpectError(c, "shift_ratio: expected a value above 0");
}

}  // namespace
}  // namespace paddle::lite::test
