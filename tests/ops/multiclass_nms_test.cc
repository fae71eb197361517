#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

struct Row {
  int64_t label;
  double score;
  int64_t index;  // counted over all images
  std::vector<double> box;
};

double Overlap(const std::vector<double>& a, const std::vector<double>& b, double extra) {
  const double w = std::min(a[2], b[2]) - std::max(a[0], b[0]);
  const double h = std::min(a[3], b[3]) - std::max(a[1], b[1]);
  if (w < 0 || h < 0) return 0;
  const auto area = [&](const std::vector<double>& box) {
    return (box[2] - box[0] + extra) * (box[3] - box[1] + extra);
  };
  const double common = (w + extra) * (h + extra);
  return common / (area(a) + area(b) - common);
}

// The remaining boxes of one class.
std::vector<Row> Suppress(std::vector<Row> rows, const OpCase& c) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.score > b.score; });
  const int top = c.Int("nms_top_k", -1);
  if (top >= 0 && rows.size() > static_cast<size_t>(top)) rows.resize(static_cast<size_t>(top));
  double threshold = c.Float("nms_threshold", 0.3f);
  std::vector<Row> kept;
  for (const Row& row : rows) {
    const bool free = std::all_of(kept.begin(), kept.end(), [&](const Row& other) {
      return Overlap(row.box, other.box, c.Bool("normalized", true) ? 0 : 1) <= threshold;
    });
    if (!free) continue;
    kept.push_back(row);
    if (c.Float("nms_eta", 1) < 1 && threshold > 0.5) threshold *= c.Float("nms_eta", 1);
  }
  return kept;
}

// Scores are [N, C, M], or [M, C] where `rows_of_images` is given.
void ExpectMulticlassNms(OpCase* c, const std::vector<int64_t>& rows_of_images, bool counts) {
  const TestTensor& scores = c->In("Scores");
  const TestTensor& boxes = c->In("BBoxes");
  const bool by_rows = scores.dims.rank() == 2;
  const int64_t classes = scores.dims[1];
  std::vector<int64_t> sizes = rows_of_images;
  if (!by_rows) sizes.assign(static_cast<size_t>(scores.dims[0]), scores.dims[2]);
  std::vector<Row> all;
  std::vector<uint64_t> offsets = {0};
  int64_t first = 0;
  for (const int64_t size : sizes) {
    std::vector<Row> of_image;
    for (int64_t label = 0; label < classes; ++label) {
      if (label == c->Int("background_label", 0)) continue;
      std::vector<Row> rows;
      for (int64_t m = 0; m < size; ++m) {
        const int64_t at =
            by_rows ? (first + m) * classes + label : first * classes + label * size + m;
        if (scores.At(at) <= c->Float("score_threshold", 0)) continue;
        Row row{label, scores.At(at), by_rows ? at : first + m, {}};
        for (int64_t e = 0; e < 4; ++e) row.box.push_back(boxes.At(row.index * 4 + e));
        rows.push_back(row);
      }
      rows = Suppress(rows, *c);
      of_image.insert(of_image.end(), rows.begin(), rows.end());
    }
    const int keep = c->Int("keep_top_k", -1);
    if (keep >= 0 && of_image.size() > static_cast<size_t>(keep)) {
      std::stable_sort(of_image.begin(), of_image.end(),
                       [](const Row& a, const Row& b) { return a.score > b.score; });
      of_image.resize(static_cast<size_t>(keep));
    }
    std::stable_sort(of_image.begin(), of_image.end(), [&](const Row& a, const Row& b) {
      if (a.label != b.label) return a.label < b.label;
      return by_rows && a.index < b.index;
    });
    all.insert(all.end(), of_image.begin(), of_image.end());
    offsets.push_back(all.size());
    first += size;
  }
  const int64_t total = static_cast<int64_t>(all.size());
  TestTensor out({total, 6});
  TestTensor index({total, 1}, PrecisionType::kInt32);
  for (int64_t i = 0; i < total; ++i) {
    const Row& row = all[static_cast<size_t>(i)];
    out.Set(i * 6, static_cast<double>(row.label));
    out.Set(i * 6 + 1, row.score);
    for (int64_t e = 0; e < 4; ++e) out.Set(i * 6 + 2 + e, row.box[static_cast<size_t>(e)]);
    index.SetInt(i, row.index);
  }
  if (counts) {
    TestTensor per_image({static_cast<int64_t>(sizes.size())}, PrecisionType::kInt32);
    for (size_t i = 0; i < sizes.size(); ++i)
      per_image.SetInt(static_cast<int64_t>(i), static_cast<int64_t>(offsets[i + 1] - offsets[i]));
    c->expected["NmsRoisNum"] = {per_image};
  } else {
    out.lod = index.lod = {offsets};
  }
  c->expected["Out"] = {out};
  c->expected["Index"] = {index};
}

TestTensor RandomBoxes(Random* random, const DDim& shape) {
  TestTensor boxes = random->Floats(shape, 0, 20);
  for (int64_t i = 0; i < boxes.numel(); i += 4) {
    for (int64_t k = 0; k < 2; ++k) boxes.Set(i + 2 + k, boxes.At(i + k) + random->Uniform(3, 12));
  }
  return boxes;
}

TEST(MulticlassNms, ImagesOfClasses) {
  OpSuite suite2("multiclass_nms2");
  OpSuite suite3("multiclass_nms3");
  Random random("nms");
  for (int round = 0; round < 24; ++round) {
    OpCase c("images");
    c.inputs["BBoxes"] = {RandomBoxes(&random, {2, 30, 4})};
    c.inputs["Scores"] = {random.Floats({2, 4, 30}, 0, 1)};
    c.attrs = {{"score_threshold", random.Pick<float>({0, 0.4f, 0.95f})},
               {"nms_top_k", random.Pick<int>({-1, 4, 400})},
               {"keep_top_k", random.Pick<int>({-1, 0, 7, 400})},
               {"nms_threshold", random.Pick<float>({0.1f, 0.3f, 0.7f})},
               {"nms_eta", random.Pick<float>({1, 0.8f})},
               {"background_label", random.Pick<int>({-1, 0, 3})},
               {"normalized", random.Coin()}};
    ExpectMulticlassNms(&c, {}, false);
    suite2.Run(c);
    ExpectMulticlassNms(&c, {}, true);
    suite3.Run(c);
  }
}

TEST(MulticlassNms, RegionsOfImages) {
  OpSuite suite2("multiclass_nms2");
  OpSuite suite3("multiclass_nms3");
  Random random("rows");
  for (const std::vector<int64_t>& sizes :
       std::vector<std::vector<int64_t>>{{20}, {9, 11}, {0, 12, 0, 8}}) {
    for (const int keep : {-1, 5}) {
      OpCase c("regions");
      c.inputs["BBoxes"] = {RandomBoxes(&random, {20, 3, 4})};
      c.inputs["Scores"] = {random.Floats({20, 3}, 0, 1)};
      c.attrs = {{"score_threshold", 0.2f}, {"keep_top_k", keep}};
      TestTensor counts({static_cast<int64_t>(sizes.size())}, PrecisionType::kInt32);
      std::vector<uint64_t> offsets = {0};
      for (size_t i = 0; i < sizes.size(); ++i) {
        counts.SetInt(static_cast<int64_t>(i), sizes[i]);
        offsets.push_back(offsets.back() + static_cast<uint64_t>(sizes[i]));
      }
      OpCase by_lod = c;
      by_lod.inputs["BBoxes"][0].lod = {offsets};
      ExpectMulticlassNms(&by_lod, sizes, false);
      suite2.Run(by_lod);
      c.inputs["RoisNum"] = {counts};
      c.resized = c.inputs;
      ExpectMulticlassNms(&c, sizes, true);
      suite3.Run(c);
    }
  }
}

// Two squares that share half of their area, one turned by an eighth; a star that is not a convex
// polygon, and a square inside it.
TEST(MulticlassNms, PolygonsOverlap) {
  OpSuite suite("multiclass_nms2");
  const auto kept = [&](const std::vector<float>& a, const std::vector<float>& b, float threshold,
                        bool both) {
    OpCase c("polygons");
    std::vector<float> boxes = a;
    boxes.insert(boxes.end(), b.begin(), b.end());
    const int64_t width = static_cast<int64_t>(a.size());
    c.inputs["BBoxes"] = {MakeTensor<float>({1, 2, width}, boxes)};
    c.inputs["Scores"] = {MakeTensor<float>({1, 1, 2}, {0.9f, 0.8f})};
    c.attrs = {{"background_label", -1}, {"nms_threshold", threshold}};
    c.resized = c.inputs;
    TestTensor index =
        both ? MakeTensor<int32_t>({2, 1}, {0, 1}) : MakeTensor<int32_t>({1, 1}, {0});
    index.lod = {{0, both ? 2u : 1u}};
    c.expected["Index"] = {index};
    suite.Run(c);
  };
  const std::vector<float> square = {0, 0, 2, 0, 2, 2, 0, 2};
  const std::vector<float> shifted = {1, 0, 3, 0, 3, 2, 1, 2};  // 2 of 6
  kept(square, shifted, 0.34f, true);
  kept(square, shifted, 0.33f, false);
  const std::vector<float> diamond = {1, 0, 2, 1, 1, 2, 0, 1};  // 2 of 4
  kept(square, diamond, 0.501f, true);
  kept(square, diamond, 0.499f, false);
  // A four-pointed star of area 8 and the square of area 4 in its middle, which it contains.
  const std::vector<float> star = {-3, 0, -1, -1, 0, -3, 1, -1, 3, 0, 1, 1, 0, 3, -1, 1};
  const std::vector<float> middle = {-1, -1, 0, -1, 1, -1, 1, 0, 1, 1, 0, 1, -1, 1, -1, 0};
  kept(star, middle, 0.34f, true);  // 4 of 12
  kept(star, middle, 0.33f, false);
  const std::vector<float> flat = {0, 0, 2, 0, 2, 0, 0, 0};
  kept(square, flat, 0.0f, true);
}

TEST(MulticlassNms, RefusesWhatDoesNotFit) {
  OpSuite suite("multiclass_nms");
  const auto refuse = [&](const DDim& boxes, const DDim& scores, const char* text) {
    OpCase c("shapes");
    c.inputs["BBoxes"] = {TestTensor(boxes)};
    c.inputs["Scores"] = {TestTensor(scores)};
    suite.ExpectError(c, text);
  };
  refuse({1, 5, 4}, {5}, "Scores: expected rank 2 or 3");
  refuse({1, 5, 5}, {1, 2, 5}, "BBoxes: expected shape [1 or more, 5, 4, 8, 16, 24 or 32]");
  refuse({1, 5, 4}, {2, 2, 5}, "BBoxes: expected shape [2 or more, 5, 4, 8, 16, 24 or 32]");
  refuse({1, 6, 4}, {1, 2, 5}, "BBoxes: expected shape");
  refuse({5, 3, 4}, {5, 2}, "BBoxes: expected shape [5, 2, 4]");
}

TEST(MatrixNms, ShrinksScores) {
  OpSuite suite("matrix_nms");
  Random random("matrix");
  for (int round = 0; round < 12; ++round) {
    OpCase c("images");
    const TestTensor boxes = RandomBoxes(&random, {2, 20, 4});
    const TestTensor scores = random.Floats({2, 3, 20}, 0, 1);
    c.inputs["BBoxes"] = {boxes};
    c.inputs["Scores"] = {scores};
    const bool gaussian = round % 2 == 0;
    c.attrs = {{"score_threshold", random.Pick<float>({0.1f, 0.5f})},
               {"post_threshold", random.Pick<float>({0, 0.3f})},
               {"nms_top_k", random.Pick<int>({-1, 6})},
               {"keep_top_k", random.Pick<int>({-1, 9})},
               {"background_label", random.Pick<int>({-1, 0})},
               {"use_gaussian", gaussian},
               {"gaussian_sigma", 1.5f}};
    std::vector<Row> all;
    std::vector<uint64_t> offsets = {0};
    for (int64_t n = 0; n < 2; ++n) {
      std::vector<Row> of_image;
      for (int64_t label = 0; label < 3; ++label) {
        if (label == c.Int("background_label", 0)) continue;
        std::vector<Row> rows;
        for (int64_t m = 0; m < 20; ++m) {
          const double score = scores.At((n * 3 + label) * 20 + m);
          if (score <= c.Float("score_threshold", 0)) continue;
          Row row{label, score, n * 20 + m, {}};
          for (int64_t e = 0; e < 4; ++e) row.box.push_back(boxes.At(row.index * 4 + e));
          rows.push_back(row);
        }
        std::sort(rows.begin(), rows.end(),
                  [](const Row& a, const Row& b) { return a.score > b.score; });
        const int top = c.Int("nms_top_k", -1);
        if (top >= 0 && rows.size() > static_cast<size_t>(top))
          rows.resize(static_cast<size_t>(top));
        std::vector<double> largest(rows.size(), 0);
        for (size_t i = 0; i < rows.size(); ++i) {
          double decay = 1;
          for (size_t k = 0; k < i; ++k) {
            const double overlap = Overlap(rows[i].box, rows[k].box, 0);
            largest[i] = std::max(largest[i], overlap);
            decay = std::min(
                decay, gaussian ? std::exp(1.5 * (largest[k] * largest[k] - overlap * overlap))
                                : (1 - overlap) / (1 - largest[k]));
          }
          Row shrunk = rows[i];
          shrunk.score *= decay;
          if (shrunk.score > c.Float("post_threshold", 0)) of_image.push_back(shrunk);
        }
      }
      std::sort(of_image.begin(), of_image.end(),
                [](const Row& a, const Row& b) { return a.score > b.score; });
      const int keep = c.Int("keep_top_k", -1);
      if (keep >= 0 && of_image.size() > static_cast<size_t>(keep))
        of_image.resize(static_cast<size_t>(keep));
      all.insert(all.end(), of_image.begin(), of_image.end());
      offsets.push_back(all.size());
    }
    const int64_t total = static_cast<int64_t>(all.size());
    TestTensor out({total, 6});
    TestTensor index({total, 1}, PrecisionType::kInt32);
    for (int64_t i = 0; i < total; ++i) {
      const Row& row = all[static_cast<size_t>(i)];
      out.Set(i * 6, static_cast<double>(row.label));
      out.Set(i * 6 + 1, row.score);
      for (int64_t e = 0; e < 4; ++e) out.Set(i * 6 + 2 + e, row.box[static_cast<size_t>(e)]);
      index.SetInt(i, row.index);
    }
    out.lod = index.lod = {offsets};
    c.expected["Out"] = {out};
    c.expected["Index"] = {index};
    suite.Run(c);
  }
  OpCase c("shapes");
  c.inputs["BBoxes"] = {TestTensor({1, 5, 8})};
  c.inputs["Scores"] = {TestTensor({1, 2, 5})};
  suite.ExpectError(c, "BBoxes: expected shape [1 or more, 5, 4]");
}

}  // namespace
}  // namespace paddle::lite::test
