// The functions of the OpenCL library, which is opened when it is first needed: the library links
// nothing, and works where there is no OpenCL. For files of this folder; kernels use device.h.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>

#include "lite/base/status.h"

namespace paddle::lite::opencl {

// All of OpenCL 1.2.
// clang-format off
#define LITE_CL_FUNCTIONS(X) \
  X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo) \
  X(clCreateContext) X(clCreateCommandQueue) X(clReleaseCommandQueue) X(clCreateBuffer) \
  X(clCreateImage) X(clReleaseMemObject) X(clGetMemObjectInfo) X(clGetImageInfo) \
  X(clCreateProgramWithSource) X(clCreateProgramWithBinary) X(clBuildProgram) \
  X(clReleaseProgram) X(clGetProgramInfo) X(clGetProgramBuildInfo) X(clCreateKernel) \
  X(clReleaseKernel) X(clSetKernelArg) X(clGetKernelWorkGroupInfo) X(clGetKernelInfo) \
  X(clEnqueueNDRangeKernel) X(clEnqueueReadBuffer) X(clEnqueueWriteBuffer) X(clEnqueueReadImage) \
  X(clEnqueueWriteImage) X(clEnqueueMapBuffer) X(clEnqueueUnmapMemObject) \
  X(clEnqueueMarkerWithWaitList) X(clEnqueueBarrierWithWaitList) \
  X(clWaitForEvents) X(clReleaseEvent) X(clGetEventInfo) X(clGetEventProfilingInfo) X(clFlush) \
  X(clFinish)
// clang-format on

struct Api {
#define LITE_CL_MEMBER(name) decltype(&::name) name = nullptr;
  LITE_CL_FUNCTIONS(LITE_CL_MEMBER)
#undef LITE_CL_MEMBER
};

// Null, and the reason, if there is no library, or if it lacks a function.
const Api* LoadApi(std::string* why_not);

// "CL_OUT_OF_RESOURCES (-5)".
std::string ErrorName(cl_int code);

// kResourceExhausted where memory is missing, kInternal otherwise. `call` is the function's name.
Status CheckCall(cl_int code, const char* call);

}  // namespace paddle::lite::opencl
