// Convolutions by cuDNN, which is opened when it is first needed: the library links nothing, and
// works where there is no cuDNN. See docs/design/cuda.md, "Libraries".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "lite/backends/cuda/convolution_body.h"
#include "lite/backends/cuda/cudnn_api.h"
#include "lite/backends/cuda/shared_library.h"
#include "lite/base/status.h"

namespace paddle::lite::cuda {

struct CudnnLibrary {
  CudnnApi api;
  std::string why_not;  // empty if it can be used

  static CudnnLibrary Load(const std::string& file);
  // The library of LITE_CUDNN_LIBRARY or of the system, opened once.
  static const CudnnLibrary& Get();
};

// What was chosen for a convolution.
struct CudnnChoice {
  int algorithm = 0;
  int math = 0;
  size_t workspace_bytes = 0;
};

// The results of trials, which all queues of a device share.
class CudnnChoices {
 public:
  bool Find(const std::string& key, CudnnChoice* choice) const;
  void Keep(const std::string& key, const CudnnChoice& choice);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, CudnnChoice> choices_;
};

// A handle of one queue.
class CudnnHandle {
 public:
  // kUnsupported if there is no usable cuDNN. The device must be current.
  static Result<std::unique_ptr<CudnnHandle>> Create(const CudnnLibrary& library, void* stream);
  ~CudnnHandle();
  CudnnHandle(const CudnnHandle&) = delete;
  CudnnHandle& operator=(const CudnnHandle&) = delete;

  Status SetStream(void* stream);
  const CudnnLibrary& library() const { return library_; }
  void* native() const { return native_; }

 private:
  CudnnHandle(const CudnnLibrary& library, void* native) : library_(library), native_(native) {}

  const CudnnLibrary& library_;
  void* const native_;
};

// x, filter and y of a convolution.
enum class CudnnForm {
  kFloat,  // NCHW and OIHW
  kHalf,   // channels last: NHWC and OHWI
  kInt8,   // channels last; y is the sum as float
};

// y = convolution of x. With Fused, y = relu(convolution + residual + bias).
class CudnnConvolution {
 public:
  struct Options {
    CudnnForm form = CudnnForm::kFloat;
    bool tf32 = false;
    CudnnChoices* trials = nullptr;  // null: the library's heuristic chooses
  };

  // Whether cuDNN can say what the window does: it pads both sides of an axis alike.
  static bool CanDescribe(const ConvWindow& window);
  // Fails if the library has no algorithm. The handle exists while the convolution runs.
  static Result<std::unique_ptr<CudnnConvolution>> Create(CudnnHandle* handle,
                                                          const ConvWindow& window,
                                                          const Options& options);
  ~CudnnConvolution();
  CudnnConvolution(const CudnnConvolution&) = delete;
  CudnnConvolution& operator=(const CudnnConvolution&) = delete;

  const CudnnChoice& choice() const { return choice_; }
  // Whether Fused is possible with relu, or without an activation.
  bool can_fuse(bool relu) const { return relu || choice_.algorithm == kCudnnImplicitPrecompGemm; }
  Status Plain(const void* x, const void* filter, void* workspace, void* y) const;
  // `residual` may be null, `bias` not; it is half with kHalf, otherwise float.
  Status Fused(bool relu, const void* x, const void* filter, const void* residual, const void* bias,
               void* workspace, void* y) const;

 private:
  explicit CudnnConvolution(CudnnHandle* handle) : handle_(handle), library_(handle->library()) {}
  const CudnnApi& api() const { return library_.api; }
  Status Check(int status, const char* call) const;
  Status Describe(const ConvWindow& window, const Options& options);
  Status Choose(const ConvWindow& window, const Options& options);
  Status Try(const ConvWindow& window, const Options& options, CudnnAlgorithmPerf* results,
             int* count) const;

  CudnnHandle* const handle_;
  // Kernels may live longer than the queue of the handle.
  const CudnnLibrary& library_;
  void *x_ = nullptr, *y_ = nullptr, *bias_ = nullptr, *filter_ = nullptr;
  void *convolution_ = nullptr, *relu_ = nullptr, *identity_ = nullptr;
  CudnnChoice choice_;
};

}  // namespace paddle::lite::cuda
