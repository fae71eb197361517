// An OpenCL library that passes all calls on to the installed one, counts them, and lets one thing
// fail: LITE_OPENCL_FAULT=KIND or KIND=NUMBER,
//   version   the device has OpenCL 1.1
//   nodevices platforms have no devices
//   discrete  the device has memory of its own
//   map       buffers cannot be mapped
//   side      images have at most NUMBER texels in a row or column
//   build     programs do not compile
//   blocks    no memory after NUMBER blocks
//   launch    launch NUMBER fails, with the code for a lack of resources
//   lost      launch NUMBER and all later ones fail, with the code for a lost device
//   work      what is queued after launch NUMBER fails when it runs
//   silence   what is queued after launch NUMBER never ends
#define CL_TARGET_OPENCL_VERSION 120
#pragma GCC visibility push(default)
#include <CL/cl.h>
#pragma GCC visibility pop
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/models/opencl_library/counts.h"

namespace {

paddle::lite::test::OpenClCounts counts;

struct Fault {
  std::string kind;
  int64_t number = 0;

  Fault() {
    const char* text = std::getenv("LITE_OPENCL_FAULT");
    if (text == nullptr) return;
    const char* equals = std::strchr(text, '=');
    kind = equals == nullptr ? text : std::string(text, equals);
    if (equals != nullptr) number = std::atoll(equals + 1);
  }
  bool Is(const char* name) const { return kind == name; }
  bool After(const char* name, int64_t count) const { return Is(name) && count > number; }
};

const Fault& TheFault() {
  static const Fault fault;
  return fault;
}

void* Real(const char* name) {
  static void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  void* const function = library == nullptr ? nullptr : dlsym(library, name);
  if (function != nullptr) return function;
  std::fprintf(stderr, "no %s in libOpenCL.so.1\n", name);
  std::abort();
}
#define REAL(name) (*reinterpret_cast<decltype(&::name)>(Real(#name)))

cl_int WriteText(const char* text, size_t size, void* value, size_t* needed) {
  const size_t bytes = std::strlen(text) + 1;
  if (needed != nullptr) *needed = bytes;
  if (value != nullptr && size >= bytes) std::memcpy(value, text, bytes);
  return CL_SUCCESS;
}

bool IsSilent() { return TheFault().After("silence", counts.launches); }

// What a call that waits for a silent device does.
void WaitForever() {
  if (!IsSilent()) return;
  sleep(60);
  std::abort();
}

template <typename Object>
Object Count(std::atomic<int64_t>* count, Object object) {
  if (object != nullptr) ++*count;
  return object;
}

cl_int CountEvent(cl_int code, cl_event* event) {
  if (code == CL_SUCCESS && event != nullptr) ++counts.events;
  return code;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) paddle::lite::test::OpenClCounts* lite_opencl_counts() {
  return &counts;
}

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id* ids, cl_uint* count) {
  return REAL(clGetPlatformIDs)(n, ids, count);
}
cl_int clGetPlatformInfo(cl_platform_id id, cl_platform_info what, size_t size, void* value,
                         size_t* needed) {
  return REAL(clGetPlatformInfo)(id, what, size, value, needed);
}
cl_int clGetDeviceIDs(cl_platform_id id, cl_device_type type, cl_uint n, cl_device_id* ids,
                      cl_uint* count) {
  if (TheFault().Is("nodevices")) {
    if (count != nullptr) *count = 0;
    return CL_DEVICE_NOT_FOUND;
  }
  return REAL(clGetDeviceIDs)(id, type, n, ids, count);
}
cl_int clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void* value,
                       size_t* needed) {
  if (TheFault().Is("version") && what == CL_DEVICE_VERSION) {
    return WriteText("OpenCL 1.1 of a test", size, value, needed);
  }
  const cl_int code = REAL(clGetDeviceInfo)(id, what, size, value, needed);
  if (TheFault().Is("discrete") && what == CL_DEVICE_HOST_UNIFIED_MEMORY && value != nullptr) {
    *static_cast<cl_bool*>(value) = CL_FALSE;
  }
  const bool side = what == CL_DEVICE_IMAGE2D_MAX_WIDTH || what == CL_DEVICE_IMAGE2D_MAX_HEIGHT;
  if (TheFault().Is("side") && side && value != nullptr) {
    *static_cast<size_t*>(value) = static_cast<size_t>(TheFault().number);
  }
  return code;
}
cl_context clCreateContext(const cl_context_properties* properties, cl_uint n,
                           const cl_device_id* ids,
                           void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                           void* data, cl_int* code) {
  return REAL(clCreateContext)(properties, n, ids, notify, data, code);
}
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id id,
                                      cl_command_queue_properties properties, cl_int* code) {
  return Count(&counts.queues, REAL(clCreateCommandQueue)(context, id, properties, code));
}
cl_int clReleaseCommandQueue(cl_command_queue queue) {
  --counts.queues;
  return REAL(clReleaseCommandQueue)(queue);
}
cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* memory,
                      cl_int* code) {
  if (TheFault().After("blocks", counts.blocks + 1)) {
    *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return nullptr;
  }
  return Count(&counts.blocks, REAL(clCreateBuffer)(context, flags, size, memory, code));
}
cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                     const cl_image_desc* desc, void* memory, cl_int* code) {
  if (TheFault().After("blocks", counts.blocks + 1)) {
    *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return nullptr;
  }
  return Count(&counts.blocks, REAL(clCreateImage)(context, flags, format, desc, memory, code));
}
cl_int clReleaseMemObject(cl_mem block) {
  --counts.blocks;
  return REAL(clReleaseMemObject)(block);
}
cl_int clGetMemObjectInfo(cl_mem block, cl_mem_info what, size_t size, void* value,
                          size_t* needed) {
  return REAL(clGetMemObjectInfo)(block, what, size, value, needed);
}
cl_int clGetImageInfo(cl_mem block, cl_image_info what, size_t size, void* value, size_t* needed) {
  return REAL(clGetImageInfo)(block, what, size, value, needed);
}
cl_program clCreateProgramWithSource(cl_context context, cl_uint n, const char** texts,
                                     const size_t* sizes, cl_int* code) {
  return REAL(clCreateProgramWithSource)(context, n, texts, sizes, code);
}
cl_program clCreateProgramWithBinary(cl_context context, cl_uint n, const cl_device_id* ids,
                                     const size_t* sizes, const unsigned char** binaries,
                                     cl_int* status, cl_int* code) {
  return REAL(clCreateProgramWithBinary)(context, n, ids, sizes, binaries, status, code);
}
cl_int clBuildProgram(cl_program program, cl_uint n, const cl_device_id* ids, const char* options,
                      void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  ++counts.built;
  if (TheFault().Is("build")) return CL_BUILD_PROGRAM_FAILURE;
  return REAL(clBuildProgram)(program, n, ids, options, notify, data);
}
cl_int clReleaseProgram(cl_program program) { return REAL(clReleaseProgram)(program); }
cl_int clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void* value,
                        size_t* needed) {
  return REAL(clGetProgramInfo)(program, what, size, value, needed);
}
cl_int clGetProgramBuildInfo(cl_program program, cl_device_id id, cl_program_build_info what,
                             size_t size, void* value, size_t* needed) {
  if (TheFault().Is("build") && what == CL_PROGRAM_BUILD_LOG) {
    return WriteText("line 7: the compiler of a test", size, value, needed);
  }
  return REAL(clGetProgramBuildInfo)(program, id, what, size, value, needed);
}
cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code) {
  return Count(&counts.functions, REAL(clCreateKernel)(program, name, code));
}
cl_int clReleaseKernel(cl_kernel kernel) {
  --counts.functions;
  return REAL(clReleaseKernel)(kernel);
}
cl_int clSetKernelArg(cl_kernel kernel, cl_uint i, size_t size, const void* value) {
  return REAL(clSetKernelArg)(kernel, i, size, value);
}
cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info what,
                                size_t size, void* value, size_t* needed) {
  return REAL(clGetKernelWorkGroupInfo)(kernel, id, what, size, value, needed);
}
cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t size, void* value,
                       size_t* needed) {
  return REAL(clGetKernelInfo)(kernel, what, size, value, needed);
}
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint n,
                              const size_t* begin, const size_t* items, const size_t* group,
                              cl_uint wait_count, const cl_event* waits, cl_event* event) {
  const int64_t launch = ++counts.launches;
  if (TheFault().Is("launch") && launch == TheFault().number) return CL_OUT_OF_RESOURCES;
  if (TheFault().After("lost", launch + 1)) return CL_DEVICE_NOT_AVAILABLE;
  return CountEvent(
      REAL(clEnqueueNDRangeKernel)(queue, kernel, n, begin, items, group, wait_count, waits, event),
      event);
}
cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem block, cl_bool blocking, size_t begin,
                           size_t size, void* to, cl_uint wait_count, const cl_event* waits,
                           cl_event* event) {
  ++counts.downloads;
  counts.download_bytes += static_cast<int64_t>(size);
  return CountEvent(
      REAL(clEnqueueReadBuffer)(queue, block, blocking, begin, size, to, wait_count, waits, event),
      event);
}
cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem block, cl_bool blocking, size_t begin,
                            size_t size, const void* from, cl_uint wait_count,
                            const cl_event* waits, cl_event* event) {
  ++counts.uploads;
  counts.upload_bytes += static_cast<int64_t>(size);
  return CountEvent(REAL(clEnqueueWriteBuffer)(queue, block, blocking, begin, size, from,
                                               wait_count, waits, event),
                    event);
}
void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem block, cl_bool blocking, cl_map_flags flags,
                         size_t begin, size_t size, cl_uint wait_count, const cl_event* waits,
                         cl_event* event, cl_int* code) {
  if (TheFault().Is("map")) {
    *code = CL_MAP_FAILURE;
    return nullptr;
  }
  ++counts.maps;
  ++counts.mapped;
  void* const memory = REAL(clEnqueueMapBuffer)(queue, block, blocking, flags, begin, size,
                                                wait_count, waits, event, code);
  CountEvent(*code, event);
  return memory;
}
cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem block, void* memory,
                               cl_uint wait_count, const cl_event* waits, cl_event* event) {
  --counts.mapped;
  return CountEvent(REAL(clEnqueueUnmapMemObject)(queue, block, memory, wait_count, waits, event),
                    event);
}
cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem block, cl_bool blocking,
                          const size_t* begin, const size_t* region, size_t row, size_t slice,
                          void* to, cl_uint wait_count, const cl_event* waits, cl_event* event) {
  return CountEvent(REAL(clEnqueueReadImage)(queue, block, blocking, begin, region, row, slice, to,
                                             wait_count, waits, event),
                    event);
}
cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem block, cl_bool blocking,
                           const size_t* begin, const size_t* region, size_t row, size_t slice,
                           const void* from, cl_uint wait_count, const cl_event* waits,
                           cl_event* event) {
  return CountEvent(REAL(clEnqueueWriteImage)(queue, block, blocking, begin, region, row, slice,
                                              from, wait_count, waits, event),
                    event);
}
cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                   const cl_event* waits, cl_event* event) {
  return CountEvent(REAL(clEnqueueMarkerWithWaitList)(queue, wait_count, waits, event), event);
}
cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                    const cl_event* waits, cl_event* event) {
  return CountEvent(REAL(clEnqueueBarrierWithWaitList)(queue, wait_count, waits, event), event);
}
cl_int clWaitForEvents(cl_uint n, const cl_event* events) {
  WaitForever();
  return REAL(clWaitForEvents)(n, events);
}
cl_int clReleaseEvent(cl_event event) {
  --counts.events;
  return REAL(clReleaseEvent)(event);
}
cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void* value,
                      size_t* needed) {
  const cl_int code = REAL(clGetEventInfo)(event, what, size, value, needed);
  if (what != CL_EVENT_COMMAND_EXECUTION_STATUS || value == nullptr) return code;
  if (IsSilent()) *static_cast<cl_int*>(value) = CL_SUBMITTED;
  if (TheFault().After("work", counts.launches)) *static_cast<cl_int*>(value) = CL_OUT_OF_RESOURCES;
  return code;
}
cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void* value,
                               size_t* needed) {
  return REAL(clGetEventProfilingInfo)(event, what, size, value, needed);
}
cl_int clFlush(cl_command_queue queue) { return REAL(clFlush)(queue); }
cl_int clFinish(cl_command_queue queue) {
  WaitForever();
  return REAL(clFinish)(queue);
}

}  // extern "C"
