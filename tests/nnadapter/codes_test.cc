// Codes and layouts that models, caches and drivers store.
#include <cstddef>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "lite/backends/nnadapter/core/operands.h"
#include "nnadapter/driver/device.h"
#include "nnadapter/nnadapter.h"

namespace {

TEST(Codes, OfOperations) {
  const NNAdapterOperationType types[] = {NNADAPTER_ADD,
                                          NNADAPTER_AVERAGE_POOL_2D,
                                          NNADAPTER_CONCAT,
                                          NNADAPTER_CONV_2D,
                                          NNADAPTER_DIV,
                                          NNADAPTER_FULLY_CONNECTED,
                                          NNADAPTER_HARD_SIGMOID,
                                          NNADAPTER_HARD_SWISH,
                                          NNADAPTER_MAX_POOL_2D,
                                          NNADAPTER_MUL,
                                          NNADAPTER_RELU,
                                          NNADAPTER_RELU6,
                                          NNADAPTER_RESHAPE,
                                          NNADAPTER_SIGMOID,
                                          NNADAPTER_SOFTMAX,
                                          NNADAPTER_SUB,
                                          NNADAPTER_TANH,
                                          NNADAPTER_TRANSPOSE,
                                          NNADAPTER_ABS,
                                          NNADAPTER_ADAPTIVE_AVERAGE_POOL_2D,
                                          NNADAPTER_ADAPTIVE_MAX_POOL_2D,
                                          NNADAPTER_AND,
                                          NNADAPTER_ARG_MAX,
                                          NNADAPTER_ARG_MIN,
                                          NNADAPTER_ASSIGN,
                                          NNADAPTER_BATCH_NORMALIZATION,
                                          NNADAPTER_CAST,
                                          NNADAPTER_CHANNEL_SHUFFLE,
                                          NNADAPTER_CLIP,
                                          NNADAPTER_CONV_2D_TRANSPOSE,
                                          NNADAPTER_COS,
                                          NNADAPTER_CUM_SUM,
                                          NNADAPTER_DEFORMABLE_CONV_2D,
                                          NNADAPTER_DEQUANTIZE,
                                          NNADAPTER_EQUAL,
                                          NNADAPTER_EXP,
                                          NNADAPTER_EXPAND,
                                          NNADAPTER_FILL,
                                          NNADAPTER_FILL_LIKE,
                                          NNADAPTER_FLATTEN,
                                          NNADAPTER_FLOOR,
                                          NNADAPTER_FLOOR_DIV,
                                          NNADAPTER_GATHER,
                                          NNADAPTER_GELU,
                                          NNADAPTER_GREATER,
                                          NNADAPTER_GREATER_EQUAL,
                                          NNADAPTER_GRID_SAMPLE,
                                          NNADAPTER_GROUP_NORMALIZATION,
                                          NNADAPTER_INSTANCE_NORMALIZATION,
                                          NNADAPTER_LAYER_NORMALIZATION,
                                          NNADAPTER_LEAKY_RELU,
                                          NNADAPTER_LESS,
                                          NNADAPTER_LESS_EQUAL,
                                          NNADAPTER_LOG,
                                          NNADAPTER_LOG_SOFTMAX,
                                          NNADAPTER_LP_NORMALIZATION,
                                          NNADAPTER_LRN,
                                          NNADAPTER_MAT_MUL,
                                          NNADAPTER_MAX,
                                          NNADAPTER_MESHGRID,
                                          NNADAPTER_MIN,
                                          NNADAPTER_NOT,
                                          NNADAPTER_NOT_EQUAL,
                                          NNADAPTER_OR,
                                          NNADAPTER_PAD,
                                          NNADAPTER_POW,
                                          NNADAPTER_PRIOR_BOX,
                                          NNADAPTER_PRELU,
                                          NNADAPTER_QUANTIZE,
                                          NNADAPTER_RANGE,
                                          NNADAPTER_REDUCE_MEAN,
                                          NNADAPTER_REDUCE_MAX,
                                          NNADAPTER_REDUCE_SUM,
                                          NNADAPTER_RESIZE_NEAREST,
                                          NNADAPTER_RESIZE_LINEAR,
                                          NNADAPTER_ROI_ALIGN,
                                          NNADAPTER_ROLL,
                                          NNADAPTER_RSQRT,
                                          NNADAPTER_SHAPE,
                                          NNADAPTER_SIN,
                                          NNADAPTER_SLICE,
                                          NNADAPTER_SOFTPLUS,
                                          NNADAPTER_SPLIT,
                                          NNADAPTER_SQUARE,
                                          NNADAPTER_SQUEEZE,
                                          NNADAPTER_STACK,
                                          NNADAPTER_SUM,
                                          NNADAPTER_SWISH,
                                          NNADAPTER_TILE,
                                          NNADAPTER_TOP_K,
                                          NNADAPTER_UNSQUEEZE,
                                          NNADAPTER_UNSTACK,
                                          NNADAPTER_WHERE,
                                          NNADAPTER_XOR,
                                          NNADAPTER_NON_MAX_SUPPRESSION,
                                          NNADAPTER_YOLO_BOX};
  int32_t code = 0;
  for (NNAdapterOperationType type : types) EXPECT_EQ(type, code++);
  EXPECT_EQ(code, 96);
  EXPECT_EQ(nnadapter::OperationName(NNADAPTER_ADD), "ADD");
  EXPECT_EQ(nnadapter::OperationName(NNADAPTER_YOLO_BOX), "YOLO_BOX");
  EXPECT_EQ(nnadapter::OperationName(96), "operation code 96");
}

TEST(Codes, OfPrecisions) {
  EXPECT_EQ(NNADAPTER_FLOAT32, 10);
  EXPECT_EQ(NNADAPTER_TENSOR_FLOAT32, NNADAPTER_FLOAT32);
  EXPECT_EQ(NNADAPTER_QUANT_INT8_SYMM_PER_LAYER, 24);
  EXPECT_EQ(NNADAPTER_QUANT_UINT32_ASYMM_PER_LAYER, 32);
  const size_t bytes[33] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8, 0, 0, 0, 0, 0,
                            0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 4, 4, 4};
  for (int32_t i = 0; i < 33; ++i) EXPECT_EQ(nnadapter::PrecisionBytes(i), bytes[i]) << i;
  EXPECT_EQ(nnadapter::PrecisionBytes(NNADAPTER_UNKNOWN), 0u);
}

TEST(Codes, OfResultsAndTheRest) {
  EXPECT_EQ(NNADAPTER_INVALID_DIMENSIONS, 2);
  EXPECT_EQ(NNADAPTER_FEATURE_NOT_SUPPORTED, 6);
  EXPECT_EQ(NNADAPTER_UNKNOWN, -65535);
  EXPECT_EQ(NNADAPTER_MODEL_OUTPUT, 5);
  EXPECT_EQ(NNADAPTER_FUSED_RELU6, 3);
  EXPECT_EQ(NNADAPTER_ACCELERATOR, 2);
  EXPECT_EQ(NNADAPTER_VERSION, 1);
}

TEST(Codes, LayoutOfTypes) {
  EXPECT_EQ(sizeof(NNAdapterOperandDimensionType), 296u);
  if (sizeof(void*) == 8) {
    EXPECT_EQ(sizeof(NNAdapterOperandType), 328u);
    EXPECT_EQ(offsetof(NNAdapterOperandType, symm_per_layer_params), 312u);
    EXPECT_EQ(offsetof(nnadapter::driver::Device, open_device), 24u);
    EXPECT_EQ(offsetof(nnadapter::driver::Device, execute_program), 80u);
  }
}

}  // namespace
