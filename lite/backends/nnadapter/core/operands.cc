#include "lite/backends/nnadapter/core/operands.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <new>
#include <utility>

namespace nnadapter {
namespace {

struct Precision {
  int32_t code;
  const char* name;
  size_t bytes;
};

constexpr Precision kPrecisions[] = {
    {NNADAPTER_BOOL8, "BOOL8", 1},
    {NNADAPTER_INT8, "INT8", 1},
    {NNADAPTER_UINT8, "UINT8", 1},
    {NNADAPTER_INT16, "INT16", 2},
    {NNADAPTER_UINT16, "UINT16", 2},
    {NNADAPTER_INT32, "INT32", 4},
    {NNADAPTER_UINT32, "UINT32", 4},
    {NNADAPTER_INT64, "INT64", 8},
    {NNADAPTER_UINT64, "UINT64", 8},
    {NNADAPTER_FLOAT16, "FLOAT16", 2},
    {NNADAPTER_FLOAT32, "FLOAT32", 4},
    {NNADAPTER_FLOAT64, "FLOAT64", 8},
    {NNADAPTER_QUANT_INT8_SYMM_PER_LAYER, "QUANT_INT8_SYMM_PER_LAYER", 1},
    {NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL, "QUANT_INT8_SYMM_PER_CHANNEL", 1},
    {NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER, "QUANT_UINT8_ASYMM_PER_LAYER", 1},
    {NNADAPTER_QUANT_INT16_SYMM_PER_LAYER, "QUANT_INT16_SYMM_PER_LAYER", 2},
    {NNADAPTER_QUANT_INT16_SYMM_PER_CHANNEL, "QUANT_INT16_SYMM_PER_CHANNEL", 2},
    {NNADAPTER_QUANT_UINT16_ASYMM_PER_LAYER, "QUANT_UINT16_ASYMM_PER_LAYER", 2},
    {NNADAPTER_QUANT_INT32_SYMM_PER_LAYER, "QUANT_INT32_SYMM_PER_LAYER", 4},
    {NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL, "QUANT_INT32_SYMM_PER_CHANNEL", 4},
    {NNADAPTER_QUANT_UINT32_ASYMM_PER_LAYER, "QUANT_UINT32_ASYMM_PER_LAYER", 4},
};

const Precision* FindPrecision(int32_t code) {
  for (const Precision& precision : kPrecisions) {
    if (precision.code == code) return &precision;
  }
  return nullptr;
}

void DeleteShapeHint(void** handler) {
  delete static_cast<NNAdapterOperandDimensionType*>(*handler);
  *handler = nullptr;
}

}  // namespace

size_t PrecisionBytes(int32_t precision) {
  const Precision* found = FindPrecision(precision);
  return found ? found->bytes : 0;
}

std::string PrecisionName(int32_t precision) {
  const Precision* found = FindPrecision(precision);
  return found ? found->name : Concat("precision ", precision);
}

std::string FormatDims(const NNAdapterOperandDimensionType& dimensions) {
  std::string text = "[";
  for (uint32_t i = 0; i < dimensions.count && i < NNADAPTER_MAX_SIZE_OF_DIMENSIONS; ++i) {
    if (i) text += ", ";
    text += dimensions.data[i] == NNADAPTER_UNKNOWN ? "?" : std::to_string(dimensions.data[i]);
  }
  return text + "]";
}

bool IsQuantized(int32_t precision) {
  return precision >= NNADAPTER_QUANT_INT8_SYMM_PER_LAYER &&
         precision <= NNADAPTER_QUANT_UINT32_ASYMM_PER_LAYER;
}

bool IsPerChannel(int32_t precision) {
  return precision == NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL ||
         precision == NNADAPTER_QUANT_INT16_SYMM_PER_CHANNEL ||
         precision == NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL;
}

bool IsAsymmetric(int32_t precision) {
  return precision == NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER ||
         precision == NNADAPTER_QUANT_UINT16_ASYMM_PER_LAYER ||
         precision == NNADAPTER_QUANT_UINT32_ASYMM_PER_LAYER;
}

Status SetShapeValue(const NNAdapterOperandDimensionType& value, core::Operand* operand) {
  auto* copy = new (std::nothrow) NNAdapterOperandDimensionType(value);
  if (!copy) return OutOfMemory("no memory for the value of a shape");
  core::Hint& hint = operand->hints[core::kShapeHint];
  if (hint.handler) hint.deleter(&hint.handler);
  hint = {copy, DeleteShapeHint};
  return Status();
}

bool HasUnknown(const NNAdapterOperandDimensionType& dimensions) {
  for (uint32_t i = 0; i < dimensions.count; ++i) {
    if (dimensions.data[i] == NNADAPTER_UNKNOWN) return true;
  }
  return false;
}

bool SameDims(const NNAdapterOperandDimensionType& a, const NNAdapterOperandDimensionType& b) {
  if (a.count != b.count || a.dynamic_count != b.dynamic_count) return false;
  const size_t bytes = a.count * sizeof(a.data[0]);
  if (std::memcmp(a.data, b.data, bytes) != 0) return false;
  for (uint32_t row = 0; row < a.dynamic_count; ++row) {
    if (std::memcmp(a.dynamic_data[row], b.dynamic_data[row], bytes) != 0) return false;
  }
  return true;
}

Status ElementCount(const NNAdapterOperandDimensionType& dimensions, int64_t* count) {
  if (dimensions.count > NNADAPTER_MAX_SIZE_OF_DIMENSIONS) {
    return InvalidParameter("rank ", dimensions.count, " is over ",
                            NNADAPTER_MAX_SIZE_OF_DIMENSIONS);
  }
  int64_t product = 1;
  bool zero = false;
  for (uint32_t i = 0; i < dimensions.count; ++i) {
    const int64_t extent = dimensions.data[i];
    if (extent < 0) {
      return InvalidParameter("extent ", i, " of ", FormatDims(dimensions), " is not known");
    }
    if (extent == 0) {
      zero = true;
    } else if (product > std::numeric_limits<int64_t>::max() / extent) {
      return InvalidParameter("the number of elements of ", FormatDims(dimensions),
                              " does not fit into 64 bits");
    } else {
      product *= extent;
    }
  }
  *count = zero ? 0 : product;
  return Status();
}

Status ByteSize(const NNAdapterOperandType& type, uint32_t* bytes) {
  const size_t element = PrecisionBytes(type.precision);
  if (!element) return InvalidParameter("unknown precision code ", type.precision);
  int64_t count = 0;
  NNADAPTER_RETURN_IF_ERROR(ElementCount(type.dimensions, &count));
  if (count > std::numeric_limits<int32_t>::max() / static_cast<int64_t>(element)) {
    return InvalidParameter("a tensor of ", FormatDims(type.dimensions), " ",
                            PrecisionName(type.precision), " has over 2^31 - 1 bytes");
  }
  *bytes = static_cast<uint32_t>(count * static_cast<int64_t>(element));
  return Status();
}

Status AllocateBuffer(core::Operand* operand) {
  uint32_t bytes = 0;
  NNADAPTER_RETURN_IF_ERROR(ByteSize(operand->type, &bytes));
  void* buffer = std::calloc(bytes ? bytes : 1, 1);
  if (!buffer) return OutOfMemory("no memory for a tensor of ", bytes, " bytes");
  FreeBuffer(operand);
  operand->buffer = buffer;
  operand->length = bytes;
  return Status();
}

void FreeBuffer(core::Operand* operand) {
  if (operand->type.lifetime != NNADAPTER_CONSTANT_REFERENCE) std::free(operand->buffer);
  operand->buffer = nullptr;
  operand->length = 0;
}

void FreeHints(core::Operand* operand) {
  for (core::Hint& hint : operand->hints) {
    if (hint.handler && hint.deleter) hint.deleter(&hint.handler);
    hint = {};
  }
}

Status CopyType(const NNAdapterOperandType& from, NNAdapterOperandType* to) {
  NNAdapterOperandType copy = from;
  if (IsPerChannel(from.precision)) {
    const NNAdapterSymmPerChannelQuantParams& params = from.symm_per_channel_params;
    float* scales = nullptr;
    if (params.scales && params.scale_count) {
      scales = static_cast<float*>(std::calloc(params.scale_count, sizeof(float)));
      if (!scales) return OutOfMemory("no memory for ", params.scale_count, " scales");
      std::memcpy(scales, params.scales, params.scale_count * sizeof(float));
    }
    copy.symm_per_channel_params.scales = scales;
  }
  FreeScales(to);
  *to = copy;
  return Status();
}

void FreeScales(NNAdapterOperandType* type) {
  if (!IsPerChannel(type->precision)) return;
  std::free(type->symm_per_channel_params.scales);
  type->symm_per_channel_params.scales = nullptr;
}

void ClearModel(core::Model* model) {
  for (core::Operand& operand : model->operands) {
    FreeBuffer(&operand);
    FreeHints(&operand);
    FreeScales(&operand.type);
  }
  model->operands.clear();
  model->operations.clear();
  model->input_operands.clear();
  model->output_operands.clear();
}

std::vector<const core::Operation*> OperationsOf(const core::Model& model) {
  std::vector<const core::Operation*> operations;
  for (const core::Operation& operation : model.operations) operations.push_back(&operation);
  return operations;
}

Status CloneModel(const core::Model& model, const std::vector<const core::Operation*>& order,
                  bool own, ModelPointer* clone) {
  ModelPointer copy(new core::Model());
  std::map<const core::Operand*, core::Operand*> copies;
  copies[nullptr] = nullptr;
  for (const core::Operand& operand : model.operands) {
    core::Operand& to = copy->operands.emplace_back();
    copies[&operand] = &to;
    NNADAPTER_RETURN_IF_ERROR(CopyType(operand.type, &to.type));
    if (operand.buffer && own) {
      to.type.lifetime = NNADAPTER_CONSTANT_COPY;
      NNADAPTER_RETURN_IF_ERROR(AllocateBuffer(&to));
      std::memcpy(to.buffer, operand.buffer, std::min(to.length, operand.length));
    } else if (operand.buffer) {
      to.type.lifetime = NNADAPTER_CONSTANT_REFERENCE;
      to.buffer = operand.buffer;
      to.length = operand.length;
    }
    if (const auto* value = ShapeValue(operand)) {
      NNADAPTER_RETURN_IF_ERROR(SetShapeValue(*value, &to));
    }
  }
  const auto map = [&copies](const std::vector<core::Operand*>& operands) {
    std::vector<core::Operand*> mapped;
    for (const core::Operand* operand : operands) mapped.push_back(copies.at(operand));
    return mapped;
  };
  for (const core::Operation* operation : order) {
    copy->operations.push_back(
        {operation->type, map(operation->input_operands), map(operation->output_operands)});
  }
  copy->input_operands = map(model.input_operands);
  copy->output_operands = map(model.output_operands);
  *clone = std::move(copy);
  return Status();
}

}  // namespace nnadapter
