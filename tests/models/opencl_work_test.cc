// What a run of a network makes an OpenCL device do, for docs/measurements/opencl-work.md. Not part
// of the suites, because it takes minutes:
//   export LITE_OPENCL_LIBRARY=build.dev/tests/liblite_opencl_test_library.so
//   export LITE_TEST_NETWORKS=mobilenet_v1_f,face_f
//   build.dev/tests/test_models --gtest_also_run_disabled_tests --gtest_filter='OpenClWork.*'
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "tests/models/device_networks.h"
#include "tests/models/opencl_library/counts.h"

namespace paddle::lite::test {
namespace opencl_work_test {

const OpenClCounts& Counts() {
  void* const library = dlopen(std::getenv("LITE_OPENCL_LIBRARY"), RTLD_NOW | RTLD_NOLOAD);
  return *reinterpret_cast<OpenClCounts* (*)()>(dlsym(library, kOpenClCounts))();
}

// A row of the table: the second run of the network.
void Report(const std::string& name, bool in_images) {
  const Result<ZooNet> net = LoadZooNet(kZoo, name);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  std::vector<Place> places = {Place(TargetType::kOpenCL), Place(TargetType::kX86),
                               Place(TargetType::kHost)};
  if (in_images) {
    places.emplace(places.begin(), TargetType::kOpenCL, PrecisionType::kFP16,
                   DataLayoutType::kImageDefault);
  }
  const auto model = OptimisedFor(*net, places);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto host_model = OptimisedFor(*net, {Place(TargetType::kHost)});
  ASSERT_TRUE(host_model.ok()) << host_model.status().ToString();
  const auto moves = MovesOf(*model, TargetType::kOpenCL);
  ASSERT_TRUE(moves.ok()) << moves.status().ToString();
  const auto executable = Executable::Create(*model, ExecutableOptions());
  const auto reference = Executable::Create(*host_model, ExecutableOptions());
  ASSERT_TRUE(executable.ok() && reference.ok());
  const auto expected = RunOutputs(reference->get(), net->cases[0]);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  ASSERT_TRUE(RunOutputs(executable->get(), net->cases[0]).ok());
  const OpenClCounts& counts = Counts();
  const int64_t launches = counts.launches, uploads = counts.uploads, up = counts.upload_bytes,
                downloads = counts.downloads, down = counts.download_bytes;
  const auto found = RunOutputs(executable->get(), net->cases[0]);
  ASSERT_TRUE(found.ok()) << found.status().ToString();
  double error = 0;
  for (size_t i = 0; i < found->size(); ++i) {
    if ((*reference)->output(i)->precision() != PrecisionType::kFloat) continue;
    const bool comparable = (*found)[i].size() == (*expected)[i].size();
    error = std::max(
        error, comparable ? Compare(FloatsOf((*found)[i]), FloatsOf((*expected)[i])).rel_l2 : 1.0);
  }
  auto kernels = (*executable)->KernelCounts();
  int all = 0;
  for (const auto& [target, count] : kernels) all += count;
  std::printf("| %s | %s | %d of %d | %lld | %d | %lld in %lld | %lld in %lld | %.1e |\n",
              name.c_str(), in_images ? "images" : "buffers", kernels[TargetType::kOpenCL], all,
              static_cast<long long>(counts.launches - launches), moves->layouts,
              static_cast<long long>(counts.upload_bytes - up),
              static_cast<long long>(counts.uploads - uploads),
              static_cast<long long>(counts.download_bytes - down),
              static_cast<long long>(counts.downloads - downloads), error);
  std::fflush(stdout);
}

TEST(OpenClWork, DISABLED_Networks) {
  if (FindDevice(TargetType::kOpenCL) == nullptr) GTEST_SKIP() << "no OpenCL device";
  const char* const names = std::getenv("LITE_TEST_NETWORKS");
  ASSERT_NE(names, nullptr);
  for (const std::string& name : SplitString(names, ',')) {
    SCOPED_TRACE(name);
    for (const bool in_images : {true, false}) Report(name, in_images);
  }
}

}  // namespace opencl_work_test
}  // namespace paddle::lite::test
