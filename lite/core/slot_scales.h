// The scales of an operator's quantised values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lite/base/span.h"

namespace paddle::lite {

// real = quantised * scale, with zero point 0. They belong to the values that an operator reads and
// writes, by slot and position in the slot: two readers of one value may have different scales
// until the optimiser inserts a conversion between them.
class SlotScales {
 public:
  // One scale, or one for each channel of a weight; empty if unknown.
  Span<const float> Of(std::string_view slot, size_t index = 0) const {
    for (const Entry& entry : entries_) {
      if (entry.index == index && entry.slot == slot) return entry.scales;
    }
    return {};
  }
  void Set(std::string slot, size_t index, std::vector<float> scales) {
    entries_.push_back({std::move(slot), index, std::move(scales)});
  }

 private:
  struct Entry {
    std::string slot;
    size_t index;
    std::vector<float> scales;
  };
  std::vector<Entry> entries_;
};

}  // namespace paddle::lite
