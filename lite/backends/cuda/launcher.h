// The definitions of launch.h, for .cu files. nvcc makes kernels of the bodies; in tests the host's
// compiler makes loops, which the emulation of a stream runs when it gets there.
#pragma once

#include "lite/backends/cuda/launch.h"

#ifdef __CUDACC__

#include <cuda_runtime_api.h>

#include <type_traits>

namespace paddle::lite::cuda {

constexpr int kItemThreads = 256;

template <typename Body>
__global__ void __launch_bounds__(kItemThreads)
    RunItems(const __grid_constant__ Body body, int32_t items) {
  const int64_t i = int64_t{blockIdx.x} * kItemThreads + threadIdx.x;
  if (i < items) body(static_cast<int32_t>(i));
}

// More shared memory than a kernel may declare is requested by its launch.
constexpr size_t kMaxDeclared = 48 << 10;

template <typename Shared>
__device__ Shared* SharedOf() {
  if constexpr (sizeof(Shared) <= kMaxDeclared) {
    __shared__ Shared declared;
    return &declared;
  } else {
    extern __shared__ int4 asked_for[];
    return reinterpret_cast<Shared*>(asked_for);
  }
}

// How many groups a multiprocessor shall have at a time, if the body says so: what a thread's
// registers are limited by.
template <typename Body, typename = void>
constexpr int kResidentOf = 1;
template <typename Body>
constexpr int kResidentOf<Body, std::void_t<decltype(Body::kResident)>> = Body::kResident;

template <typename Body>
__global__ void __launch_bounds__(Body::kThreads, kResidentOf<Body>)
    RunGroups(const __grid_constant__ Body body) {
  typename Body::Shared* const shared = SharedOf<typename Body::Shared>();
  typename Body::State state;
  const int steps = body.steps();
  for (int step = 0; step < steps; ++step) {
    if (step > 0) __syncthreads();
    body.Step(step, static_cast<int32_t>(blockIdx.x), static_cast<int>(threadIdx.x), shared,
              &state);
  }
}

template <typename Body>
int LaunchItems(void* stream, const Body& body, int64_t items) {
  const auto blocks = static_cast<unsigned>((items + kItemThreads - 1) / kItemThreads);
  RunItems<<<blocks, kItemThreads, 0, static_cast<cudaStream_t>(stream)>>>(
      body, static_cast<int32_t>(items));
  return cudaGetLastError();
}

template <typename Body>
int LaunchGroups(void* stream, const Body& body, int64_t groups) {
  size_t shared = 0;
  if constexpr (sizeof(typename Body::Shared) > kMaxDeclared) {
    shared = sizeof(typename Body::Shared);
    // An attribute of the device's copy of the kernel, and cheap to set.
    const cudaError_t code = cudaFuncSetAttribute(
        RunGroups<Body>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared));
    if (code != cudaSuccess) return code;
  }
  RunGroups<<<static_cast<unsigned>(groups), Body::kThreads, shared,
              static_cast<cudaStream_t>(stream)>>>(body);
  return cudaGetLastError();
}

}  // namespace paddle::lite::cuda

#else

#include <functional>
#include <vector>

namespace paddle::lite::cuda {

// Runs `work` when the stream gets there. Its argument says whether the loops go backwards, which
// differs from launch to launch: no result may depend on the order.
int QueueOnHost(void* stream, std::function<void(bool backwards)> work);

template <typename Body>
int LaunchItems(void* stream, const Body& body, int64_t items) {
  return QueueOnHost(stream, [body, items](bool backwards) {
    for (int64_t n = 0; n < items; ++n) {
      body(static_cast<int32_t>(backwards ? items - 1 - n : n));
    }
  });
}

template <typename Body>
int LaunchGroups(void* stream, const Body& body, int64_t groups) {
  return QueueOnHost(stream, [body, groups](bool backwards) {
    std::vector<typename Body::State> states(Body::kThreads);
    std::vector<typename Body::Shared> shared(1);
    for (int64_t n = 0; n < groups; ++n) {
      const auto group = static_cast<int32_t>(backwards ? groups - 1 - n : n);
      for (int step = 0; step < body.steps(); ++step) {
        for (int t = 0; t < Body::kThreads; ++t) {
          const int thread = backwards ? Body::kThreads - 1 - t : t;
          body.Step(step, group, thread, shared.data(), &states[static_cast<size_t>(thread)]);
        }
      }
    }
  });
}

}  // namespace paddle::lite::cuda

#endif

// The launchers of a body.
#define LITE_CUDA_ITEMS(...) \
  template int paddle::lite::cuda::LaunchItems(void*, const __VA_ARGS__&, int64_t)
#define LITE_CUDA_GROUPS(...) \
  template int paddle::lite::cuda::LaunchGroups(void*, const __VA_ARGS__&, int64_t)
