// Programs: built once per process from their sources.
#include <algorithm>
#include <cstring>
#include <utility>

#include "lite/backends/opencl/api.h"
#include "lite/backends/opencl/binaries.h"
#include "lite/backends/opencl/device.h"
#include "lite/backends/opencl/sources.h"
#include "lite/base/logging.h"
#include "lite/base/strings.h"

namespace paddle::lite::opencl {

struct ClDevice::Program {
  std::mutex mutex;  // held while it is built
  cl_program program = nullptr;
  Status failure;  // does not compile, and would not the next time
};

namespace {

const char* TextOfSource(const std::string& file) {
  for (const ProgramSource& source : ProgramSources()) {
    if (file == source.file) return source.text;
  }
  return nullptr;
}

// The end of a compiler's output, which may have megabytes.
constexpr size_t kMaxLog = 4000;

}  // namespace

std::string ClDevice::BuildOptions(const std::string& options) const {
  return StrCat("-cl-std=CL1.2 -cl-mad-enable", half_images_ ? " -DLITE_HALF_STORAGE" : "",
                half_compute_ ? " -DLITE_HALF_COMPUTE" : "", options.empty() ? "" : " ", options);
}

// What compiled programs depend on.
std::string ClDevice::Identity() const {
  std::string sources;
  for (const ProgramSource& source : ProgramSources()) {
    sources += StrCat(source.file, "\n", source.text, "\n");
  }
  return StrCat(info_.platform, " | ", info_.name, " | ", info_.version, " | ", info_.driver,
                " | sources ", Digest(sources));
}

void ClDevice::SaveFiles() {
  if (!unsaved_.exchange(false)) return;
  binaries_.Save();
  forms_.Save();
}

// Null if the file has none that the driver takes.
cl_program ClDevice::LoadBinary(const std::string& key, const std::string& options) {
  std::string binary;
  if (!binaries_.Find(key, &binary)) return nullptr;
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const size_t size = binary.size();
  cl_int status = CL_SUCCESS, code = CL_SUCCESS;
  cl_program program =
      api_.clCreateProgramWithBinary(context_, 1, &device_, &size, &bytes, &status, &code);
  if (code == CL_SUCCESS && status == CL_SUCCESS &&
      api_.clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr) == CL_SUCCESS) {
    ++loaded_;
    return program;
  }
  if (program != nullptr) api_.clReleaseProgram(program);
  binaries_.Drop(key);
  return nullptr;
}

void ClDevice::KeepBinary(const std::string& key, cl_program program) {
  if (!binaries_.is_open()) return;
  size_t size = 0;
  if (api_.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr) !=
          CL_SUCCESS ||
      size == 0) {
    return;
  }
  std::string binary(size, '\0');
  auto* bytes = reinterpret_cast<unsigned char*>(&binary[0]);
  if (api_.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(bytes), &bytes, nullptr) !=
      CL_SUCCESS) {
    return;
  }
  binaries_.Keep(key, std::move(binary));
  unsaved_ = true;
}

Result<cl_program> ClDevice::Compile(const std::string& file, const std::string& options) {
  const std::string key = StrCat(file, " ", options);
  if (cl_program loaded = LoadBinary(key, options)) return loaded;
  // Every program begins with prelude.cl.
  const char* text[] = {TextOfSource("prelude"), TextOfSource(file)};
  if (text[1] == nullptr) return NotFound("OpenCL program ", file, ".cl is not in this library");
  cl_int code = CL_SUCCESS;
  cl_program program = api_.clCreateProgramWithSource(context_, 2, text, nullptr, &code);
  LITE_RETURN_IF_ERROR(Check(code, "clCreateProgramWithSource"));
  code = api_.clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr);
  if (code == CL_SUCCESS) {
    ++built_;
    KeepBinary(key, program);
    return program;
  }
  std::string log;
  size_t bytes = 0;
  if (api_.clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes) ==
          CL_SUCCESS &&
      bytes > 1) {
    log.resize(bytes);
    api_.clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, bytes, &log[0], nullptr);
    log.resize(std::strlen(log.c_str()));
    if (log.size() > kMaxLog) log = "..." + log.substr(log.size() - kMaxLog);
  }
  api_.clReleaseProgram(program);
  return Internal("OpenCL program ", file, ".cl does not compile on ", info_.name, " with '",
                  options, "': ", ErrorName(code), "\n", log);
}

Result<cl_program> ClDevice::GetProgram(const std::string& file, const std::string& options) {
  const std::string full = BuildOptions(options);
  std::shared_ptr<Program> entry;
  {
    const std::lock_guard<std::mutex> lock(programs_mutex_);
    std::shared_ptr<Program>& known = programs_[StrCat(file, " ", full)];
    if (known == nullptr) known = std::make_shared<Program>();
    entry = known;
  }
  const std::lock_guard<std::mutex> lock(entry->mutex);
  if (entry->program == nullptr) {
    LITE_RETURN_IF_ERROR(entry->failure);
    Result<cl_program> compiled = Compile(file, full);
    if (!compiled.ok()) return entry->failure = compiled.status();
    entry->program = *compiled;
  }
  return entry->program;
}

Result<std::unique_ptr<Function>> ClDevice::GetFunction(const std::string& file,
                                                        const std::string& name,
                                                        const std::string& options) {
  LITE_RETURN_IF_ERROR(CheckUsable());
  LITE_ASSIGN_OR_RETURN(cl_program program, GetProgram(file, options));
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = api_.clCreateKernel(program, name.c_str(), &code);
  if (code != CL_SUCCESS) {
    return CheckCall(code, "clCreateKernel")
        .WithContext(StrCat("OpenCL function ", name, " of ", file, ".cl"));
  }
  std::unique_ptr<Function> function(
      new Function(this, kernel, name, StrCat(file, " ", BuildOptions(options))));
  size_t most = 0;
  LITE_RETURN_IF_ERROR(
      CheckCall(api_.clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_WORK_GROUP_SIZE,
                                              sizeof(most), &most, nullptr),
                "clGetKernelWorkGroupInfo"));
  function->max_work_group_ = std::max<size_t>(most, 1);
  return function;
}

}  // namespace paddle::lite::opencl
