#include "lite/backends/opencl/api.h"

#include <dlfcn.h>

#include <cstdlib>

namespace paddle::lite::opencl {
namespace {

#ifdef __ANDROID__
constexpr const char* kLibraries[] = {"libOpenCL.so",
                                      "/system/vendor/lib64/libOpenCL.so",
                                      "/system/lib64/libOpenCL.so",
                                      "/system/vendor/lib64/egl/libGLES_mali.so",
                                      "/system/lib64/egl/libGLES_mali.so",
                                      "/system/vendor/lib/libOpenCL.so",
                                      "/system/lib/libOpenCL.so",
                                      "/system/vendor/lib/egl/libGLES_mali.so",
                                      "/system/lib/egl/libGLES_mali.so"};
#else
constexpr const char* kLibraries[] = {"libOpenCL.so.1", "libOpenCL.so"};
#endif

struct Library {
  Api api;
  bool usable = false;
  std::string why_not;
};

void* Open(std::string* why_not) {
  // A file of the user's choice, and no other one then.
  const char* chosen = std::getenv("LITE_OPENCL_LIBRARY");
  if (chosen != nullptr && *chosen != '\0') {
    void* library = dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      *why_not = StrCat("LITE_OPENCL_LIBRARY=", chosen, " cannot be opened: ", dlerror());
    }
    return library;
  }
  for (const char* name : kLibraries) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  *why_not = StrCat("no OpenCL library is installed (", kLibraries[0], ")");
  return nullptr;
}

Library Load() {
  Library loaded;
  void* library = Open(&loaded.why_not);
  if (library == nullptr) return loaded;
  const char* missing = nullptr;
#define LITE_CL_RESOLVE(name)                                                   \
  loaded.api.name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name)); \
  if (loaded.api.name == nullptr) missing = #name;
  LITE_CL_FUNCTIONS(LITE_CL_RESOLVE)
#undef LITE_CL_RESOLVE
  loaded.usable = missing == nullptr;
  if (!loaded.usable) {
    loaded.why_not = StrCat("the OpenCL library has no ", missing, ", which is part of OpenCL 1.2");
  }
  return loaded;
}

struct CodeName {
  cl_int code;
  const char* name;
};

constexpr CodeName kCodes[] = {
#define LITE_CL_CODE(name) \
  { name, #name }
    LITE_CL_CODE(CL_DEVICE_NOT_FOUND),
    LITE_CL_CODE(CL_DEVICE_NOT_AVAILABLE),
    LITE_CL_CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    LITE_CL_CODE(CL_OUT_OF_RESOURCES),
    LITE_CL_CODE(CL_MAP_FAILURE),
    LITE_CL_CODE(CL_OUT_OF_HOST_MEMORY),
    LITE_CL_CODE(CL_IMAGE_FORMAT_NOT_SUPPORTED),
    LITE_CL_CODE(CL_BUILD_PROGRAM_FAILURE),
    LITE_CL_CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    LITE_CL_CODE(CL_INVALID_VALUE),
    LITE_CL_CODE(CL_INVALID_DEVICE),
    LITE_CL_CODE(CL_INVALID_CONTEXT),
    LITE_CL_CODE(CL_INVALID_COMMAND_QUEUE),
    LITE_CL_CODE(CL_INVALID_MEM_OBJECT),
    LITE_CL_CODE(CL_INVALID_IMAGE_SIZE),
    LITE_CL_CODE(CL_INVALID_BINARY),
    LITE_CL_CODE(CL_INVALID_BUILD_OPTIONS),
    LITE_CL_CODE(CL_INVALID_KERNEL_NAME),
    LITE_CL_CODE(CL_INVALID_ARG_INDEX),
    LITE_CL_CODE(CL_INVALID_ARG_VALUE),
    LITE_CL_CODE(CL_INVALID_ARG_SIZE),
    LITE_CL_CODE(CL_INVALID_KERNEL_ARGS),
    LITE_CL_CODE(CL_INVALID_WORK_GROUP_SIZE),
    LITE_CL_CODE(CL_INVALID_WORK_ITEM_SIZE),
    LITE_CL_CODE(CL_INVALID_BUFFER_SIZE),
#undef LITE_CL_CODE
};

}  // namespace

const Api* LoadApi(std::string* why_not) {
  static const Library* library = new Library(Load());  // drivers outlive static destructors
  if (!library->usable) *why_not = library->why_not;
  return library->usable ? &library->api : nullptr;
}

std::string ErrorName(cl_int code) {
  for (const CodeName& known : kCodes) {
    if (known.code == code) return StrCat(known.name, " (", code, ")");
  }
  return StrCat("error ", code);
}

Status CheckCall(cl_int code, const char* call) {
  if (code == CL_SUCCESS) return OkStatus();
  const std::string text = StrCat(call, " failed: ", ErrorName(code));
  const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ||
                      code == CL_OUT_OF_RESOURCES;
  return memory ? ResourceExhausted(text) : Internal(text);
}

}  // namespace paddle::lite::opencl
