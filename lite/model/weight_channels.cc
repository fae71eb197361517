#include "lite/model/weight_channels.h"

#include <algorithm>
#include <cstring>

namespace paddle::lite::model {
namespace {

// Results may replace later elements, so a piece of these is copied before its results are written.
// The compiler vectorises the conversion of a piece, which only has this name.
template <typename T, typename ScaleOf>
void ExpandPieces(const char* elements, int64_t count, const ScaleOf& scale_of, float* real) {
  constexpr int64_t kPiece = 1024;
  T piece[kPiece];
  for (int64_t begin = 0; begin < count; begin += kPiece) {
    const int64_t size = std::min(kPiece, count - begin);
    std::memcpy(piece, elements + begin * static_cast<int64_t>(sizeof(T)),
                static_cast<size_t>(size) * sizeof(T));
    for (int64_t i = 0; i < size; ++i) {
      real[begin + i] = static_cast<float>(piece[i]) * scale_of(begin + i);
    }
  }
}

// Elements of shape [outer, channels, inner].
struct ChannelBlocks {
  int64_t outer, channels, inner;
};

template <typename T>
void ExpandBlocks(const ChannelBlocks& blocks, const char* elements, const float* scales,
                  float* real) {
  const bool columns = blocks.inner == 1;
  const int64_t parts = columns ? blocks.outer : blocks.outer * blocks.channels;
  const int64_t part = columns ? blocks.channels : blocks.inner;
  for (int64_t p = 0; p < parts; ++p) {
    if (columns) {
      ExpandPieces<T>(
          elements, part, [scales](int64_t i) { return scales[i]; }, real);
    } else {
      const float scale = scales[p % blocks.channels];
      ExpandPieces<T>(
          elements, part, [scale](int64_t) { return scale; }, real);
    }
    elements += part * static_cast<int64_t>(sizeof(T));
    real += part;
  }
}

}  // namespace

WeightChannels::WeightChannels(const std::string& op_type, const DDim& dims) : dims_(dims) {
  static constexpr const char* kProducts[] = {"fc",   "mul",          "matmul",         "matmul_v2",
                                              "lstm", "lookup_table", "lookup_table_v2"};
  const int rank = dims.rank();
  const bool product = std::any_of(std::begin(kProducts), std::end(kProducts),
                                   [&](const char* type) { return op_type == type; });
  axis_ = (product || op_type == "gru") && rank >= 2 ? 1 : 0;
  if (op_type == "gru" && rank == 2 && dims[1] == 3 * dims[0]) gru_units_ = dims[0];
  if (axis_ < rank) inner_ = dims.Count(axis_ + 1, rank);
}

Status WeightChannels::Check(size_t scales) const {
  if (scales == 1 || (count() != 0 && count() == static_cast<int64_t>(scales))) return OkStatus();
  return DataLoss(scales, " scales for a weight of shape ", dims_, ", expected 1 or dimension ",
                  axis_);
}

template <typename T>
void WeightChannels::ExpandElements(const char* elements, const std::vector<float>& scales,
                                    float* real) const {
  const int64_t count = dims_.Count(0, dims_.rank());
  if (scales.size() == 1) {
    ExpandBlocks<T>({1, 1, count}, elements, scales.data(), real);
  } else if (gru_units_ == 0) {
    ExpandBlocks<T>({dims_.Count(0, axis_), dims_[axis_], inner_}, elements, scales.data(), real);
  } else {
    const int64_t units = gru_units_, gates = 2 * units * units;
    ExpandBlocks<T>({units, 2 * units, 1}, elements, scales.data(), real);
    ExpandBlocks<T>({units, units, 1}, elements + gates * static_cast<int64_t>(sizeof(T)),
                    scales.data() + 2 * units, real + gates);
  }
}

void WeightChannels::Expand(PrecisionType precision, const char* elements,
                            const std::vector<float>& scales, float* real) const {
  if (precision == PrecisionType::kInt8) {
    ExpandElements<int8_t>(elements, scales, real);
  } else {
    ExpandElements<int16_t>(elements, scales, real);
  }
}

}  // namespace paddle::lite::model
