#include "lite/backends/cuda/cublas_lt.h"

namespace paddle::lite::cuda {
namespace {

constexpr uint64_t kProductWorkspace = uint64_t{32} << 20;

Status CheckCublas(const CublasLtApi& api, int status, const char* call) {
  if (status == 0) return OkStatus();
  const std::string text =
      StrCat(call, " failed: ", api.cublasLtGetStatusName(status), " (", status, ")");
  return status == kCublasAllocationFailed ? ResourceExhausted(text) : Internal(text);
}

}  // namespace

CublasLtLibrary CublasLtLibrary::Load(const std::string& file) {
  CublasLtLibrary loaded;
  SharedLibrary library(file);
#define LITE_CUBLAS_LT_RESOLVE(result, name, parameters) library.Resolve(#name, &loaded.api.name);
  LITE_CUBLAS_LT_FUNCTIONS(LITE_CUBLAS_LT_RESOLVE)
#undef LITE_CUBLAS_LT_RESOLVE
  if (library.why_not().empty()) {
    library.RequireMajor(loaded.api.cublasLtGetVersion() / 10000, kCublasMajor);
  }
  loaded.why_not = library.why_not();
  return loaded;
}

const CublasLtLibrary& CublasLtLibrary::Get() {
  static const CublasLtLibrary* library = new CublasLtLibrary(
      Load(LibraryFile("LITE_CUBLASLT_LIBRARY", StrCat("libcublasLt.so.", kCublasMajor))));
  return *library;
}

Result<std::unique_ptr<CublasLtHandle>> CublasLtHandle::Create(const CublasLtLibrary& library) {
  if (!library.why_not.empty()) return Unsupported("no cuBLASLt: ", library.why_not);
  void* native = nullptr;
  LITE_RETURN_IF_ERROR(
      CheckCublas(library.api, library.api.cublasLtCreate(&native), "cublasLtCreate"));
  return std::unique_ptr<CublasLtHandle>(new CublasLtHandle(library, native));
}

Result<std::unique_ptr<LtMatmul>> LtMatmul::Create(CublasLtHandle* handle,
                                                   const LtProduct& product) {
  std::unique_ptr<LtMatmul> made(new LtMatmul(handle));
  LITE_RETURN_IF_ERROR(made->Describe(product));
  LITE_RETURN_IF_ERROR(made->Choose());
  return made;
}

LtMatmul::~LtMatmul() {
  for (void* const layout : {a_, b_, out_}) {
    if (layout != nullptr) api().cublasLtMatrixLayoutDestroy(layout);
  }
  if (desc_ != nullptr) api().cublasLtMatmulDescDestroy(desc_);
}

Status LtMatmul::Check(int status, const char* call) const {
  return CheckCublas(api(), status, call);
}

// cuBLASLt stores matrices by columns: out by rows is its transposed matrix b' * a' by columns, and
// the bias of a column of ours belongs to a row of its.
Status LtMatmul::Describe(const LtProduct& p) {
  alpha_ = p.alpha;
  bias_ = p.bias;
  int8_ = p.int8;
  const int compute = p.int8                              ? kCublasComputeInt32
                      : p.arithmetic == Arithmetic::kTf32 ? kCublasComputeTf32
                                                          : kCublasComputeFloat;
  const int scale = p.int8 ? kCublasInt32 : kCublasFloat;
  LITE_RETURN_IF_ERROR(
      Check(api().cublasLtMatmulDescCreate(&desc_, compute, scale), "cublasLtMatmulDescCreate"));
  const auto set = [this](int attribute, int32_t value) {
    return Check(api().cublasLtMatmulDescSetAttribute(desc_, attribute, &value, sizeof(value)),
                 "cublasLtMatmulDescSetAttribute");
  };
  LITE_RETURN_IF_ERROR(
      set(kCublasDescTransposeA, p.transpose_b ? kCublasTransposed : kCublasPlain));
  LITE_RETURN_IF_ERROR(
      set(kCublasDescTransposeB, p.transpose_a ? kCublasTransposed : kCublasPlain));
  const int epilogue =
      (p.bias ? kCublasBias : 0) + (p.relu ? kCublasRelu : 0) + (p.gelu ? kCublasGelu : 0);
  LITE_RETURN_IF_ERROR(set(kCublasDescEpilogue, epilogue == 0 ? kCublasNone : epilogue));

  const auto layout = [&](void** made, int type, int rows, int columns, int64_t leading,
                          int64_t step) -> Status {
    LITE_RETURN_IF_ERROR(
        Check(api().cublasLtMatrixLayoutCreate(made, type, static_cast<uint64_t>(rows),
                                               static_cast<uint64_t>(columns), leading),
              "cublasLtMatrixLayoutCreate"));
    if (p.batch == 1) return OkStatus();
    const int32_t batch = p.batch;
    LITE_RETURN_IF_ERROR(Check(
        api().cublasLtMatrixLayoutSetAttribute(*made, kCublasLayoutBatch, &batch, sizeof(batch)),
        "cublasLtMatrixLayoutSetAttribute"));
    return Check(
        api().cublasLtMatrixLayoutSetAttribute(*made, kCublasLayoutBatchStep, &step, sizeof(step)),
        "cublasLtMatrixLayoutSetAttribute");
  };
  const int type = p.int8                              ? kCublasInt8
                   : p.arithmetic == Arithmetic::kHalf ? kCublasHalf
                                                       : kCublasFloat;
  const int of_out = p.int8 ? kCublasInt32 : p.half_out ? kCublasHalf : kCublasFloat;
  LITE_RETURN_IF_ERROR(
      layout(&b_, type, p.transpose_b ? p.k : p.n, p.transpose_b ? p.n : p.k, p.b_row, p.b_step));
  LITE_RETURN_IF_ERROR(layout(&a_, type, p.transpose_a ? p.m : p.k, p.transpose_a ? p.k : p.m,
                              p.transpose_a ? p.m : p.k, p.a_step));
  return layout(&out_, of_out, p.n, p.m, p.n, p.out_step);
}

Status LtMatmul::Choose() {
  void* preference = nullptr;
  LITE_RETURN_IF_ERROR(
      Check(api().cublasLtMatmulPreferenceCreate(&preference), "cublasLtMatmulPreferenceCreate"));
  CublasLtHeuristic result = {};
  int count = 0;
  const auto choose = [&]() -> Status {
    LITE_RETURN_IF_ERROR(
        Check(api().cublasLtMatmulPreferenceSetAttribute(
                  preference, kCublasMaxWorkspace, &kProductWorkspace, sizeof(kProductWorkspace)),
              "cublasLtMatmulPreferenceSetAttribute"));
    const auto alignment = static_cast<uint32_t>(kAlignment);
    for (const int attribute :
         {kCublasMinAlignmentA, kCublasMinAlignmentB, kCublasMinAlignmentC, kCublasMinAlignmentD}) {
      LITE_RETURN_IF_ERROR(Check(api().cublasLtMatmulPreferenceSetAttribute(
                                     preference, attribute, &alignment, sizeof(alignment)),
                                 "cublasLtMatmulPreferenceSetAttribute"));
    }
    return Check(api().cublasLtMatmulAlgoGetHeuristic(handle_->native(), desc_, b_, a_, out_, out_,
                                                      preference, 1, &result, &count),
                 "cublasLtMatmulAlgoGetHeuristic");
  };
  const Status status = choose();
  api().cublasLtMatmulPreferenceDestroy(preference);
  LITE_RETURN_IF_ERROR(status);
  if (count < 1 || result.state != 0) {
    return Unsupported("cuBLASLt has no algorithm for this product");
  }
  algorithm_ = result.algorithm;
  workspace_bytes_ = result.workspace_bytes;
  return OkStatus();
}

Status LtMatmul::Run(const void* a, const void* b, const void* bias, void* workspace, void* out,
                     void* stream) const {
  if (bias_) {
    LITE_RETURN_IF_ERROR(
        Check(api().cublasLtMatmulDescSetAttribute(desc_, kCublasDescBias, &bias, sizeof(bias)),
              "cublasLtMatmulDescSetAttribute"));
  }
  // Factors have the type of the sums.
  constexpr float kZero = 0;
  constexpr int32_t kIntegerOne = 1, kIntegerZero = 0;
  const void* const alpha = int8_ ? static_cast<const void*>(&kIntegerOne) : &alpha_;
  const void* const beta = int8_ ? static_cast<const void*>(&kIntegerZero) : &kZero;
  return Check(api().cublasLtMatmul(handle_->native(), desc_, alpha, b, b_, a, a_, beta, out, out_,
                                    out, out_, &algorithm_, workspace, workspace_bytes_, stream),
               "cublasLtMatmul");
}

}  // namespace paddle::lite::cuda
