// An imitation of cuBLASLt 13, see fake_library.h. Matrices are stored by columns.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "lite/backends/cuda/cublas_lt_api.h"
#include "lite/base/half.h"
#include "tests/cuda/fake_library.h"

namespace paddle::lite::cuda::fake {
namespace {

constexpr int kInvalidValue = 7;
constexpr size_t kWorkspace = 1024;
constexpr uint64_t kMark = 0x4c54;

struct Desc {
  int compute = 0, scale = 0;
  int transpose_a = 0, transpose_b = 0, epilogue = kCublasNone;
  const void* bias = nullptr;
};

struct Layout {
  int type = 0;
  uint64_t rows = 0, columns = 0;
  int64_t leading = 0;
  int batch = 1;
  int64_t step = 0;

  int64_t At(int matrix, uint64_t row, uint64_t column) const {
    return static_cast<int64_t>(column) * leading + static_cast<int64_t>(row) + matrix * step;
  }
  float Read(const void* data, int64_t at) const {
    if (type == kCublasInt8) return static_cast<const int8_t*>(data)[at];
    return type == kCublasHalf ? HalfBitsToFloat(static_cast<const uint16_t*>(data)[at])
                               : static_cast<const float*>(data)[at];
  }
  float Read(const void* data, int matrix, uint64_t row, uint64_t column) const {
    return Read(data, At(matrix, row, column));
  }
  void Write(void* data, int64_t at, double value) const {
    if (type == kCublasInt32) {
      static_cast<int32_t*>(data)[at] = static_cast<int32_t>(value);
    } else if (type == kCublasHalf) {
      static_cast<uint16_t*>(data)[at] = FloatToHalfBits(static_cast<float>(value));
    } else {
      static_cast<float*>(data)[at] = static_cast<float>(value);
    }
  }
};

struct Preference {
  uint64_t workspace = 0;
  uint32_t alignment = 256;
};

template <typename T>
int Make(const char* name, void** made) {
  const int status = Called(name);
  if (status != 0) return status;
  *made = new T();
  ++The().live;
  return 0;
}
template <typename T>
int Unmake(void* object) {
  delete static_cast<T*>(object);
  --The().live;
  return 0;
}

// What the documentation requires of int8 in this order of the matrices.
bool FitsInt8(const Desc& desc, const Layout& a, const Layout& b, const Layout& d) {
  const auto by_four = [](const Layout& l) { return l.leading % 4 == 0 && l.step % 4 == 0; };
  return desc.transpose_a != 0 && desc.transpose_b == 0 && a.rows % 4 == 0 && d.rows % 4 == 0 &&
         by_four(a) && by_four(b) && by_four(d) && a.type == kCublasInt8 &&
         d.type == kCublasInt32 && desc.compute == kCublasComputeInt32 &&
         desc.scale == kCublasInt32 && desc.epilogue == kCublasNone;
}

bool FitsReal(const Desc& desc, const Layout& a, const Layout& d) {
  return (a.type == kCublasFloat || a.type == kCublasHalf) && desc.scale == kCublasFloat &&
         (d.type == kCublasFloat || d.type == a.type) &&
         (a.type == kCublasFloat ? desc.compute != kCublasComputeInt32
                                 : desc.compute == kCublasComputeFloat);
}

bool Fits(const Desc& desc, const Layout& a, const Layout& b, const Layout& d) {
  const uint64_t m = desc.transpose_a != 0 ? a.columns : a.rows;
  const uint64_t k = desc.transpose_a != 0 ? a.rows : a.columns;
  const uint64_t n = desc.transpose_b != 0 ? b.rows : b.columns;
  return m == d.rows && n == d.columns && k == (desc.transpose_b != 0 ? b.columns : b.rows) &&
         a.leading >= static_cast<int64_t>(a.rows) && b.leading >= static_cast<int64_t>(b.rows) &&
         d.leading >= static_cast<int64_t>(d.rows) && a.type == b.type && a.batch == d.batch &&
         b.batch == d.batch && (FitsInt8(desc, a, b, d) || FitsReal(desc, a, d));
}

}  // namespace
}  // namespace paddle::lite::cuda::fake

LITE_FAKE_STATE

using namespace paddle::lite::cuda;        // NOLINT
using namespace paddle::lite::cuda::fake;  // NOLINT

LITE_FAKE size_t cublasLtGetVersion() { return The().version != 0 ? The().version : 130000; }
LITE_FAKE const char* cublasLtGetStatusName(int) { return "IMITATED_ERROR"; }
LITE_FAKE int cublasLtCreate(void** handle) { return Make<Preference>("cublasLtCreate", handle); }
LITE_FAKE int cublasLtDestroy(void* handle) { return Unmake<Preference>(handle); }
LITE_FAKE int cublasLtMatmulDescCreate(void** desc, int compute, int scale_type) {
  const int status = Make<Desc>("cublasLtMatmulDescCreate", desc);
  if (status != 0) return status;
  static_cast<Desc*>(*desc)->compute = compute;
  static_cast<Desc*>(*desc)->scale = scale_type;
  The().last_options = "compute " + std::to_string(compute);
  return scale_type == (compute == kCublasComputeInt32 ? kCublasInt32 : kCublasFloat)
             ? 0
             : kInvalidValue;
}
LITE_FAKE int cublasLtMatmulDescDestroy(void* desc) { return Unmake<Desc>(desc); }
LITE_FAKE int cublasLtMatmulDescSetAttribute(void* desc, int attribute, const void* value,
                                             size_t bytes) {
  auto* const set = static_cast<Desc*>(desc);
  if (attribute == kCublasDescBias) {
    if (bytes != sizeof(void*)) return kInvalidValue;
    std::memcpy(&set->bias, value, bytes);
    return Called("cublasLtMatmulDescSetAttribute:bias");
  }
  if (bytes != sizeof(int32_t)) return kInvalidValue;
  int* const number = attribute == kCublasDescTransposeA   ? &set->transpose_a
                      : attribute == kCublasDescTransposeB ? &set->transpose_b
                      : attribute == kCublasDescEpilogue   ? &set->epilogue
                                                           : nullptr;
  if (number == nullptr) return kInvalidValue;
  std::memcpy(number, value, bytes);
  return Called("cublasLtMatmulDescSetAttribute");
}
LITE_FAKE int cublasLtMatrixLayoutCreate(void** layout, int type, uint64_t rows, uint64_t columns,
                                         int64_t leading) {
  const int status = Make<Layout>("cublasLtMatrixLayoutCreate", layout);
  if (status != 0) return status;
  *static_cast<Layout*>(*layout) = {type, rows, columns, leading};
  return 0;
}
LITE_FAKE int cublasLtMatrixLayoutDestroy(void* layout) { return Unmake<Layout>(layout); }
LITE_FAKE int cublasLtMatrixLayoutSetAttribute(void* layout, int attribute, const void* value,
                                               size_t bytes) {
  auto* const set = static_cast<Layout*>(layout);
  const bool batch = attribute == kCublasLayoutBatch;
  if (!batch && attribute != kCublasLayoutBatchStep) return kInvalidValue;
  if (bytes != (batch ? sizeof(int32_t) : sizeof(int64_t))) return kInvalidValue;
  std::memcpy(batch ? static_cast<void*>(&set->batch) : &set->step, value, bytes);
  return Called("cublasLtMatrixLayoutSetAttribute");
}
LITE_FAKE int cublasLtMatmulPreferenceCreate(void** preference) {
  return Make<Preference>("cublasLtMatmulPreferenceCreate", preference);
}
LITE_FAKE int cublasLtMatmulPreferenceDestroy(void* preference) {
  return Unmake<Preference>(preference);
}
LITE_FAKE int cublasLtMatmulPreferenceSetAttribute(void* preference, int attribute,
                                                   const void* value, size_t bytes) {
  auto* const set = static_cast<Preference*>(preference);
  const bool workspace = attribute == kCublasMaxWorkspace;
  if (bytes != (workspace ? sizeof(uint64_t) : sizeof(uint32_t))) return kInvalidValue;
  std::memcpy(workspace ? static_cast<void*>(&set->workspace) : &set->alignment, value, bytes);
  return Called("cublasLtMatmulPreferenceSetAttribute");
}
LITE_FAKE int cublasLtMatmulAlgoGetHeuristic(void*, void* desc, void* a, void* b, void*, void* d,
                                             void* preference, int requested,
                                             CublasLtHeuristic* results, int* returned) {
  const int status = Called("cublasLtMatmulAlgoGetHeuristic");
  if (status != 0) return status;
  const auto& limits = *static_cast<const Preference*>(preference);
  if (!Fits(*static_cast<const Desc*>(desc), *static_cast<const Layout*>(a),
            *static_cast<const Layout*>(b), *static_cast<const Layout*>(d)) ||
      limits.workspace < kWorkspace || limits.alignment > 16 || requested < 1) {
    return kInvalidValue;
  }
  *results = {};
  results->algorithm.data[0] = kMark;
  results->workspace_bytes = kWorkspace;
  *returned = 1;
  return 0;
}
LITE_FAKE int cublasLtMatmul(void*, void* desc, const void* alpha, const void* a, void* a_layout,
                             const void* b, void* b_layout, const void* beta, const void*, void*,
                             void* d, void* d_layout, const CublasLtAlgorithm* algorithm,
                             void* workspace, size_t workspace_bytes, void* stream) {
  const int status = Called("cublasLtMatmul");
  if (status != 0) return status;
  const Desc described = *static_cast<const Desc*>(desc);
  const Layout of_a = *static_cast<const Layout*>(a_layout);
  const Layout of_b = *static_cast<const Layout*>(b_layout);
  const Layout of_d = *static_cast<const Layout*>(d_layout);
  // Factors have the type of the sums.
  const auto number = [&described](const void* at) {
    return described.scale == kCublasInt32 ? static_cast<double>(*static_cast<const int32_t*>(at))
                                           : double{*static_cast<const float*>(at)};
  };
  const double factor = number(alpha);
  if (algorithm->data[0] != kMark || workspace == nullptr || workspace_bytes != kWorkspace ||
      number(beta) != 0 || !Fits(described, of_a, of_b, of_d)) {
    return kInvalidValue;
  }
  for (const void* operand : {a, b, static_cast<const void*>(d)}) {
    if (reinterpret_cast<uintptr_t>(operand) % 16 != 0) return kInvalidValue;
  }
  if (reinterpret_cast<uintptr_t>(workspace) % 256 != 0) return kInvalidValue;  // as of 13.0
  const int code = The().queue(stream, [=] {
    std::memset(workspace, 0xff, workspace_bytes);
    const uint64_t depth = described.transpose_a != 0 ? of_a.rows : of_a.columns;
    for (int matrix = 0; matrix < of_d.batch; ++matrix)
      for (uint64_t row = 0; row < of_d.rows; ++row)
        for (uint64_t column = 0; column < of_d.columns; ++column) {
          double sum = 0;
          for (uint64_t k = 0; k < depth; ++k) {
            const bool ta = described.transpose_a != 0, tb = described.transpose_b != 0;
            sum += double{of_a.Read(a, matrix, ta ? k : row, ta ? row : k)} *
                   of_b.Read(b, matrix, tb ? column : k, tb ? k : column);
          }
          double value = factor * sum;
          if ((described.epilogue & kCublasBias) != 0) {
            value += of_d.Read(described.bias, static_cast<int64_t>(row));
          }
          // A NaN becomes 0, as users of the library found.
          if ((described.epilogue & kCublasRelu) != 0 && !(value > 0)) value = 0;
          if ((described.epilogue & kCublasGelu) != 0) {
            value *=
                0.5 *
                (1 + std::tanh(0.7978845608028654 * (value + 0.044715 * value * value * value)));
          }
          of_d.Write(d, of_d.At(matrix, row, column), value);
        }
  });
  return code == 0 ? 0 : 13;
}

#define LITE_CHECK_SIGNATURE(result, name, parameters) \
  static_assert(std::is_same_v<decltype(&name), decltype(CublasLtApi::name)>);
LITE_CUBLAS_LT_FUNCTIONS(LITE_CHECK_SIGNATURE)
