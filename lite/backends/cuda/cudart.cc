// The functions of runtime.h, by the runtime of the SDK, which is linked statically: it opens the
// driver when it is first used, so that the library starts where there is none.
#include <cuda_runtime_api.h>

#include "lite/backends/cuda/launch.h"
#include "lite/backends/cuda/runtime.h"

namespace paddle::lite::cuda::runtime {
namespace {

cudaStream_t ToStream(void* stream) { return static_cast<cudaStream_t>(stream); }
cudaEvent_t ToEvent(void* event) { return static_cast<cudaEvent_t>(event); }

// The runtime remembers this code as if it were an error, and the next launch would report it.
int Answer(cudaError_t code) {
  if (code == cudaErrorNotReady) cudaGetLastError();
  return code;
}

}  // namespace

static_assert(static_cast<int>(kOutOfMemory) == static_cast<int>(cudaErrorMemoryAllocation));
static_assert(static_cast<int>(kDriverTooOld) == static_cast<int>(cudaErrorInsufficientDriver));
static_assert(static_cast<int>(kNoDevice) == static_cast<int>(cudaErrorNoDevice));
static_assert(static_cast<int>(kNotReady) == static_cast<int>(cudaErrorNotReady));

int GetDeviceCount(int* count) { return cudaGetDeviceCount(count); }
int SetDevice(int index) { return cudaSetDevice(index); }

int GetDeviceFacts(int index, DeviceFacts* facts) {
  cudaDeviceProp properties;
  cudaError_t code = cudaGetDeviceProperties(&properties, index);
  if (code != cudaSuccess) return code;
  facts->name = properties.name;
  facts->major = properties.major;
  facts->minor = properties.minor;
  facts->memory_bytes = properties.totalGlobalMem;
  facts->multiprocessors = properties.multiProcessorCount;
  facts->shared_bytes = properties.sharedMemPerBlockOptin;
  code = cudaDriverGetVersion(&facts->driver);
  return code == cudaSuccess ? cudaRuntimeGetVersion(&facts->runtime) : code;
}

int ProbeKernels() { return cuda::ProbeKernels(); }

int Malloc(void** memory, size_t bytes) { return cudaMalloc(memory, bytes); }
int Free(void* memory) { return cudaFree(memory); }
int MallocHost(void** memory, size_t bytes) {
  return cudaHostAlloc(memory, bytes, cudaHostAllocPortable);
}
int FreeHost(void* memory) { return cudaFreeHost(memory); }

int CreateStream(void** stream) {
  cudaStream_t created = nullptr;
  const cudaError_t code = cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking);
  *stream = created;
  return code;
}
int DestroyStream(void* stream) { return cudaStreamDestroy(ToStream(stream)); }
int QueryStream(void* stream) { return Answer(cudaStreamQuery(ToStream(stream))); }
int CopyAsync(void* to, const void* from, size_t bytes, Direction direction, void* stream) {
  const cudaMemcpyKind kind =
      direction == Direction::kToDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  return cudaMemcpyAsync(to, from, bytes, kind, ToStream(stream));
}
int BeginCapture(void* stream) {
  return cudaStreamBeginCapture(ToStream(stream), cudaStreamCaptureModeThreadLocal);
}
int EndCapture(void* stream, void** graph) {
  cudaGraph_t recorded = nullptr;
  cudaError_t code = cudaStreamEndCapture(ToStream(stream), &recorded);
  if (code != cudaSuccess) return code;
  cudaGraphExec_t ready = nullptr;
  code = cudaGraphInstantiate(&ready, recorded, 0);
  cudaGraphDestroy(recorded);
  *graph = ready;
  return code;
}
int LaunchGraph(void* graph, void* stream) {
  return cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph), ToStream(stream));
}
int DestroyGraph(void* graph) { return cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph)); }

int CreateEvent(void** event) {
  cudaEvent_t created = nullptr;
  const cudaError_t code = cudaEventCreate(&created);
  *event = created;
  return code;
}
int DestroyEvent(void* event) { return cudaEventDestroy(ToEvent(event)); }
int RecordEvent(void* event, void* stream) {
  return cudaEventRecord(ToEvent(event), ToStream(stream));
}
int WaitEvent(void* stream, void* event) {
  return cudaStreamWaitEvent(ToStream(stream), ToEvent(event), 0);
}
int QueryEvent(void* event) { return Answer(cudaEventQuery(ToEvent(event))); }
int ElapsedMilliseconds(float* milliseconds, void* from, void* to) {
  return cudaEventElapsedTime(milliseconds, ToEvent(from), ToEvent(to));
}

int TakeLastError() { return cudaGetLastError(); }
std::string ErrorName(int code) { return cudaGetErrorName(static_cast<cudaError_t>(code)); }

}  // namespace paddle::lite::cuda::runtime
