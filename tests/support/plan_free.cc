#include "tests/support/plan_free.h"

#include <cstring>

#include "lite/runtime/executable.h"

namespace paddle::lite::test {
namespace {

Status Run(const std::vector<Tensor>& inputs, Executable* executable) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    LITE_RETURN_IF_ERROR(executable->input(i)->CopyFrom(inputs[i]));
  }
  return executable->Run();
}

Status CompareOutput(const std::string& name, const Tensor& expected, const Tensor& found) {
  if (found.dims() != expected.dims() || found.precision() != expected.precision() ||
      found.lod() != expected.lod()) {
    return Internal("output ", name, ": ", PrecisionToStr(found.precision()), found.dims(),
                    " under the plan, ", PrecisionToStr(expected.precision()), expected.dims(),
                    " without it, or another LoD");
  }
  const size_t bytes = expected.memory_size();
  if (bytes == 0 || std::memcmp(found.raw_data(), expected.raw_data(), bytes) == 0) {
    return OkStatus();
  }
  size_t first = 0;
  const auto byte = [&](const Tensor& tensor) {
    return static_cast<const char*>(tensor.raw_data())[first];
  };
  while (byte(found) == byte(expected)) ++first;
  return Internal("output ", name, " ", expected.dims(), ": element ",
                  first / PrecisionTypeLength(expected.precision()),
                  " is not what it is without the plan");
}

}  // namespace

Status ComparePlanned(const model::Model& model, const std::vector<std::vector<Tensor>>& runs,
                      int threads) {
  ExecutableOptions free_options;
  free_options.reuse_memory = false;
  LITE_ASSIGN_OR_RETURN(const auto plan_free, Executable::Create(model, free_options));
  ExecutableOptions options;
  options.threads = threads;
  LITE_ASSIGN_OR_RETURN(const auto planned, Executable::Create(model, options));
  for (size_t r = 0; r < runs.size(); ++r) {
    LITE_RETURN_IF_ERROR(Run(runs[r], plan_free.get()).WithContext("without the plan"));
    LITE_RETURN_IF_ERROR(Run(runs[r], planned.get()).WithContext("under the plan"));
    for (size_t i = 0; i < planned->output_names().size(); ++i) {
      LITE_RETURN_IF_ERROR(
          CompareOutput(planned->output_names()[i], *plan_free->output(i), *planned->output(i))
              .WithContext(StrCat("run ", r, ", ", threads, " threads")));
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::test
