// The layouts that Paddle's operators read from the texts data_format and data_layout.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <variant>

#include "lite/model/program.h"

namespace paddle::lite::model {

namespace layout_texts {

// Some operators compare the text with a name, letter by letter, and take every other text for the
// other layout. The others convert it to one of the known layouts, whatever the case of its
// letters, refuse a text that is not one, and compare the layout. (Paddle 2.6; 1.8 for
// pad2d, which 2.6 lacks)
enum class Rule {
  kComparesLast,    // the text NHWC is channels last
  kComparesEither,  // the text NHWC or NDHWC is channels last
  kComparesVolume,  // the text NDHWC is channels last
  kComparesFirst,   // the text NCHW is channels first
  kConvertsLast,    // the layout NHWC is channels last
  kConvertsFirst,   // the layout NCHW is channels first
  kConvertsOnly,    // the layouts NCHW and NHWC are used, others have no defined result
};

inline const Rule* Find(const std::string& type) {
  static constexpr struct {
    const char* type;
    Rule rule;
  } kRules[] = {
      {"conv2d", Rule::kComparesEither},
      {"depthwise_conv2d", Rule::kComparesEither},
      {"conv3d", Rule::kComparesEither},
      {"pool2d", Rule::kComparesLast},
      {"pool3d", Rule::kComparesVolume},
      {"pixel_shuffle", Rule::kComparesLast},
      {"pad2d", Rule::kComparesFirst},
      {"conv2d_transpose", Rule::kConvertsLast},
      {"depthwise_conv2d_transpose", Rule::kConvertsLast},
      {"conv3d_transpose", Rule::kConvertsLast},
      {"lrn", Rule::kConvertsLast},
      {"affine_channel", Rule::kConvertsFirst},
      {"temporal_shift", Rule::kConvertsFirst},
      {"linear_interp", Rule::kConvertsFirst},
      {"linear_interp_v2", Rule::kConvertsFirst},
      {"nearest_interp", Rule::kConvertsFirst},
      {"nearest_interp_v2", Rule::kConvertsFirst},
      {"bilinear_interp", Rule::kConvertsFirst},
      {"bilinear_interp_v2", Rule::kConvertsFirst},
      {"bicubic_interp", Rule::kConvertsFirst},
      {"bicubic_interp_v2", Rule::kConvertsFirst},
      {"trilinear_interp", Rule::kConvertsFirst},
      {"trilinear_interp_v2", Rule::kConvertsFirst},
      {"batch_norm", Rule::kConvertsOnly},
      {"group_norm", Rule::kConvertsOnly},
  };
  for (const auto& entry : kRules) {
    if (type == entry.type) return &entry.rule;
  }
  return nullptr;
}

// The name of the layout that the operator uses for this text; unchanged if it has none.
inline std::string Canonical(const std::string& type, Rule rule, const std::string& text) {
  const bool volume = type == "conv3d" || type == "pool3d";
  const char* const first = volume ? "NCDHW" : "NCHW";
  const char* const last = volume ? "NDHWC" : "NHWC";
  if (rule == Rule::kComparesFirst) return text == "NCHW" ? first : last;
  const bool compares = rule < Rule::kComparesFirst;
  if (compares) {
    const bool is_last = text == (rule == Rule::kComparesVolume ? "NDHWC" : "NHWC");
    const bool is_other = text == "NHWC" || text == "NDHWC";
    if (is_last || (is_other && rule == Rule::kComparesEither)) return last;
    // Paddle's poolings mix up both layouts, and memory that does not exist.
    const bool mixes = is_other && type != "pixel_shuffle";
    return mixes ? text : first;
  }
  std::string upper = text;
  for (char& letter : upper) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  constexpr const char* kKnown[] = {"NCHW", "NHWC", "NCDHW", "NDHWC", "ANYLAYOUT"};
  const bool known = std::any_of(std::begin(kKnown), std::end(kKnown),
                                 [&](const char* name) { return upper == name; });
  if (!known) return text;
  if (upper == "NCHW") return first;
  if (upper == "NHWC") return last;
  if (rule == Rule::kConvertsOnly) return text;
  return rule == Rule::kConvertsLast ? first : last;
}

}  // namespace layout_texts

// Replaces the text of a layout by the name of the one that the operator uses, so that passes and
// kernels compare with that name. A text without a defined result remains, and is refused.
inline void NormalizeLayoutTexts(OpDesc* op) {
  const layout_texts::Rule* rule = layout_texts::Find(op->type);
  if (rule == nullptr) return;
  for (const char* name : {"data_format", "data_layout"}) {
    const auto it = op->attrs.find(name);
    if (it == op->attrs.end()) continue;
    auto* text = std::get_if<std::string>(&it->second);
    if (text != nullptr) *text = layout_texts::Canonical(op->type, *rule, *text);
  }
}

}  // namespace paddle::lite::model
