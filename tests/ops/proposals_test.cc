// The region operators of two-stage detectors: generate_proposals, box_clip, roi_align,
// collect_fpn_proposals, distribute_fpn_proposals and retinanet_detection_output.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

struct Region {
  double score = 0;
  std::array<double, 4> box = {0, 0, 0, 0};
  int64_t label = 0;
};

double Overlap(const Region& a, const Region& b, double extra) {
  const double w = std::min(a.box[2], b.box[2]) - std::max(a.box[0], b.box[0]);
  const double h = std::min(a.box[3], b.box[3]) - std::max(a.box[1], b.box[1]);
  if (w < 0 || h < 0) return 0;
  const auto area = [&](const Region& r) {
    return (r.box[2] - r.box[0] + extra) * (r.box[3] - r.box[1] + extra);
  };
  const double common = (w + extra) * (h + extra);
  return common / (area(a) + area(b) - common);
}

void SortByScore(std::vector<Region>* regions) {
  std::stable_sort(regions->begin(), regions->end(),
                   [](const Region& a, const Region& b) { return a.score > b.score; });
}

// Best first, without those that overlap a better one.
std::vector<Region> Suppress(std::vector<Region> regions, double threshold, double extra) {
  SortByScore(&regions);
  std::vector<Region> kept;
  for (const Region& region : regions) {
    if (std::all_of(kept.begin(), kept.end(), [&](const Region& other) {
          return Overlap(region, other, extra) <= threshold;
        })) {
      kept.push_back(region);
    }
  }
  return kept;
}

// The anchor displaced by a code, without a limit on its growth.
Region Moved(const TestTensor& anchors, int64_t at, const double* code, double extra) {
  Region region;
  for (int64_t axis = 0; axis < 2; ++axis) {
    const double size = anchors.At(at * 4 + axis + 2) - anchors.At(at * 4 + axis) + extra;
    const double center = anchors.At(at * 4 + axis) + size / 2 + code[axis] * size;
    const double length = std::exp(code[axis + 2]) * size;
    region.box[axis] = center - length / 2;
    region.box[axis + 2] = center + length / 2 - extra;
  }
  return region;
}

TestTensor Anchors(Random* random, const DDim& shape) {
  TestTensor anchors = random->Floats(shape, -5, 40);
  for (int64_t i = 0; i < anchors.numel(); i += 4) {
    for (int64_t k = 0; k < 2; ++k)
      anchors.Set(i + 2 + k, anchors.At(i + k) + random->Uniform(5, 20));
  }
  return anchors;
}

TestTensor Counts(const std::vector<int>& counts) {
  return MakeTensor<int32_t>({static_cast<int64_t>(counts.size())},
                             std::vector<int32_t>(counts.begin(), counts.end()));
}

TEST(GenerateProposals, BothVersions) {
  Random random("proposals");
  for (const bool v1 : {true, false}) {
    OpSuite suite(v1 ? "generate_proposals" : "generate_proposals_v2", {1e-4, 1e-5, 0, 0});
    for (int round = 0; round < 8; ++round) {
      const bool pixel = v1 || round % 2 == 0;
      const double extra = pixel ? 1 : 0;
      const int pre = random.Pick<int>({0, 10, 500});
      const int post = random.Pick<int>({0, 3, 500});
      const float min_size = random.Pick<float>({0, 4, 500});
      OpCase c("regions");
      c.attrs = {{"pre_nms_topN", pre},
                 {"post_nms_topN", post},
                 {"nms_thresh", 0.4f},
                 {"min_size", min_size},
                 {"eta", 1.0f}};
      if (!v1) c.attrs["pixel_offset"] = pixel;
      const TestTensor scores = random.Floats({2, 3, 4, 5});
      const TestTensor deltas = random.Floats({2, 12, 4, 5});
      const TestTensor anchors = Anchors(&random, {4, 5, 3, 4});
      const TestTensor variances = random.Floats({4, 5, 3, 4}, 0.5, 1);
      const std::vector<float> info = {40, 50, 1.5f, 33, 38, 0.5f};
      c.inputs["Scores"] = {scores};
      c.inputs["BboxDeltas"] = {deltas};
      c.inputs["Anchors"] = {anchors};
      c.inputs["Variances"] = {variances};
      if (v1) {
        c.inputs["ImInfo"] = {MakeTensor<float>({2, 3}, info)};
      } else {
        c.inputs["ImShape"] = {MakeTensor<float>({2, 2}, {40, 50, 33, 38})};
      }
      std::vector<Region> all;
      std::vector<uint64_t> offsets = {0};
      for (int64_t n = 0; n < 2; ++n) {
        std::vector<Region> regions;
        for (int64_t i = 0; i < 60; ++i) {
          double code[4];
          for (int64_t e = 0; e < 4; ++e) {
            code[e] = variances.At(i * 4 + e) * deltas.At((n * 12 + i % 3 * 4 + e) * 20 + i / 3);
          }
          Region region = Moved(anchors, i, code, extra);
          region.score = scores.At((n * 3 + i % 3) * 20 + i / 3);
          regions.push_back(region);
        }
        SortByScore(&regions);
        if (pre > 0 && regions.size() > static_cast<size_t>(pre))
          regions.resize(static_cast<size_t>(pre));
        std::vector<Region> large;
        for (Region region : regions) {
          for (size_t e = 0; e < 4; ++e) {
            const double limit = info[static_cast<size_t>(n) * 3 + 1 - e % 2] - extra;
            region.box[e] = std::clamp(region.box[e], 0.0, limit);
          }
          const double scale = v1 ? info[static_cast<size_t>(n) * 3 + 2] : 1;
          bool keep = true;
          for (size_t axis = 0; axis < 2; ++axis) {
            const double size = region.box[axis + 2] - region.box[axis];
            keep &= size / scale + extra >= std::max<double>(min_size, 1);
            const double middle = region.box[axis] + (size + extra) / 2;
            if (pixel) keep &= middle <= info[static_cast<size_t>(n) * 3 + 1 - axis];
          }
          if (keep) large.push_back(region);
        }
        std::vector<Region> kept = Suppress(large, 0.4, extra);
        if (post > 0 && kept.size() > static_cast<size_t>(post))
          kept.resize(static_cast<size_t>(post));
        if (kept.empty()) kept.push_back(Region{});
        all.insert(all.end(), kept.begin(), kept.end());
        offsets.push_back(all.size());
      }
      const int64_t total = static_cast<int64_t>(all.size());
      TestTensor rois({total, 4});
      TestTensor probs({total, 1});
      for (int64_t i = 0; i < total; ++i) {
        const Region& region = all[static_cast<size_t>(i)];
        probs.Set(i, region.score);
        for (int64_t e = 0; e < 4; ++e) rois.Set(i * 4 + e, region.box[static_cast<size_t>(e)]);
      }
      if (v1) {
        rois.lod = probs.lod = {offsets};
        c.expected["RpnRoisLod"] = {MakeTensor<int64_t>(
            {2}, {static_cast<int64_t>(offsets[1]), static_cast<int64_t>(offsets[2])})};
      }
      c.expected["RpnRois"] = {rois};
      c.expected["RpnRoiProbs"] = {probs};
      c.expected["RpnRoisNum"] = {
          Counts({static_cast<int>(offsets[1]), static_cast<int>(offsets[2] - offsets[1])})};
      suite.Run(c);
    }
  }
}

TEST(GenerateProposals, RefusesWhatDoesNotFit) {
  OpSuite suite("generate_proposals_v2");
  OpCase c("shapes");
  c.inputs["Scores"] = {TestTensor({1, 2, 3, 4})};
  c.inputs["BboxDeltas"] = {TestTensor({1, 8, 3, 4})};
  c.inputs["ImShape"] = {TestTensor({1, 2})};
  c.inputs["Anchors"] = {TestTensor({3, 4, 2, 4})};
  c.inputs["Variances"] = {TestTensor({3, 4, 1, 4})};
  suite.ExpectError(c, "Variances: expected shape [3, 4, 2, 4]");
  c.inputs["ImShape"] = {TestTensor({1, 1})};
  suite.ExpectError(c, "ImShape: expected shape [1, 2] or more rows or columns, found [1, 1]");
  c.inputs["BboxDeltas"] = {TestTensor({1, 4, 3, 4})};
  suite.ExpectError(c, "BboxDeltas: expected shape [1, 4 * 2, 3, 4] or more numbers");
}

TEST(BoxClip, ImagesByLevelOfDetailOrBatch) {
  OpSuite suite("box_clip");
  Random random("clip");
  const TestTensor info = MakeTensor<float>({2, 3}, {40, 50, 1, 61, 35, 1.7f});
  const auto run = [&](const DDim& shape, const LoD& lod, const std::vector<int64_t>& image_of) {
    OpCase c("clip");
    c.inputs["Input"] = {random.Floats(shape, -20, 80)};
    c.inputs["Input"][0].lod = lod;
    c.inputs["ImInfo"] = {info};
    c.resized = c.inputs;
    TestTensor out = c.In("Input");
    const int64_t width = shape.Count(1, shape.rank());
    for (int64_t i = 0; i < out.numel(); ++i) {
      const int64_t image = image_of[static_cast<size_t>(i / width)];
      const double limit =
          std::round(info.At(image * 3 + (i % 2 == 0 ? 1 : 0)) / info.At(image * 3 + 2)) - 1;
      out.Set(i, std::clamp(out.At(i), 0.0, limit));
    }
    c.expected["Output"] = {out};
    suite.Run(c);
  };
  run({5, 4}, {{0, 2, 5}}, {0, 0, 1, 1, 1});
  run({5, 3, 4}, {{0, 5, 5}}, {0, 0, 0, 0, 0});
  run({2, 6, 4}, {}, {0, 1});
  OpCase c("images");
  c.inputs["Input"] = {TestTensor({2, 6, 4})};
  c.inputs["ImInfo"] = {TestTensor({1, 3})};
  suite.ExpectError(c, "ImInfo: expected shape [2, 3]");
}

// The mean of samples, each from the pixels around it.
TestTensor Pooled(const TestTensor& x, const TestTensor& rois, const std::vector<int64_t>& image_of,
                  int height, int width, double scale, int ratio, bool aligned) {
  TestTensor out({rois.dims[0], x.dims[1], height, width});
  const int64_t in_h = x.dims[2];
  const int64_t in_w = x.dims[3];
  const auto pixel = [&](int64_t plane, double y, double px) -> double {
    if (y < -1 || px < -1 || y > static_cast<double>(in_h) || px > static_cast<double>(in_w))
      return 0;
    y = std::clamp(y, 0.0, static_cast<double>(in_h - 1));
    px = std::clamp(px, 0.0, static_cast<double>(in_w - 1));
    const int64_t y0 = static_cast<int64_t>(y);
    const int64_t x0 = static_cast<int64_t>(px);
    const int64_t y1 = std::min(y0 + 1, in_h - 1);
    const int64_t x1 = std::min(x0 + 1, in_w - 1);
    const double fy = y - static_cast<double>(y0);
    const double fx = px - static_cast<double>(x0);
    const auto at = [&](int64_t py, int64_t pp) { return x.At((plane * in_h + py) * in_w + pp); };
    return (1 - fy) * ((1 - fx) * at(y0, x0) + fx * at(y0, x1)) +
           fy * ((1 - fx) * at(y1, x0) + fx * at(y1, x1));
  };
  int64_t index = 0;
  for (int64_t r = 0; r < rois.dims[0]; ++r) {
    const double half = aligned ? 0.5 : 0;
    const double x1 = rois.At(r * 4) * scale - half;
    const double y1 = rois.At(r * 4 + 1) * scale - half;
    double w = rois.At(r * 4 + 2) * scale - half - x1;
    double h = rois.At(r * 4 + 3) * scale - half - y1;
    if (!aligned) {
      w = std::max(w, 1.0);
      h = std::max(h, 1.0);
    }
    const int count_h = ratio > 0 ? ratio : static_cast<int>(std::ceil(h / height));
    const int count_w = ratio > 0 ? ratio : static_cast<int>(std::ceil(w / width));
    for (int64_t c = 0; c < x.dims[1]; ++c) {
      for (int py = 0; py < height; ++py) {
        for (int px = 0; px < width; ++px) {
          double sum = 0;
          for (int sy = 0; sy < count_h; ++sy) {
            for (int sx = 0; sx < count_w; ++sx) {
              sum += pixel(image_of[static_cast<size_t>(r)] * x.dims[1] + c,
                           y1 + (py + (sy + 0.5) / count_h) * h / height,
                           x1 + (px + (sx + 0.5) / count_w) * w / width);
            }
          }
          out.Set(index++, count_h > 0 && count_w > 0 ? sum / (count_h * count_w) : 0);
        }
      }
    }
  }
  return out;
}

TEST(RoiAlign, RatiosScalesAndImages) {
  OpSuite suite("roi_align", {1e-5, 1e-5, 0, 0});
  Random random("roi");
  const TestTensor rois = MakeTensor<float>(
      {6, 4},
      {1, 2, 12, 14, 0, 0, 3, 2.5f, 2.5f, 1, 30, 25, -4, -3, 6, 5, 9, 9, 9, 9, -60, 3, 70, 9});
  for (const bool aligned : {false, true}) {
    for (const int ratio : {-1, 2}) {
      for (const float scale : {0.5f, 1.0f}) {
        OpCase c("regions");
        c.attrs = {{"pooled_height", 2},
                   {"pooled_width", 3},
                   {"spatial_scale", scale},
                   {"sampling_ratio", ratio},
                   {"aligned", aligned}};
        c.inputs["X"] = {random.Floats({2, 3, 7, 9})};
        c.inputs["ROIs"] = {rois};
        c.inputs["ROIs"][0].lod = {{0, 4, 6}};
        const TestTensor pooled =
            Pooled(c.In("X"), rois, {0, 0, 0, 0, 1, 1}, 2, 3, scale, ratio, aligned);
        c.expected["Out"] = {pooled};
        suite.Run(c);
        c.inputs["ROIs"][0].lod = {};
        c.inputs["RoisNum"] = {Counts({0, 6})};
        c.resized = c.inputs;
        c.expected["Out"] = {
            Pooled(c.In("X"), rois, {1, 1, 1, 1, 1, 1}, 2, 3, scale, ratio, aligned)};
        suite.Run(c);
      }
    }
  }
}

// The largest possible region: samples outside the image are free.
TEST(RoiAlign, RegionsFarBeyondTheImage) {
  OpSuite suite("roi_align");
  OpCase c("huge");
  c.inputs["X"] = {TestTensor({1, 1, 4, 4})};
  for (int64_t i = 0; i < 16; ++i) c.inputs["X"][0].Set(i, 1);
  const float inf = INFINITY;
  c.inputs["ROIs"] = {
      MakeTensor<float>({3, 4}, {-1e6f, -1e6f, 1e6f, 1e6f, 0, 0, inf, inf, NAN, NAN, NAN, NAN})};
  c.resized = c.inputs;
  TestTensor out({3, 1, 1, 1});
  c.expected["Out"] = {out};
  c.has_tolerance = true;
  c.tolerance = {1e-8, 0, 0, 0};
  suite.Run(c);
}

TEST(RoiAlign, RefusesWhatDoesNotFit) {
  OpSuite suite("roi_align");
  OpCase c("shapes");
  c.inputs["X"] = {TestTensor({1, 3, 4, 4})};
  c.inputs["ROIs"] = {TestTensor({2, 4})};
  c.attrs["sampling_ratio"] = 2147483646;
  suite.ExpectError(c, "attribute sampling_ratio: expected at most 64 for an extent of 4 of X");
  c.attrs["pooled_height"] = 0;
  suite.ExpectError(c, "expected positive values, found 0 and 1");
  c.inputs["ROIs"] = {TestTensor({2, 5})};
  suite.ExpectError(c, "ROIs: expected shape [R, 4]");
  c.inputs["X"] = {TestTensor({3, 4, 4})};
  suite.ExpectError(c, "X: expected rank 4");
}

// A further axis without elements has no regions to read.
TEST(CollectFpnProposals, RefusesRegionsThatAreNotThere) {
  OpSuite suite("collect_fpn_proposals");
  OpCase c("regions");
  c.attrs["post_nms_topN"] = 2;
  c.inputs["MultiLevelRois"] = {TestTensor({3, 4, 0})};
  c.inputs["MultiLevelScores"] = {TestTensor({3, 1})};
  c.inputs["MultiLevelRois"][0].lod = c.inputs["MultiLevelScores"][0].lod = {{0, 3}};
  suite.ExpectError(c, "MultiLevelRois: level 0: expected shape [R, 4], found [3, 4, 0]");
}

TEST(CollectFpnProposals, BestOfAllLevels) {
  OpSuite suite("collect_fpn_proposals");
  Random random("collect");
  for (const bool counted : {true, false}) {
    for (const int limit : {0, 4, 100}) {
      OpCase c("levels");
      c.attrs["post_nms_topN"] = limit;
      const std::vector<std::vector<int>> sizes = {{1, 0, 2}, {0, 0, 3}, {2, 0, 0}};
      std::vector<std::pair<double, std::pair<size_t, std::vector<double>>>> all;
      for (const auto& of_images : sizes) {
        const int total = of_images[0] + of_images[1] + of_images[2];
        TestTensor rois = random.Floats({total, 4}, 0, 50);
        TestTensor scores = random.Floats({total, 1}, 0, 1);
        int64_t row = 0;
        std::vector<uint64_t> offsets = {0};
        for (size_t image = 0; image < 3; ++image) {
          for (int k = 0; k < of_images[image]; ++k, ++row) {
            std::vector<double> box;
            for (int64_t e = 0; e < 4; ++e) box.push_back(rois.At(row * 4 + e));
            all.push_back({scores.At(row), {image, box}});
          }
          offsets.push_back(static_cast<uint64_t>(row));
        }
        if (counted) {
          c.inputs["MultiLevelRoIsNum"].push_back(Counts(of_images));
        } else {
          rois.lod = scores.lod = {offsets};
        }
        c.inputs["MultiLevelRois"].push_back(rois);
        c.inputs["MultiLevelScores"].push_back(scores);
      }
      c.resized = c.inputs;
      std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a > b; });
      if (all.size() > static_cast<size_t>(limit)) all.resize(static_cast<size_t>(limit));
      std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.second.first < b.second.first;
      });
      TestTensor out({static_cast<int64_t>(all.size()), 4});
      std::vector<int> counts(3, 0);
      for (size_t i = 0; i < all.size(); ++i) {
        ++counts[all[i].second.first];
        for (size_t e = 0; e < 4; ++e)
          out.Set(static_cast<int64_t>(i * 4 + e), all[i].second.second[e]);
      }
      out.lod = {{0}};
      for (const int count : counts)
        out.lod[0].push_back(out.lod[0].back() + static_cast<uint64_t>(count));
      c.expected["FpnRois"] = {out};
      c.expected["RoisNum"] = {Counts(counts)};
      suite.Run(c);
    }
  }
  OpCase c("levels");
  c.inputs["MultiLevelRois"] = {TestTensor({2, 4}), TestTensor({3, 4})};
  c.inputs["MultiLevelScores"] = {TestTensor({2, 1})};
  suite.ExpectError(c, "MultiLevelScores: expected 2 levels");
  c.inputs["MultiLevelScores"].push_back(TestTensor({2, 1}));
  suite.ExpectError(c, "MultiLevelScores: level 1: expected 3 scores");
}

TEST(DistributeFpnProposals, LevelsBySize) {
  OpSuite suite("distribute_fpn_proposals");
  Random random("distribute");
  for (const bool pixel : {true, false}) {
    OpCase c("sizes");
    c.attrs = {{"min_level", 3},
               {"max_level", 5},
               {"refer_level", 4},
               {"refer_scale", 50},
               {"pixel_offset", pixel}};
    TestTensor rois = random.Floats({20, 4}, 0, 30);
    std::vector<int> level_of;
    for (int64_t i = 0; i < 20; ++i) {
      for (int64_t k = 0; k < 2; ++k)
        rois.Set(i * 4 + 2 + k, rois.At(i * 4 + k) + random.Uniform(-5, 150));
      const double w = rois.At(i * 4 + 2) - rois.At(i * 4);
      const double h = rois.At(i * 4 + 3) - rois.At(i * 4 + 1);
      const double extra = pixel ? 1 : 0;
      const double area = w < 0 || h < 0 ? 0 : (w + extra) * (h + extra);
      const double level = std::floor(std::log2(std::sqrt(area) / 50 + 1e-6) + 4);
      level_of.push_back(static_cast<int>(std::clamp(level, 3.0, 5.0)));
    }
    TestTensor restore({20, 1}, PrecisionType::kInt32);
    int64_t placed = 0;
    for (int level = 3; level <= 5; ++level) {
      std::vector<int> counts = {0, 0, 0};
      std::vector<double> numbers;
      for (size_t i = 0; i < 20; ++i) {
        if (level_of[i] != level) continue;
        ++counts[i < 8 ? 0 : 2];
        restore.SetInt(static_cast<int64_t>(i), placed++);
        for (int64_t e = 0; e < 4; ++e) numbers.push_back(rois.At(static_cast<int64_t>(i) * 4 + e));
      }
      TestTensor of_level({static_cast<int64_t>(numbers.size() / 4), 4});
      for (size_t i = 0; i < numbers.size(); ++i) of_level.Set(static_cast<int64_t>(i), numbers[i]);
      const uint64_t first = static_cast<uint64_t>(counts[0]);
      of_level.lod = {{0, first, first, first + static_cast<uint64_t>(counts[2])}};
      c.expected["MultiFpnRois"].push_back(of_level);
      c.expected["MultiLevelRoIsNum"].push_back(Counts(counts));
    }
    c.expected["RestoreIndex"] = {restore};
    c.inputs["FpnRois"] = {rois};
    c.inputs["FpnRois"][0].lod = {{0, 8, 8, 20}};
    suite.Run(c);
    c.inputs["FpnRois"][0].lod = {};
    c.inputs["RoisNum"] = {Counts({8, 0, 12})};
    c.resized = c.inputs;
    suite.Run(c);
  }
  OpCase c("levels");
  c.attrs = {{"min_level", 2}, {"max_level", 5}};
  c.inputs["FpnRois"] = {TestTensor({2, 4})};
  c.expected["MultiFpnRois"] = {TestTensor({2, 4})};
  suite.ExpectError(c, "MultiFpnRois: expected 4 tensors for levels 2 to 5, found 1");
}

TEST(RetinanetDetectionOutput, LevelsAndImages) {
  OpSuite suite("retinanet_detection_output", {1e-4, 1e-5, 0, 0});
  Random random("retinanet");
  for (const int limit : {5, 1000}) {
    OpCase c("levels");
    c.attrs = {{"score_threshold", 0.6f},
               {"nms_top_k", 20},
               {"nms_threshold", 0.4f},
               {"nms_eta", 1.0f},
               {"keep_top_k", limit}};
    const TestTensor info = MakeTensor<float>({2, 3}, {40, 60, 1, 30, 44, 1.5f});
    c.inputs["ImInfo"] = {info};
    for (const int64_t rows : {12, 5}) {
      c.inputs["BBoxes"].push_back(random.Floats({2, rows, 4}));
      c.inputs["Scores"].push_back(random.Floats({2, rows, 3}, 0, 1));
      c.inputs["Anchors"].push_back(Anchors(&random, {rows, 4}));
    }
    std::vector<Region> all;
    std::vector<uint64_t> offsets = {0};
    for (int64_t n = 0; n < 2; ++n) {
      std::vector<Region> of_image[3];
      for (size_t level = 0; level < 2; ++level) {
        const TestTensor& scores = c.inputs["Scores"][level];
        const TestTensor& codes = c.inputs["BBoxes"][level];
        const int64_t rows = scores.dims[1];
        std::vector<Region> found;
        for (int64_t i = 0; i < rows * 3; ++i) {
          const double score = scores.At(n * rows * 3 + i);
          if (score <= (level == 0 ? 0.6f : 0.0f)) continue;
          double code[4];
          for (int64_t e = 0; e < 4; ++e) code[e] = codes.At((n * rows + i / 3) * 4 + e);
          Region region = Moved(c.inputs["Anchors"][level], i / 3, code, 1);
          for (size_t e = 0; e < 4; ++e) {
            const double scale = info.At(n * 3 + 2);
            const double limit_e =
                std::round(info.At(n * 3 + 1 - static_cast<int64_t>(e % 2)) / scale) - 1;
            region.box[e] = std::clamp(region.box[e] / scale, 0.0, limit_e);
          }
          region.score = score;
          region.label = i % 3;
          found.push_back(region);
        }
        SortByScore(&found);
        if (found.size() > 20) found.resize(20);
        for (const Region& region : found) of_image[region.label].push_back(region);
      }
      std::vector<Region> kept;
      for (const auto& of_class : of_image) {
        const std::vector<Region> rest = Suppress(of_class, 0.4, 1);
        kept.insert(kept.end(), rest.begin(), rest.end());
      }
      SortByScore(&kept);
      if (kept.size() > static_cast<size_t>(limit)) kept.resize(static_cast<size_t>(limit));
      all.insert(all.end(), kept.begin(), kept.end());
      offsets.push_back(all.size());
    }
    TestTensor out({static_cast<int64_t>(all.size()), 6});
    for (size_t i = 0; i < all.size(); ++i) {
      const int64_t row = static_cast<int64_t>(i) * 6;
      out.Set(row, static_cast<double>(all[i].label + 1));
      out.Set(row + 1, all[i].score);
      for (int64_t e = 0; e < 4; ++e) out.Set(row + 2 + e, all[i].box[static_cast<size_t>(e)]);
    }
    out.lod = {offsets};
    c.expected["Out"] = {out};
    c.resized = c.inputs;
    suite.Run(c);
  }
  OpCase c("levels");
  c.inputs["ImInfo"] = {TestTensor({1, 3})};
  c.inputs["BBoxes"] = {TestTensor({1, 5, 4})};
  c.inputs["Scores"] = {TestTensor({1, 5, 2})};
  c.inputs["Anchors"] = {TestTensor({4, 4})};
  suite.ExpectError(c, "Anchors: level 0: expected shape [5, 4]");
}

}  // namespace
}  // namespace paddle::lite::test
