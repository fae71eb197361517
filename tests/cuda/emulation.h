// A CUDA runtime for tests: memory of the host, and streams that do nothing before the host waits
// for them, which is the latest schedule that is allowed. Copies check that they stay within a
// block, that memory, streams and the thread are of one device, and every call can be made to fail.
// See docs/design/cuda.md, "Emulation".
#pragma once

#include <cstddef>

#include "tests/cuda/fake_library.h"

namespace paddle::lite::cuda::emulation {

// The imitations of cuDNN and cuBLASLt, which the library opens. Devices use their own kernels
// unless the environment or a test chooses another setting.
fake::State* Cudnn();
fake::State* CublasLt();

// The code that the runtime returns for the number of devices, and the number.
void SetDevices(int code, int count);
// Whether the devices can run the kernels of the build.
void SetKernelsFit(bool fit);
// Call number `call` of the runtime from now on returns `code`, once; -1: none.
void FailAt(int call, int code);
// Whether all calls fail as after a kernel that ended the use of a device in the process.
void LoseDevices(bool lost);
// Whether streams never do what is queued.
void Silence(bool silent);
// Whether streams do not wait for each other.
void LoseWaits(bool lost);
// How many bytes the blocks of all devices may have.
void SetMemory(size_t bytes);
// Calls so far, launches included.
int calls();
// Objects that were created and not destroyed.
int live_objects();

}  // namespace paddle::lite::cuda::emulation
