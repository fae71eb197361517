// Where a tensor is stored and how it is laid out. Public header; parses as C++11.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "paddle_status.h"

namespace paddle {
namespace lite_api {

// The values are part of the file format: they are stored in model files and never change.
enum class TargetType : int {
  kUnk = 0,
  kHost = 1,
  kX86 = 2,
  kCUDA = 3,
  kARM = 4,
  kOpenCL = 5,
  kAny = 6,
  kFPGA = 7,
  kNPU = 8,
  kXPU = 9,
  kBM = 10,
  kMLU = 11,
  kRKNPU = 12,
  kAPU = 13,
  kHuaweiAscendNPU = 14,
  kImaginationNNA = 15,
  kIntelFPGA = 16,
  kMetal = 17,
  kNNAdapter = 18,
  NUM = 19,
};

enum class PrecisionType : int {
  kUnk = 0,
  kFloat = 1,
  kInt8 = 2,
  kInt32 = 3,
  kAny = 4,
  kFP16 = 5,
  kBool = 6,
  kInt64 = 7,
  kInt16 = 8,
  kUInt8 = 9,
  kFP64 = 10,
  kBF16 = 11,  // weights and values of programs; no function of this interface takes it
  NUM,
};

enum class DataLayoutType : int {
  kUnk = 0,
  kNCHW = 1,
  kAny = 2,
  kNHWC = 3,
  kImageDefault = 4,
  kImageFolder = 5,
  kImageNW = 6,
  kMetalTexture2DArray = 7,
  kMetalTexture2D = 8,
  NUM = 9,
};

// With an explicit type, a value that is not an enumerator is defined behaviour, and is refused.
typedef enum : int {
  LITE_POWER_HIGH = 0,
  LITE_POWER_LOW = 1,
  LITE_POWER_FULL = 2,
  LITE_POWER_NO_BIND = 3,
  LITE_POWER_RAND_HIGH = 4,
  LITE_POWER_RAND_LOW = 5
} PowerMode;

typedef enum : int { LITE_PRECISION_NORMAL = 0, LITE_PRECISION_LOW = 1 } PrecisionMode;

typedef enum : int {
  CL_TUNE_NONE = 0,
  CL_TUNE_RAPID = 1,
  CL_TUNE_NORMAL = 2,
  CL_TUNE_EXHAUSTIVE = 3
} CLTuneMode;

typedef enum : int {
  CL_PRECISION_AUTO = 0,
  CL_PRECISION_FP32 = 1,
  CL_PRECISION_FP16 = 2
} CLPrecisionType;

enum class QuantType : int { QUANT_INT8 = 0, QUANT_INT16 = 1 };

typedef enum : int { MLU_220 = 0, MLU_270 = 1 } MLUCoreVersion;

enum class L3CacheSetMethod : int { kDeviceL3Cache = 0, kDeviceL2Cache = 1, kAbsolute = 2 };

enum class ActivationType : int {
  kIndentity = 0,  // spelling kept for compatibility
  kRelu = 1,
  kRelu6 = 2,
  kPRelu = 3,
  kLeakyRelu = 4,
  kSigmoid = 5,
  kTanh = 6,
  kSwish = 7,
  kExp = 8,
  kAbs = 9,
  kHardSwish = 10,
  kReciprocal = 11,
  kThresholdedRelu = 12,
  kElu = 13,
  kHardSigmoid = 14,
  kLog = 15,
  kSigmoid_v2 = 16,
  kTanh_v2 = 17,
  kGelu = 18,
  kErf = 19,
  kSign = 20,
  kSoftPlus = 21,
  kMish = 22,
  kSilu = 23,
  kLog1p = 24,
  NUM = 25,
};

/// Bytes of one element; 0 for kUnk, kAny and values outside the enumeration.
inline size_t PrecisionTypeLength(PrecisionType type) {
  switch (type) {
    case PrecisionType::kInt8:
    case PrecisionType::kUInt8:
    case PrecisionType::kBool:
      return 1;
    case PrecisionType::kFP16:
    case PrecisionType::kBF16:
    case PrecisionType::kInt16:
      return 2;
    case PrecisionType::kFloat:
    case PrecisionType::kInt32:
      return 4;
    case PrecisionType::kInt64:
    case PrecisionType::kFP64:
      return 8;
    default:
      return 0;
  }
}

/// PrecisionTypeTrait<float>::Type() == PrecisionType::kFloat; kUnk for types without a precision.
template <typename T>
struct PrecisionTypeTrait {
  constexpr static PrecisionType Type() { return PrecisionType::kUnk; }
};
#define LITE_PRECISION_TRAIT(type, precision)                                  \
  template <>                                                                  \
  struct PrecisionTypeTrait<type> {                                            \
    constexpr static PrecisionType Type() { return PrecisionType::precision; } \
  };
LITE_PRECISION_TRAIT(bool, kBool)
LITE_PRECISION_TRAIT(float, kFloat)
LITE_PRECISION_TRAIT(double, kFP64)
LITE_PRECISION_TRAIT(int8_t, kInt8)
LITE_PRECISION_TRAIT(uint8_t, kUInt8)
LITE_PRECISION_TRAIT(int16_t, kInt16)
LITE_PRECISION_TRAIT(uint16_t, kFP16)  // half_t: the bits of an IEEE binary16
LITE_PRECISION_TRAIT(int32_t, kInt32)
LITE_PRECISION_TRAIT(int64_t, kInt64)
#if defined(__ARM_FP16_FORMAT_IEEE)
LITE_PRECISION_TRAIT(__fp16, kFP16)
#endif
#undef LITE_PRECISION_TRAIT

#define TARGET(item__) paddle::lite_api::TargetType::item__
#define PRECISION(item__) paddle::lite_api::PrecisionType::item__
#define DATALAYOUT(item__) paddle::lite_api::DataLayoutType::item__

// Printed names; "unk" for values outside the enumeration.
LITE_API const std::string& TargetToStr(TargetType target);
LITE_API const std::string& PrecisionToStr(PrecisionType precision);
LITE_API const std::string& DataLayoutToStr(DataLayoutType layout);
LITE_API const std::string& ActivationTypeToStr(ActivationType act);
LITE_API const std::string& CLTuneModeToStr(CLTuneMode mode);
LITE_API const std::string& CLPrecisionTypeToStr(CLPrecisionType type);
// Enumerator names, e.g. "kARM"; "kUnk" for values outside the enumeration.
LITE_API const std::string& TargetRepr(TargetType target);
LITE_API const std::string& PrecisionRepr(PrecisionType precision);
LITE_API const std::string& DataLayoutRepr(DataLayoutType layout);

// kAny expands to every concrete value, anything else to a set of one.
LITE_API std::set<TargetType> ExpandValidTargets(TargetType target = TargetType::kAny);
LITE_API std::set<PrecisionType> ExpandValidPrecisions(
    PrecisionType precision = PrecisionType::kAny);
LITE_API std::set<DataLayoutType> ExpandValidLayouts(DataLayoutType layout = DataLayoutType::kAny);

/// Target, element type and layout of a kernel or tensor.
struct LITE_API Place {
  TargetType target;
  PrecisionType precision;
  DataLayoutType layout;
  int16_t device;

  Place()
      : target(TargetType::kUnk),
        precision(PrecisionType::kUnk),
        layout(DataLayoutType::kUnk),
        device(0) {}
  Place(TargetType target_type, PrecisionType precision_type = PrecisionType::kFloat,  // NOLINT
        DataLayoutType layout_type = DataLayoutType::kNCHW, int16_t device_id = 0)
      : target(target_type), precision(precision_type), layout(layout_type), device(device_id) {}

  /// True if none of target, precision and layout is kUnk.
  bool is_valid() const {
    return target != TargetType::kUnk && precision != PrecisionType::kUnk &&
           layout != DataLayoutType::kUnk;
  }
  size_t hash() const;
  bool operator==(const Place& other) const {
    return target == other.target && precision == other.precision && layout == other.layout &&
           device == other.device;
  }
  bool operator!=(const Place& other) const { return !(*this == other); }
  bool operator<(const Place& other) const;
  /// For example "arm/float/NCHW".
  std::string DebugString() const;
};

/// Allocation functions supplied by the application; both null selects the default.
struct CustomAllocator {
  void* (*alloc)(size_t size, size_t alignment) = nullptr;
  void (*free)(void* memory) = nullptr;
};

}  // namespace lite_api
}  // namespace paddle
