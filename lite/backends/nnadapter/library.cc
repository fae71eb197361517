#include "lite/backends/nnadapter/library.h"

#include <dlfcn.h>

#include <cstdlib>

#include "lite/core/device_settings.h"

namespace paddle::lite::nnadapter {
namespace {

constexpr const char* kLibrary = "libnnadapter.so";

// The folder of the file that this code is in, with a slash at the end.
std::string OwnFolder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&OwnFolder), &info) == 0 || info.dli_fname == nullptr) {
    return "";
  }
  const std::string path = info.dli_fname;
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

Result<void*> OpenLibrary() {
  const char* chosen = std::getenv("LITE_NNADAPTER_LIBRARY");
  if (chosen != nullptr && *chosen != '\0') {
    if (void* library = dlopen(chosen, RTLD_NOW | RTLD_LOCAL)) return library;
    return Unsupported("LITE_NNADAPTER_LIBRARY=", chosen, " cannot be opened: ", dlerror());
  }
  if (void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL)) return library;
  const char* reason = dlerror();
  const std::string why_not = reason == nullptr ? "" : reason;
  const std::string folder = OwnFolder();
  if (!folder.empty()) {
    if (void* library = dlopen((folder + kLibrary).c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return Unsupported(kLibrary, " cannot be opened: ", why_not);
}

Result<Api> ResolveApi() {
  LITE_ASSIGN_OR_RETURN(void* const library, OpenLibrary());
  Api api;
  const char* missing = nullptr;
#define LITE_NNADAPTER_RESOLVE(name)                                     \
  api.name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name)); \
  if (api.name == nullptr) missing = #name;
  LITE_NNADAPTER_FUNCTIONS(LITE_NNADAPTER_RESOLVE)
#undef LITE_NNADAPTER_RESOLVE
  if (missing != nullptr) return Unsupported(kLibrary, " has no function ", missing);
  uint32_t version = 0;
  LITE_RETURN_IF_ERROR(CheckCall(api.NNAdapter_getVersion(&version), "NNAdapter_getVersion"));
  if (version != NNADAPTER_VERSION) {
    return Unsupported(kLibrary, " has version ", version, ", expected ", NNADAPTER_VERSION);
  }
  return api;
}

}  // namespace

Result<std::string> Property(int, const std::string& name) {
  constexpr const char kPrefix[] = "device/";
  constexpr size_t kLength = sizeof(kPrefix) - 1;
  if (name.compare(0, kLength, kPrefix) != 0) return std::string();
  LITE_ASSIGN_OR_RETURN(const Api* const api, LoadApi());
  NNAdapterDevice* device = nullptr;
  const std::string wanted = name.substr(kLength);
  LITE_RETURN_IF_ERROR(
      CheckCall(api->NNAdapterDevice_acquire(wanted.c_str(), &device), "NNAdapterDevice_acquire")
          .WithContext(wanted));
  api->NNAdapterDevice_release(device);
  return std::string("1");
}

Status Configure(int, const std::string& name, const std::string&) {
  return Unsupported("NNAdapter has no setting '", name, "' for the process");
}

Result<const Api*> LoadApi() {
  static const auto* loaded = new Result<Api>(ResolveApi());  // drivers outlive static destructors
  if (!loaded->ok()) return loaded->status();
  return &**loaded;
}

}  // namespace paddle::lite::nnadapter

LITE_DEVICE_SETTINGS(kNNAdapter, paddle::lite::nnadapter::Property,
                     paddle::lite::nnadapter::Configure);
