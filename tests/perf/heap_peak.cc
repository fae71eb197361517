// heap_peak MODEL.nb SHAPE: the memory plan of a network with one float32 input, and the most
// memory that malloc and its kin had given out when the light predictor had run it once with one
// thread. The process of an emulator also holds the emulator, so that its size says nothing.
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "lite/api/paddle_api.h"
#include "lite/base/strings.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/executable.h"
#include "tests/support/run_program.h"

namespace {

std::atomic<int64_t> in_use{0};
std::atomic<int64_t> peak{0};

void* Count(void* memory) {
  if (memory == nullptr) return nullptr;
  const int64_t now = in_use += static_cast<int64_t>(malloc_usable_size(memory));
  int64_t most = peak;
  while (now > most && !peak.compare_exchange_weak(most, now)) {
  }
  return memory;
}
void Uncount(void* memory) {
  if (memory != nullptr) in_use -= static_cast<int64_t>(malloc_usable_size(memory));
}

}  // namespace

extern "C" {

// The functions below replace these of the C library in the program and in its shared libraries.
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* memory, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void* memory);

void* malloc(size_t bytes) { return Count(__libc_malloc(bytes)); }
void* calloc(size_t count, size_t bytes) { return Count(__libc_calloc(count, bytes)); }
void* realloc(void* memory, size_t bytes) {
  Uncount(memory);
  return Count(__libc_realloc(memory, bytes));
}
void* memalign(size_t alignment, size_t bytes) { return Count(__libc_memalign(alignment, bytes)); }
void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  *memory = memalign(alignment, bytes);
  return *memory == nullptr ? ENOMEM : 0;
}
void free(void* memory) {
  Uncount(memory);
  __libc_free(memory);
}

}  // extern "C"

namespace paddle::lite {
namespace {

// Runs the light predictor.
Status RunPredictor(const char* file, const lite_api::shape_t& shape) {
  lite_api::MobileConfig config;
  config.set_model_from_file(file);
  config.set_threads(1);
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(TryCreatePaddlePredictor(config, &predictor));
  const std::unique_ptr<lite_api::Tensor> input = predictor->GetInput(0);
  LITE_RETURN_IF_ERROR(input->TryResize(shape));
  LITE_ASSIGN_OR_RETURN(const DDim dims, DDim::FromVector(shape));
  std::fill_n(input->mutable_data<float>(), dims.production(), 0.5f);
  return predictor->TryRun();
}

Status Measure(const char* file, const char* text) {
  lite_api::shape_t shape;
  for (const std::string& part : SplitString(text, 'x')) {
    shape.push_back(std::strtoll(part.c_str(), nullptr, 10));
  }
  LITE_RETURN_IF_ERROR(RunPredictor(file, shape));
  const int64_t most = peak;
  // The predictor does not tell its plan.
  LITE_ASSIGN_OR_RETURN(model::Model model, model::LoadNaiveBufferFile(file));
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Executable> program,
                        Executable::Create(std::move(model), {}));
  LITE_ASSIGN_OR_RETURN(const DDim dims, DDim::FromVector(shape));
  program->input(0)->Resize(dims);
  LITE_RETURN_IF_ERROR(program->input(0)->Allocate(PrecisionType::kFloat));
  LITE_RETURN_IF_ERROR(program->Prepare());
  const Executable::MemoryUse use = program->memory_use();
  const size_t plan = use.weights + use.activations + use.scratch + use.io + use.settled;
  std::printf("weights %zu, activations %zu, scratch %zu, in and out %zu\nplan %zu, peak %lld\n",
              use.weights, use.activations, use.scratch, use.io, plan,
              static_cast<long long>(most));  // NOLINT: the type of %lld
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s MODEL.nb SHAPE\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] { return paddle::lite::Measure(argv[1], argv[2]); });
}
