// PRIOR_BOX, YOLO_BOX and NON_MAX_SUPPRESSION, as PaddlePaddle defines prior_box, yolo_box and
// multiclass_nms3.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr uint64_t kAnyTensor = kMovable | kQuant;
constexpr Operand kPriorBoxInputs[] = {{"input", kAnyTensor, Role::kExtents},
                                       {"image", kAnyTensor, Role::kExtents},
                                       List("min_sizes", -1, kFloat32),
                                       List("max_sizes", -1, kFloat32).Optional(),
                                       List("aspect_ratios", -1, kFloat32),
                                       List("variances", 4, kFloat32),
                                       Flag("flip"),
                                       Flag("clip"),
                                       Number("step_w"),
                                       Number("step_h"),
                                       Number("offset"),
                                       Flag("min_max_aspect_ratios_order")};
constexpr Operand kYoloBoxInputs[] = {TensorOf("input", kReal), TensorOf("image_size", kInt32),
                                      List("anchors"),          Scalar("class_num"),
                                      Number("conf_thresh"),    Scalar("downsample_ratio"),
                                      Flag("clip_bbox"),        Number("scale_x_y"),
                                      Flag("iou_aware"),        Number("iou_aware_factor")};
constexpr Operand kNmsInputs[] = {
    TensorOf("boxes", kFloat),  TensorOf("scores", kFloat), TensorOf("rois_num", kInt32).Optional(),
    Scalar("background_label"), Number("score_threshold"),  Scalar("nms_top_k"),
    Number("nms_threshold"),    Number("nms_eta"),          Scalar("keep_top_k"),
    Flag("normalized"),         Flag("return_index")};
constexpr Operand kPriorBoxOutputs[] = {Result("boxes"), Result("variances")};
constexpr Operand kYoloBoxOutputs[] = {Result("boxes"), Result("scores")};
constexpr Operand kNmsOutputs[] = {Result("output").Resized(), Result("output_rois_num").Optional(),
                                   Result("index").Optional().Resized()};

// --- PRIOR_BOX: boxes around the centre of each cell, with coordinates in parts of the image.

// Ratios begin with 1 and have no duplicates; with `flip`, each is followed by its inverse.
std::vector<float> ExpandRatios(const Call& call) {
  std::vector<float> ratios = {1.0f};
  for (float ratio : call.Floats(4)) {
    const bool known = std::any_of(ratios.begin(), ratios.end(),
                                   [&](float r) { return std::fabs(r - ratio) < 1e-6f; });
    if (known) continue;
    ratios.push_back(ratio);
    if (call.Bool(6)) ratios.push_back(1.0f / ratio);
  }
  return ratios;
}

std::vector<float> MaxSizes(const Call& call) {
  return call.Has(3) ? call.Floats(3) : std::vector<float>();
}

Status InferPriorBox(Call& call) {
  const Shape& x = call.in(0).shape;
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(1, 4));
  const std::vector<float> min_sizes = call.Floats(2), max_sizes = MaxSizes(call);
  if (min_sizes.empty() || (!max_sizes.empty() && max_sizes.size() != min_sizes.size())) {
    return call.Invalid("max_sizes: expected none or %zu values like min_sizes, found %zu",
                        min_sizes.size(), max_sizes.size());
  }
  for (float ratio : call.Floats(4)) {
    if (!(ratio > 0)) {
      return call.Invalid("aspect_ratios: expected positive values, found %g",
                          static_cast<double>(ratio));
    }
  }
  for (int axis = 2; axis < 4; ++axis) {
    if (x[axis] == 0 || call.in(1).shape[axis] == 0) {
      return call.Invalid("input, image: expected non-empty images, found %s and %s",
                          x.ToString().c_str(), call.in(1).shape.ToString().c_str());
    }
  }
  const size_t count = ExpandRatios(call).size() * min_sizes.size() + max_sizes.size();
  if (count > static_cast<size_t>(INT32_MAX)) return call.Invalid("min_sizes: too many boxes");
  const Shape shape = {x[2], x[3], static_cast<int32_t>(count), 4};
  for (int i = 0; i < 2; ++i) {
    call.SetPrecision(i, NNADAPTER_FLOAT32);
    NNADAPTER_RETURN_IF_ERROR(call.SetShape(i, shape));
  }
  return Status();
}

Status ExecutePriorBox(Call& call) {
  const Shape& shape = call.out(0).shape;
  const Shape& image = call.in(1).shape;
  const std::vector<float> min_sizes = call.Floats(2), max_sizes = MaxSizes(call);
  const std::vector<float> variances = call.Floats(5), ratios = ExpandRatios(call);
  const bool clip = call.Bool(7), max_before_ratios = call.Bool(11);
  const double image_h = image[2], image_w = image[3];
  double step_w = call.Float(8), step_h = call.Float(9);
  if (step_w == 0 || step_h == 0) {
    step_w = image_w / shape[1];
    step_h = image_h / shape[0];
  }
  // Width and height of the boxes of a cell.
  std::vector<std::pair<double, double>> sizes;
  for (size_t s = 0; s < min_sizes.size(); ++s) {
    const double min_size = min_sizes[s];
    const auto add_max = [&] {
      if (max_sizes.empty()) return;
      const double side = std::sqrt(min_size * max_sizes[s]);
      sizes.emplace_back(side, side);
    };
    for (size_t r = 0; r < ratios.size(); ++r) {
      const double root = std::sqrt(static_cast<double>(ratios[r]));
      sizes.emplace_back(min_size * root, min_size / root);
      if (r == 0 && max_before_ratios) add_max();
    }
    if (!max_before_ratios) add_max();
  }
  auto* boxes = call.out(0).Out<float>();
  auto* copies = call.out(1).Out<float>();
  const auto put = [&](double value) {
    const auto coordinate = static_cast<float>(value);
    *boxes++ = clip ? std::clamp(coordinate, 0.0f, 1.0f) : coordinate;
  };
  for (int32_t y = 0; y < shape[0]; ++y) {
    for (int32_t x = 0; x < shape[1]; ++x) {
      const double center_x = (x + static_cast<double>(call.Float(10))) * step_w;
      const double center_y = (y + static_cast<double>(call.Float(10))) * step_h;
      for (const auto& [width, height] : sizes) {
        put((center_x - width / 2) / image_w);
        put((center_y - height / 2) / image_h);
        put((center_x + width / 2) / image_w);
        put((center_y + height / 2) / image_h);
        copies = std::copy(variances.begin(), variances.end(), copies);
      }
    }
  }
  return Status();
}

// --- YOLO_BOX: the input has for each anchor the planes x, y, width, height, confidence and one
// for each class; before them, if iou_aware, one plane of predicted overlap for each anchor.
struct YoloShape {
  int64_t anchors;
  int64_t classes;
};

Status ReadYoloBox(const Call& call, YoloShape* s) {
  const Shape& x = call.in(0).shape;
  const Shape& sizes = call.in(1).shape;
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(1, 2));
  const int64_t count = call.in(2).count();
  s->anchors = count / 2;
  s->classes = call.Int(3);
  if (count == 0 || count % 2 != 0 || s->classes <= 0 || call.Int(5) <= 0) {
    return call.Invalid(
        "anchors, class_num, downsample_ratio: expected pairs and positive values, "
        "found %lld, %lld, %d",
        static_cast<long long>(count), static_cast<long long>(s->classes), call.Int(5));
  }
  const int64_t planes = s->anchors * (5 + s->classes + (call.Bool(8) ? 1 : 0));
  if (x[1] != kUnknown && x[1] != planes) {
    return call.Invalid("input: expected %lld channels, found shape %s",
                        static_cast<long long>(planes), x.ToString().c_str());
  }
  const bool same_batch = sizes[0] == x[0] || sizes[0] == kUnknown || x[0] == kUnknown;
  if (!same_batch || (sizes[1] != 2 && sizes[1] != kUnknown)) {
    return call.Invalid("image_size: expected shape [N, 2] for input %s, found %s",
                        x.ToString().c_str(), sizes.ToString().c_str());
  }
  return Status();
}

Status InferYoloBox(Call& call) {
  YoloShape s;
  NNADAPTER_RETURN_IF_ERROR(ReadYoloBox(call, &s));
  const Shape& x = call.in(0).shape;
  int64_t boxes = kUnknown;
  if (x[2] != kUnknown && x[3] != kUnknown) {
    if (__builtin_mul_overflow(s.anchors * x[2], int64_t{x[3]}, &boxes) || boxes > INT32_MAX) {
      return call.Invalid("input: %s has too many boxes", x.ToString().c_str());
    }
  }
  call.SetPrecision(0, NNADAPTER_FLOAT32);
  call.SetPrecision(1, NNADAPTER_FLOAT32);
  const auto count = static_cast<int32_t>(boxes);
  NNADAPTER_RETURN_IF_ERROR(call.SetShape(0, {x[0], count, 4}));
  return call.SetShape(1, {x[0], count, static_cast<int32_t>(s.classes)});
}

double Logistic(float x) { return 1 / (1 + std::exp(-static_cast<double>(x))); }

Status ExecuteYoloBox(Call& call) {
  YoloShape s;
  NNADAPTER_RETURN_IF_ERROR(ReadYoloBox(call, &s));
  const Shape& shape = call.in(0).shape;
  const int64_t height = shape[2], width = shape[3], cells = height * width;
  const std::vector<int64_t> anchors = call.Ints(2);
  const double threshold = call.Float(4), scale = call.Float(7), factor = call.Float(9);
  const bool clip = call.Bool(6), iou_aware = call.Bool(8);
  const double shift = -0.5 * (scale - 1);
  const double ratio = call.Int(5);
  Reals x;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  auto* boxes = call.out(0).Out<float>();
  auto* scores = call.out(1).Out<float>();
  std::fill(boxes, boxes + call.out(0).count(), 0.0f);
  std::fill(scores, scores + call.out(1).count(), 0.0f);
  for (int64_t n = 0; n < shape[0]; ++n) {
    const float* image = x.data() + n * shape[1] * cells;
    const float* planes = image + (iou_aware ? s.anchors * cells : 0);
    const double image_h = call.in(1).As<int32_t>()[2 * n];
    const double image_w = call.in(1).As<int32_t>()[2 * n + 1];
    for (int64_t a = 0; a < s.anchors; ++a) {
      const float* anchor = planes + a * (5 + s.classes) * cells;
      for (int64_t cell = 0; cell < cells; ++cell) {
        double confidence = Logistic(anchor[4 * cells + cell]);
        if (iou_aware) {
          confidence = std::pow(confidence, 1 - factor) *
                       std::pow(Logistic(image[a * cells + cell]), factor);
        }
        if (confidence < threshold) continue;
        const auto column = static_cast<double>(cell % width);
        const auto row = static_cast<double>(cell / width);
        const double center_x = (column + Logistic(anchor[cell]) * scale + shift) * image_w /
                                static_cast<double>(width);
        const double center_y = (row + Logistic(anchor[cells + cell]) * scale + shift) * image_h /
                                static_cast<double>(height);
        const double half_w = std::exp(static_cast<double>(anchor[2 * cells + cell])) *
                              static_cast<double>(anchors[static_cast<size_t>(2 * a)]) * image_w /
                              (ratio * static_cast<double>(width)) / 2;
        const double half_h = std::exp(static_cast<double>(anchor[3 * cells + cell])) *
                              static_cast<double>(anchors[static_cast<size_t>(2 * a + 1)]) *
                              image_h / (ratio * static_cast<double>(height)) / 2;
        double box[4] = {center_x - half_w, center_y - half_h, center_x + half_w,
                         center_y + half_h};
        if (clip) {
          box[0] = std::max(box[0], 0.0);
          box[1] = std::max(box[1], 0.0);
          box[2] = std::min(box[2], image_w - 1);
          box[3] = std::min(box[3], image_h - 1);
        }
        const int64_t index = (n * s.anchors + a) * cells + cell;
        for (int i = 0; i < 4; ++i) boxes[4 * index + i] = static_cast<float>(box[i]);
        for (int64_t c = 0; c < s.classes; ++c) {
          scores[index * s.classes + c] =
              static_cast<float>(confidence * Logistic(anchor[(5 + c) * cells + cell]));
        }
      }
    }
  }
  return Status();
}

// --- NON_MAX_SUPPRESSION. Boxes are [N, M, 4] and scores [N, C, M]; with rois_num, which has the
// number of rows of each image, boxes are [R, C, 4] and scores [R, C]. A row of the output is
// label, score and box. The index is that of the box among all boxes.
Status InferNms(Call& call) {
  const Shape& boxes = call.in(0).shape;
  const Shape& scores = call.in(1).shape;
  const bool by_rows = call.Has(2);
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 3));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(1, by_rows ? 2 : 3));
  if (by_rows) NNADAPTER_RETURN_IF_ERROR(call.CheckRank(2, 1));
  const auto agree = [](int32_t a, int32_t b) { return a == b || a == kUnknown || b == kUnknown; };
  if (!agree(boxes[2], 4) || !agree(boxes[0], scores[0]) ||
      !agree(boxes[1], by_rows ? scores[1] : scores[2])) {
    return call.Invalid("scores: the shape %s does not fit boxes %s", scores.ToString().c_str(),
                        boxes.ToString().c_str());
  }
  const int32_t images = by_rows ? call.in(2).shape[0] : scores[0];
  NNADAPTER_RETURN_IF_ERROR(call.SetShape(0, {kUnknown, 6}));
  if (call.Bool(10) && !call.HasOutput(2)) {
    return call.Invalid("index: expected an operand, because return_index is true");
  }
  if (call.HasOutput(1)) {
    call.SetPrecision(1, NNADAPTER_INT32);
    NNADAPTER_RETURN_IF_ERROR(call.SetShape(1, {images}));
  }
  if (call.HasOutput(2)) {
    call.SetPrecision(2, NNADAPTER_INT32);
    NNADAPTER_RETURN_IF_ERROR(call.SetShape(2, {kUnknown, 1}));
  }
  return Status();
}

struct NmsBox {
  int64_t label;
  float score;
  const float* box;
  int64_t index;
};

double OverlapOf(const float* a, const float* b, double extra) {
  const auto area = [extra](double x1, double y1, double x2, double y2) {
    return x2 < x1 || y2 < y1 ? 0.0 : (x2 - x1 + extra) * (y2 - y1 + extra);
  };
  if (b[0] > a[2] || b[2] < a[0] || b[1] > a[3] || b[3] < a[1]) return 0;
  const double width = std::min(a[2], b[2]) - static_cast<double>(std::max(a[0], b[0])) + extra;
  const double height = std::min(a[3], b[3]) - static_cast<double>(std::max(a[1], b[1])) + extra;
  const double common = width * height;
  return common / (area(a[0], a[1], a[2], a[3]) + area(b[0], b[1], b[2], b[3]) - common);
}

void SortByScore(std::vector<NmsBox>* boxes) {
  std::stable_sort(boxes->begin(), boxes->end(),
                   [](const NmsBox& a, const NmsBox& b) { return a.score > b.score; });
}

// Keeps the best nms_top_k candidates, and of these the ones that overlap no better one too much.
std::vector<NmsBox> Suppress(const Call& call, std::vector<NmsBox> candidates) {
  const int32_t top_k = call.Int(5);
  double threshold = call.Float(6);
  const double eta = call.Float(7), extra = call.Bool(9) ? 0 : 1;
  SortByScore(&candidates);
  if (top_k > -1 && candidates.size() > static_cast<size_t>(top_k)) {
    candidates.erase(candidates.begin() + top_k, candidates.end());
  }
  std::vector<NmsBox> kept;
  for (const NmsBox& candidate : candidates) {
    const bool overlaps = std::any_of(kept.begin(), kept.end(), [&](const NmsBox& other) {
      return !(OverlapOf(candidate.box, other.box, extra) <= threshold);
    });
    if (overlaps) continue;
    kept.push_back(candidate);
    if (eta < 1 && threshold > 0.5) threshold *= eta;
  }
  return kept;
}

// The first row of each image and the end, if rois_num counts rows.
Status ReadRows(const Call& call, std::vector<int64_t>* rows) {
  rows->assign(1, 0);
  for (int64_t count : call.Ints(2)) {
    if (count < 0) {
      return call.Invalid("rois_num: expected values of at least zero, found %lld",
                          static_cast<long long>(count));
    }
    rows->push_back(rows->back() + count);
  }
  if (rows->back() != call.in(0).shape[0]) {
    return call.Invalid("rois_num: expected a sum of %d, the number of rows of boxes, found %lld",
                        call.in(0).shape[0], static_cast<long long>(rows->back()));
  }
  return Status();
}

Status ExecuteNms(Call& call) {
  const bool by_rows = call.Has(2);
  const Shape& scores_shape = call.in(1).shape;
  const int64_t classes = scores_shape[1];
  Reals boxes, scores;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &boxes));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &scores));
  std::vector<int64_t> rows;
  if (by_rows) {
    NNADAPTER_RETURN_IF_ERROR(ReadRows(call, &rows));
  } else {
    for (int64_t n = 0; n <= scores_shape[0]; ++n) rows.push_back(n * scores_shape[2]);
  }
  std::vector<NmsBox> results;
  std::vector<int32_t> counts;
  for (size_t n = 0; n + 1 < rows.size(); ++n) {
    const int64_t first = rows[n], count = rows[n + 1] - first;
    std::vector<NmsBox> image;
    for (int64_t c = 0; c < classes; ++c) {
      if (c == call.Int(3)) continue;
      std::vector<NmsBox> candidates;
      for (int64_t m = 0; m < count; ++m) {
        const int64_t index = by_rows ? (first + m) * classes + c : first + m;
        const float score = scores[by_rows ? index : first * classes + c * count + m];
        if (score > call.Float(4))
          candidates.push_back({c, score, boxes.data() + 4 * index, index});
      }
      const std::vector<NmsBox> kept = Suppress(call, std::move(candidates));
      image.insert(image.end(), kept.begin(), kept.end());
    }
    const int32_t keep = call.Int(8);
    if (keep > -1 && image.size() > static_cast<size_t>(keep)) {
      SortByScore(&image);
      image.erase(image.begin() + keep, image.end());
    }
    std::stable_sort(image.begin(), image.end(), [by_rows](const NmsBox& a, const NmsBox& b) {
      return a.label != b.label ? a.label < b.label : by_rows && a.index < b.index;
    });
    counts.push_back(static_cast<int32_t>(image.size()));
    results.insert(results.end(), image.begin(), image.end());
  }
  const auto total = static_cast<int32_t>(results.size());
  NNADAPTER_RETURN_IF_ERROR(call.Resize(0, {total, 6}));
  std::vector<float> values;
  for (const NmsBox& box : results) {
    values.push_back(static_cast<float>(box.label));
    values.push_back(box.score);
    values.insert(values.end(), box.box, box.box + 4);
  }
  NNADAPTER_RETURN_IF_ERROR(WriteFloats(values, call.out(0).operand));
  if (call.HasOutput(1)) std::copy(counts.begin(), counts.end(), call.out(1).Out<int32_t>());
  if (call.HasOutput(2)) {
    NNADAPTER_RETURN_IF_ERROR(call.Resize(2, {total, 1}));
    std::transform(results.begin(), results.end(), call.out(2).Out<int32_t>(),
                   [](const NmsBox& box) { return static_cast<int32_t>(box.index); });
  }
  return Status();
}

}  // namespace

NNADAPTER_OPERATION(PRIOR_BOX) = Define(kPriorBoxInputs, kPriorBoxOutputs, InferPriorBox,
                                        ExecutePriorBox);
NNADAPTER_OPERATION(YOLO_BOX) = Define(kYoloBoxInputs, kYoloBoxOutputs, InferYoloBox,
                                       ExecuteYoloBox);
NNADAPTER_OPERATION(NON_MAX_SUPPRESSION) = Define(kNmsInputs, kNmsOutputs, InferNms, ExecuteNms);

}  // namespace nnadapter::operation
