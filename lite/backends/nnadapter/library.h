// The functions of libnnadapter.so, which is opened when it is first needed: the framework links
// nothing of it, and works where it is missing.
#pragma once

#include <memory>
#include <string>

#include "lite/base/status.h"
#include "nnadapter/nnadapter.h"

namespace paddle::lite::nnadapter {

// clang-format off
#define LITE_NNADAPTER_FUNCTIONS(X) \
  X(NNAdapter_getVersion) X(NNAdapter_getDeviceCount) X(NNAdapterDevice_acquire) \
  X(NNAdapterDevice_release) X(NNAdapterDevice_getName) X(NNAdapterDevice_getVendor) \
  X(NNAdapterDevice_getType) X(NNAdapterDevice_getVersion) X(NNAdapterContext_create) \
  X(NNAdapterContext_destroy) X(NNAdapterModel_create) X(NNAdapterModel_destroy) \
  X(NNAdapterModel_addOperand) X(NNAdapterModel_setOperandValue) \
  X(NNAdapterModel_getOperandType) X(NNAdapterModel_addOperation) \
  X(NNAdapterModel_identifyInputsAndOutputs) X(NNAdapterModel_finish) \
  X(NNAdapterModel_getSupportedOperations) X(NNAdapterCompilation_create) \
  X(NNAdapterCompilation_destroy) X(NNAdapterCompilation_finish) \
  X(NNAdapterCompilation_queryInputsAndOutputs) X(NNAdapterExecution_create) \
  X(NNAdapterExecution_destroy) X(NNAdapterExecution_setInput) X(NNAdapterExecution_setOutput) \
  X(NNAdapterExecution_compute)
// clang-format on

struct Api {
#define LITE_NNADAPTER_MEMBER(name) decltype(&::name) name = nullptr;
  LITE_NNADAPTER_FUNCTIONS(LITE_NNADAPTER_MEMBER)
#undef LITE_NNADAPTER_MEMBER
};

// LITE_NNADAPTER_LIBRARY of the environment, or libnnadapter.so of the system's search path, or
// the one beside this library. Unsupported, with the reason, if there is none of version
// NNADAPTER_VERSION with all functions.
Result<const Api*> LoadApi();

// "INVALID_PARAMETER (3)".
inline std::string ResultName(int code) {
  constexpr const char* kNames[] = {
      "NO_ERROR",         "OUT_OF_MEMORY",         "INVALID_DIMENSIONS",   "INVALID_PARAMETER",
      "DEVICE_NOT_FOUND", "DEVICE_INTERNAL_ERROR", "FEATURE_NOT_SUPPORTED"};
  const bool known = code >= 0 && code < static_cast<int>(sizeof(kNames) / sizeof(kNames[0]));
  return StrCat(known ? kNames[code] : "unknown code", " (", code, ")");
}

// OK, or kInternal with the function's name; kUnsupported for FEATURE_NOT_SUPPORTED and
// DEVICE_NOT_FOUND, kResourceExhausted for OUT_OF_MEMORY.
inline Status CheckCall(int code, const std::string& call) {
  if (code == NNADAPTER_NO_ERROR) return OkStatus();
  const std::string text = StrCat(call, " returned ", ResultName(code));
  if (code == NNADAPTER_OUT_OF_MEMORY) return ResourceExhausted(text);
  const bool missing =
      code == NNADAPTER_FEATURE_NOT_SUPPORTED || code == NNADAPTER_DEVICE_NOT_FOUND;
  return missing ? Unsupported(text) : Internal(text);
}

// The settings of kNNAdapter (lite/core/device_settings.h). "device/<name>" is "1" if a driver of
// that name can be opened.
Result<std::string> Property(int index, const std::string& name);
Status Configure(int index, const std::string& name, const std::string& value);

// A handle that its function destroys.
template <typename T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

}  // namespace paddle::lite::nnadapter
