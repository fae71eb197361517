// Tells whether the build has code for a device. The emulation of tests answers for itself.
#include "lite/backends/cuda/launcher.h"

#ifdef __CUDACC__

namespace paddle::lite::cuda {

__global__ void Probe() {}

int ProbeKernels() {
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, Probe);
}

}  // namespace paddle::lite::cuda

#endif
