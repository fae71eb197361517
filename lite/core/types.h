// The vocabulary of core: the public enumerations under the internal namespace, and
// level-of-detail.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/core/paddle_place.h"

namespace paddle::lite {

using lite_api::DataLayoutType;
using lite_api::Place;
using lite_api::PrecisionType;
using lite_api::PrecisionTypeLength;
using lite_api::PrecisionTypeTrait;
using lite_api::TargetType;

// Level-of-detail of a sequence tensor: per level, offsets that begin with 0 and never decrease.
using LoD = std::vector<std::vector<uint64_t>>;

}  // namespace paddle::lite
