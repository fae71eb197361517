// What this back end uses of the CUDA runtime, without its headers: device.cc and context.cc
// compile and are tested where there is no SDK. cudart.cc has the functions of the SDK's library,
// tests/cuda/emulation.cc those of the emulation. Each returns the runtime's code, 0 = success.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lite/base/status.h"

namespace paddle::lite::cuda::runtime {

enum Code : int {
  kSuccess = 0,
  kOutOfMemory = 2,
  kDriverTooOld = 35,
  kNoDriver = 38,  // of old drivers: no device
  kNoDevice = 100,
  kNotReady = 600,  // no error
};

enum class Direction { kToDevice, kToHost };

// Facts about a device that do not change.
struct DeviceFacts {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  size_t memory_bytes = 0;
  int multiprocessors = 0;
  size_t shared_bytes = 0;      // that a group of threads can ask for
  int driver = 0, runtime = 0;  // versions, 13000 = 13.0
};

int GetDeviceCount(int* count);
// The device of the calling thread.
int SetDevice(int index);
int GetDeviceFacts(int index, DeviceFacts* facts);
// Whether the build has code for the calling thread's device.
int ProbeKernels();

int Malloc(void** memory, size_t bytes);
int Free(void* memory);
// Page-locked host memory, from which copies are asynchronous.
int MallocHost(void** memory, size_t bytes);
int FreeHost(void* memory);

int CreateStream(void** stream);
int DestroyStream(void* stream);
// Whether all that was queued is done: kSuccess, kNotReady, or the error of what was done. No
// function here waits for a stream without a limit.
int QueryStream(void* stream);
int CopyAsync(void* to, const void* from, size_t bytes, Direction direction, void* stream);

// What is queued in the stream is recorded until EndCapture. The calling thread must not use
// functions that wait.
int BeginCapture(void* stream);
// A graph of what was recorded, ready to be launched; null after a failure.
int EndCapture(void* stream, void** graph);
int LaunchGraph(void* graph, void* stream);
int DestroyGraph(void* graph);

int CreateEvent(void** event);
int DestroyEvent(void* event);
int RecordEvent(void* event, void* stream);
// As QueryStream, for what was queued before the event.
int QueryEvent(void* event);
// What is queued in the stream from now on waits for the event.
int WaitEvent(void* stream, void* event);
int ElapsedMilliseconds(float* milliseconds, void* from, void* to);

// Returns and forgets the thread's last error, so that a later launch does not report it.
int TakeLastError();
// "cudaErrorMemoryAllocation".
std::string ErrorName(int code);

}  // namespace paddle::lite::cuda::runtime

namespace paddle::lite::cuda {

// kResourceExhausted if memory is missing, kInternal otherwise. `call` is the function's name.
Status CheckCall(int code, const char* call);

}  // namespace paddle::lite::cuda
