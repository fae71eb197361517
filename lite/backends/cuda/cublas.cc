#include "lite/backends/cuda/cublas.h"

#include <cublas_v2.h>
#include <dlfcn.h>

#include "lite/backends/cuda/shared_library.h"
#include "lite/base/strings.h"

namespace paddle::lite::cuda {
namespace {

// The names that cublas_v2.h gives to the functions.
#define LITE_CUBLAS_FUNCTIONS(X) \
  X(cublasCreate_v2)             \
  X(cublasDestroy_v2) X(cublasSetStream_v2) X(cublasSgemmStridedBatched) X(cublasGetStatusName)

struct CublasApi {
#define LITE_CUBLAS_MEMBER(name) decltype(&::name) name = nullptr;
  LITE_CUBLAS_FUNCTIONS(LITE_CUBLAS_MEMBER)
#undef LITE_CUBLAS_MEMBER
};

struct CublasLibrary {
  CublasApi api;
  std::string why_not;
};

CublasLibrary LoadCublas() {
  CublasLibrary loaded;
  SharedLibrary library("LITE_CUBLAS_LIBRARY", StrCat("libcublas.so.", CUBLAS_VER_MAJOR));
#define LITE_CUBLAS_RESOLVE(name) library.Resolve(#name, &loaded.api.name);
  LITE_CUBLAS_FUNCTIONS(LITE_CUBLAS_RESOLVE)
#undef LITE_CUBLAS_RESOLVE
  loaded.why_not = library.why_not();
  return loaded;
}

const CublasLibrary& Library() {
  static const CublasLibrary* library = new CublasLibrary(LoadCublas());
  return *library;
}

Status CheckCublas(cublasStatus_t code, const char* call) {
  if (code == CUBLAS_STATUS_SUCCESS) return OkStatus();
  const std::string text = StrCat(call, " failed: ", Library().api.cublasGetStatusName(code));
  return code == CUBLAS_STATUS_ALLOC_FAILED ? ResourceExhausted(text) : Internal(text);
}

cublasHandle_t Native(void* handle) { return static_cast<cublasHandle_t>(handle); }

}  // namespace

Result<std::unique_ptr<CublasHandle>> CublasHandle::Create(void* stream) {
  const CublasLibrary& library = Library();
  if (!library.why_not.empty()) return Unsupported("no cuBLAS: ", library.why_not);
  cublasHandle_t native = nullptr;
  LITE_RETURN_IF_ERROR(CheckCublas(library.api.cublasCreate_v2(&native), "cublasCreate"));
  std::unique_ptr<CublasHandle> handle(new CublasHandle(native));
  LITE_RETURN_IF_ERROR(handle->SetStream(stream));
  return handle;
}

CublasHandle::~CublasHandle() { Library().api.cublasDestroy_v2(Native(handle_)); }

Status CublasHandle::SetStream(void* stream) {
  return CheckCublas(
      Library().api.cublasSetStream_v2(Native(handle_), static_cast<cudaStream_t>(stream)),
      "cublasSetStream");
}

// cuBLAS stores matrices by columns: c by rows is its transposed matrix b' * a' by columns.
Status CublasHandle::Multiply(const CublasProduct& p, const float* a, const float* b, float* c) {
  const float zero = 0;
  return CheckCublas(Library().api.cublasSgemmStridedBatched(
                         Native(handle_), p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N,
                         p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, p.n, p.m, p.k, &p.alpha, b,
                         p.transpose_b ? p.k : p.n, p.b_step, a, p.transpose_a ? p.m : p.k,
                         p.a_step, &zero, c, p.n, p.c_step, p.batch),
                     "cublasSgemmStridedBatched");
}

}  // namespace paddle::lite::cuda
