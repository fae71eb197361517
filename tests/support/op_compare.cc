#include "tests/support/op_compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace paddle::lite::test {
namespace {

bool IsFloating(PrecisionType type) {
  return type == PrecisionType::kFloat || type == PrecisionType::kFP64 ||
         type == PrecisionType::kFP16 || type == PrecisionType::kBF16;
}

std::string CompareHeader(const TestTensor& found, const TestTensor& expected) {
  if (found.dims != expected.dims) {
    return StrCat("shape: expected ", expected.dims, ", found ", found.dims);
  }
  if (found.precision != expected.precision) {
    return StrCat("element type: expected ", PrecisionToStr(expected.precision), ", found ",
                  PrecisionToStr(found.precision));
  }
  return found.lod != expected.lod ? "LoD differs" : "";
}

// The first element that differs, or "".
std::string CompareTensors(const TestTensor& found, const TestTensor& expected, const Tolerance& t,
                           Deviation* deviation) {
  if (std::string complaint = CompareHeader(found, expected); !complaint.empty()) return complaint;
  const int64_t count = expected.numel();
  double largest = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double e = std::fabs(expected.At(i));
    if (std::isfinite(e)) largest = std::max(largest, e);
  }
  // Numbers that are zero within the tolerance have no size that an error could be relative to.
  const double scale = largest > t.absolute ? largest : 1;
  for (int64_t i = 0; i < count; ++i) {
    bool same;
    if (IsFloating(expected.precision)) {
      const double e = expected.At(i);
      const double f = found.At(i);
      if (std::isnan(e) || std::isnan(f)) {
        same = std::isnan(e) && std::isnan(f);
      } else if (std::isinf(e) || std::isinf(f)) {
        same = e == f;
      } else {
        const double difference = std::fabs(e - f);
        const double allowed = t.absolute + t.relative * std::fabs(e) + t.of_max * largest;
        same = difference <= allowed;
        if (difference > 0) deviation->Include({difference / scale, difference / allowed});
      }
    } else {
      const int64_t e = expected.IntAt(i);
      const int64_t f = found.IntAt(i);
      const uint64_t difference = e < f ? static_cast<uint64_t>(f) - static_cast<uint64_t>(e)
                                        : static_cast<uint64_t>(e) - static_cast<uint64_t>(f);
      same = difference <= static_cast<uint64_t>(t.integer);
      if (difference > 0) {
        const auto steps = static_cast<double>(difference);
        deviation->Include({steps / scale, steps / static_cast<double>(t.integer)});
      }
    }
    if (!same) {
      char text[128];
      std::snprintf(text, sizeof(text), "element %lld: expected %.9g, found %.9g",
                    static_cast<long long>(i), expected.At(i), found.At(i));
      return StrCat(text, " (shape ", expected.dims, ")");
    }
  }
  return "";
}

// The first tensor that differs in its bits, and where.
std::string CompareTensorBits(const TestTensor& a, const TestTensor& b) {
  if (a.dims != b.dims) return StrCat("shape ", a.dims, " became ", b.dims);
  if (a.precision != b.precision) {
    return StrCat("element type ", PrecisionToStr(a.precision), " became ",
                  PrecisionToStr(b.precision));
  }
  if (a.lod != b.lod) return "LoD differs";
  if (a.bytes == b.bytes) return "";
  const auto at = std::mismatch(a.bytes.begin(), a.bytes.end(), b.bytes.begin()).first;
  const auto width = static_cast<std::ptrdiff_t>(PrecisionTypeLength(a.precision));
  return StrCat("not bit-identical, first at element ", (at - a.bytes.begin()) / width);
}

// compare(found, expected) of every tensor that is expected, until it complains.
template <typename Compare>
std::string CompareEach(const SlotTensors& found, const SlotTensors& expected, Compare compare) {
  for (const auto& [slot, tensors] : expected) {
    const auto it = found.find(slot);
    if (it == found.end() || it->second.size() != tensors.size()) {
      return StrCat(slot, ": expected ", tensors.size(), " tensors, found ",
                    it == found.end() ? 0 : it->second.size());
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
      const std::string complaint = compare(it->second[i], tensors[i]);
      if (!complaint.empty()) return StrCat(slot, ":", i, ": ", complaint);
    }
  }
  return "";
}

}  // namespace

std::string CompareSlots(const SlotTensors& found, const SlotTensors& expected,
                         const Tolerance& tolerance, Deviation* deviation) {
  return CompareEach(found, expected, [&](const TestTensor& a, const TestTensor& b) {
    return CompareTensors(a, b, tolerance, deviation);
  });
}

std::string CompareHeaders(const SlotTensors& found, const SlotTensors& expected) {
  return CompareEach(found, expected, CompareHeader);
}

std::string CompareBits(const SlotTensors& found, const SlotTensors& expected) {
  return CompareEach(found, expected, CompareTensorBits);
}

}  // namespace paddle::lite::test
