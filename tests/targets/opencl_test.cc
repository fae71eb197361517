// OpenCL devices: what needs no operator suite. Skipped, with the reason, where there is no device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/backends/opencl/binaries.h"
#include "lite/backends/opencl/device.h"
#include "lite/backends/opencl/sources.h"
#include "lite/core/image_layout.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/activation.h"
#include "lite/operators/conv2d.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"
#include "lite/operators/scale.h"
#include "lite/operators/type_conversion.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::opencl {
namespace opencl_test {

using ::testing::HasSubstr;

const KernelDef* KernelOf(const std::string& type, const std::string& alias,
                          DataLayoutType layout) {
  for (const KernelDef* def : KernelsOf(type)) {
    if (def->target == TargetType::kOpenCL && alias == def->alias && def->layout == layout) {
      return def;
    }
  }
  return nullptr;
}

// Each kernel packs its own weights.
class NotShared final : public PackedWeights {
 public:
  Result<const void*> Get(const Tensor&, const std::string&, size_t,
                          const std::function<void(void*)>&) override {
    return Internal("kernels of OpenCL pack weights in the memory of the device");
  }
};

// Runs single operators, and copies what they need.
class OpenClTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = OpenDevice({TargetType::kOpenCL, 0});
    if (!opened.ok()) GTEST_SKIP() << opened.status().message();
    device_ = *opened;
    context_ = *device_->CreateContext();
  }
  ClDevice* device() { return static_cast<ClDevice*>(device_.get()); }

  void Shape(Tensor* tensor, const DDim& dims, DataLayoutType layout) {
    tensor->Resize(dims);
    tensor->set_layout(layout);
    const Status status = tensor->AllocateOn(device_, PrecisionType::kFloat);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }

  Status RunOp(const KernelDef* def, const Op& op) {
    if (def == nullptr) return NotFound("no such kernel");
    const std::unique_ptr<Kernel> kernel = def->create();
    NotShared packed;
    PrepareContext prepare;
    prepare.device = context_.get();
    prepare.packed = &packed;
    LITE_RETURN_IF_ERROR(kernel->Prepare(op, &prepare));
    LITE_ASSIGN_OR_RETURN(
        const std::shared_ptr<Buffer> scratch,
        Buffer::Allocate(device_, MemoryDesc::Of(device_->id(), prepare.scratch_bytes)));
    RunContext run;
    run.device = context_.get();
    run.device_scratch = scratch->handle();
    LITE_RETURN_IF_ERROR(kernel->Run(op, run));
    return context_->Finish();
  }

  Status Convert(const Tensor& from, Tensor* to) {
    operators::Layout op;
    op.input = &from;
    op.out = to;
    return RunOp(
        KernelOf("layout",
                 StrCat(DataLayoutToStr(from.layout()), "_to_", DataLayoutToStr(to->layout())),
                 from.layout()),
        op);
  }

  // A tensor of small numbers, in a buffer or an image.
  void Fill(Tensor* tensor, const DDim& dims, DataLayoutType layout, float factor) {
    std::vector<float> numbers(static_cast<size_t>(dims.production()));
    for (size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = factor * (static_cast<float>(i * 7 % 31) - 15);
    }
    Tensor plain;
    Tensor* const buffer = IsImageLayout(layout) ? &plain : tensor;
    Shape(buffer, dims, DataLayoutType::kNCHW);
    const size_t bytes = numbers.size() * sizeof(float);
    ASSERT_TRUE(device_->CopyFromHost(buffer->handle(), 0, numbers.data(), bytes).ok());
    if (buffer == tensor) return;
    Shape(tensor, dims, layout);
    ASSERT_EQ(Convert(plain, tensor).ToString(), "OK");
  }
  std::vector<float> NumbersOf(const Tensor& tensor) {
    Tensor plain;
    Shape(&plain, tensor.dims(), DataLayoutType::kNCHW);
    const bool is_image = IsImageLayout(tensor.layout());
    if (is_image) EXPECT_EQ(Convert(tensor, &plain).ToString(), "OK");
    std::vector<float> numbers(static_cast<size_t>(tensor.numel()));
    const Tensor& from = is_image ? plain : tensor;
    EXPECT_TRUE(device_
                    ->CopyToHost(numbers.data(), from.handle(), from.offset(),
                                 numbers.size() * sizeof(float))
                    .ok());
    return numbers;
  }
  std::vector<float> Product(int rows, int depth, int columns) {
    Tensor x, y, out;
    Fill(&x, {rows, depth}, DataLayoutType::kNCHW, 0.1f);
    Fill(&y, {depth, columns}, DataLayoutType::kNCHW, 0.3f);
    Shape(&out, {rows, columns}, DataLayoutType::kNCHW);
    operators::Mul op;
    op.x = &x;
    op.y = &y;
    op.out = &out;
    EXPECT_EQ(RunOp(KernelOf("mul", "def", DataLayoutType::kNCHW), op).ToString(), "OK");
    return NumbersOf(out);
  }
  // A fully connected layer of images.
  std::vector<float> FcOfImages(int rows, int columns) {
    Tensor x, w, out;
    Fill(&x, {rows, 6}, DataLayoutType::kImageDefault, 0.1f);
    Fill(&w, {6, columns}, DataLayoutType::kNCHW, 0.3f);
    Shape(&out, {rows, columns}, DataLayoutType::kImageDefault);
    operators::Fc op;
    op.input = &x;
    op.w = &w;
    op.out = &out;
    EXPECT_EQ(RunOp(KernelOf("fc", "def", DataLayoutType::kImageDefault), op).ToString(), "OK");
    return NumbersOf(out);
  }
  // A convolution with windows of size x size and an output as large as the input.
  std::vector<float> Convolution(DataLayoutType layout, int inputs, int outputs, int groups,
                                 int size) {
    const bool is_image = IsImageLayout(layout);
    Tensor x, filter, bias, out;
    Fill(&x, {4, inputs, 9, 15}, layout, 0.1f);
    Fill(&bias, {outputs}, DataLayoutType::kNCHW, 1);
    const DDim dims{outputs, inputs / groups, size, size};
    if (is_image) {
      filter.Resize(dims);
      EXPECT_TRUE(filter.Allocate(PrecisionType::kFloat).ok());
      float* const weights = filter.mutable_data<float>();
      for (int64_t i = 0; i < dims.production(); ++i) {
        weights[i] = 0.2f * (static_cast<float>(i * 5 % 13) - 6);
      }
    } else {
      Fill(&filter, dims, layout, 0.2f);
    }
    filter.set_persistable(true);
    Shape(&out, {4, outputs, 9, 15}, layout);
    operators::Conv2d op;
    op.input = &x;
    op.filter = &filter;
    op.bias = &bias;
    op.output = &out;
    op.groups = groups;
    op.paddings = {size / 2, size / 2};
    EXPECT_EQ(RunOp(KernelOf("conv2d", "def", layout), op).ToString(), "OK");
    return NumbersOf(out);
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<DeviceContext> context_;
};

std::vector<float> Numbers(int64_t count) {
  std::vector<float> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  return numbers;
}

// All texels are as lite/core/image_layout.h says, lanes without an element included; and back.
TEST_F(OpenClTest, ImagesHaveTheStatedTexels) {
  for (const DDim& dims : {DDim{7}, DDim{3, 5}, DDim{5, 3, 6}, DDim{2, 1, 3, 7}, DDim{2, 6, 3, 2},
                           DDim{6, 3, 2, 5}, DDim{1, 4, 1, 1}}) {
    for (const DataLayoutType layout :
         {DataLayoutType::kImageDefault, DataLayoutType::kImageFolder, DataLayoutType::kImageNW}) {
      SCOPED_TRACE(StrCat(dims, " in ", DataLayoutToStr(layout)));
      const std::vector<float> numbers = Numbers(dims.production());
      const size_t bytes = numbers.size() * sizeof(float);
      Tensor plain, image, back;
      Shape(&plain, dims, DataLayoutType::kNCHW);
      Shape(&image, dims, layout);
      Shape(&back, dims, DataLayoutType::kNCHW);
      ASSERT_TRUE(device_->CopyFromHost(plain.handle(), 0, numbers.data(), bytes).ok());
      ASSERT_EQ(Convert(plain, &image).ToString(), "OK");
      const ImagePacking packing = *ImagePacking::Make(layout, dims);
      std::vector<float> expected(static_cast<size_t>(packing.width() * packing.height() * 4));
      for (int64_t i = 0; i < dims.production(); ++i) {
        const auto at = packing.At(i);
        expected[static_cast<size_t>((at.y * packing.width() + at.x) * 4 + at.lane)] =
            numbers[static_cast<size_t>(i)];
      }
      std::vector<float> texels(expected.size());
      ASSERT_TRUE(
          device_->CopyToHost(texels.data(), image.handle(), 0, texels.size() * sizeof(float))
              .ok());
      EXPECT_EQ(texels, expected);
      ASSERT_EQ(Convert(image, &back).ToString(), "OK");
      std::vector<float> found(numbers.size());
      ASSERT_TRUE(device_->CopyToHost(found.data(), back.handle(), 0, bytes).ok());
      EXPECT_EQ(found, numbers);
    }
  }
}

// Conversions between the layouts of values have the texels of those from a buffer.
TEST_F(OpenClTest, ImagesAreConvertedToOtherImages) {
  constexpr auto kDefault = DataLayoutType::kImageDefault, kFolder = DataLayoutType::kImageFolder;
  for (const DDim& dims : {DDim{1}, DDim{4}, DDim{7}, DDim{3, 5}, DDim{5, 8}, DDim{2, 1},
                           DDim{5, 3, 6}, DDim{2, 6, 3, 2}}) {
    for (const auto& [from, to] : {std::pair(kDefault, kFolder), std::pair(kFolder, kDefault)}) {
      SCOPED_TRACE(StrCat(dims, " to ", DataLayoutToStr(to)));
      Tensor source, direct, expected;
      Fill(&source, dims, from, 1);
      Fill(&expected, dims, to, 1);
      Shape(&direct, dims, to);
      ASSERT_EQ(Convert(source, &direct).ToString(), "OK");
      const ImagePacking packing = *ImagePacking::Make(to, dims);
      std::vector<float> texels[2];
      for (const Tensor* image : {&direct, &expected}) {
        std::vector<float>& into = texels[image == &direct ? 0 : 1];
        into.assign(static_cast<size_t>(packing.width() * packing.height() * 4), -1);
        ASSERT_TRUE(
            device_->CopyToHost(into.data(), image->handle(), 0, into.size() * sizeof(float)).ok());
      }
      EXPECT_EQ(texels[0], texels[1]);
    }
  }
}

// Scalars and tensors of more than four dimensions have no images, and run in buffers.
TEST_F(OpenClTest, OtherRanksAreInBuffers) {
  for (const DDim& dims : {DDim{}, DDim{2, 1, 3, 2, 5}}) {
    SCOPED_TRACE(StrCat(dims));
    for (const DataLayoutType layout :
         {DataLayoutType::kImageDefault, DataLayoutType::kImageFolder, DataLayoutType::kImageNW}) {
      Tensor image;
      image.Resize(dims);
      image.set_layout(layout);
      EXPECT_THAT(image.AllocateOn(device_, PrecisionType::kFloat).message(),
                  HasSubstr("expected one to four dimensions"));
    }
    Tensor x, y;
    Fill(&x, dims, DataLayoutType::kNCHW, 1);
    Shape(&y, dims, DataLayoutType::kNCHW);
    operators::Unary op;
    op.x = &x;
    op.out = &y;
    ASSERT_EQ(RunOp(KernelOf("abs", "def", DataLayoutType::kNCHW), op).ToString(), "OK");
    std::vector<float> expected = NumbersOf(x);
    for (float& number : expected) number = std::abs(number);
    EXPECT_EQ(NumbersOf(y), expected);
  }
}

TEST_F(OpenClTest, RefusesWhatItCannotAllocate) {
  const DeviceLimits limits = device_->limits();
  Tensor wide;
  wide.Resize(DDim{1, 1, 1, limits.max_image_width + 1});
  wide.set_layout(DataLayoutType::kImageDefault);
  EXPECT_THAT(wide.AllocateOn(device_, PrecisionType::kFloat).message(),
              HasSubstr("the device's images have at most"));
  Tensor large;
  large.Resize(DDim{static_cast<int64_t>(limits.max_bytes / sizeof(float)) + 1});
  EXPECT_THAT(large.AllocateOn(device_, PrecisionType::kFloat).message(),
              HasSubstr("the device's blocks have at most"));
  EXPECT_EQ(
      device_->Allocate({device_->id(), MemoryKind::kImage2D, 64, 2, 2, PrecisionType::kInt32}),
      nullptr);
  Tensor image;
  Shape(&image, {1, 4, 2, 3}, DataLayoutType::kImageDefault);
  float part[4] = {};
  EXPECT_THAT(device_->CopyFromHost(image.handle(), 0, part, sizeof(part)).message(),
              HasSubstr("expected all of its texels (96 bytes)"));
}

TEST_F(OpenClTest, ReportsProgramsThatDoNotCompile) {
  const auto failed = device()->GetFunction("copy", "copy", "-DELEMENT=NO_SUCH_NAME");
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.status().message(), HasSubstr("copy.cl does not compile on"));
  EXPECT_THAT(failed.status().message(), HasSubstr("NO_SUCH_NAME"));
  EXPECT_THAT(device()->GetFunction("layout", "no_such_function", "").status().message(),
              HasSubstr("no_such_function of layout.cl"));
  EXPECT_THAT(device()->GetFunction("no_such_file", "f", "").status().message(),
              HasSubstr("no_such_file.cl is not in this library"));
}

TEST_F(OpenClTest, ReportsArgumentsThatAreMissing) {
  auto function = device()->GetFunction("layout", "buffer_to_image", "");
  ASSERT_TRUE(function.ok()) << function.status().ToString();
  auto* queue = static_cast<ClContext*>(context_.get());
  EXPECT_THAT(queue->Launch(function->get(), {1, 1, 1}, {4, 4, 1}).message(),
              HasSubstr("OpenCL function buffer_to_image, groups of [4, 4, 1]"));
  (*function)->SetBytes(0, "x", 1);
  EXPECT_THAT(queue->Launch(function->get(), {1, 1, 1}, {4, 4, 1}).message(),
              HasSubstr("argument 0 of OpenCL function buffer_to_image"));
}

TEST_F(OpenClTest, SettingsAreChecked) {
  EXPECT_THAT(device()->Configure("colour", "red").message(), HasSubstr("no setting 'colour'"));
  EXPECT_THAT(device()->Configure("precision", "fp8").message(), HasSubstr("expected auto"));
  EXPECT_THAT(device()->Configure("tuning", "most").message(), HasSubstr("expected none, rapid"));
  EXPECT_THAT(device()->Configure("tuning", "rapid 0").message(), HasSubstr("at least 1"));
  EXPECT_THAT(device()->Configure("tile", "2x2").message(), HasSubstr("a number from 0 on"));
  EXPECT_THAT(device()->Configure("winograd", "1").message(),
              HasSubstr("OpenCL winograd '1', expected auto, always or never"));
  if (!device()->info().has_fp16) {
    EXPECT_THAT(device()->Configure("precision", "fp16").message(), HasSubstr("cl_khr_fp16"));
  }
  Tensor used;
  Shape(&used, {1, 4, 2, 3}, DataLayoutType::kImageDefault);
  const bool half = device()->Property("storage") == "fp16";
  EXPECT_THAT(device()->Configure("precision", half ? "fp32" : "fp16_storage").message(),
              HasSubstr("cannot change while predictors use it"));
}

TEST_F(OpenClTest, TheInterfaceSeesTheDevice) {
  EXPECT_TRUE(lite_api::IsOpenCLBackendValid());
  EXPECT_EQ(lite_api::IsOpenCLBackendValid(true), device()->info().has_fp16);
  EXPECT_GE(lite_api::GetOpenCLDeviceType(), 1);
  lite_api::MobileConfig config;
  config.set_opencl_binary_path_name("/no/such/folder", "programs.bin");
  config.set_opencl_binary_path_name("", "");
  if (device()->info().has_fp16) return;
  try {
    config.set_opencl_precision(lite_api::CL_PRECISION_FP16);
    ADD_FAILURE() << "half arithmetic was accepted";
  } catch (const lite_api::Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("set_opencl_precision"));
    EXPECT_THAT(error.what(), HasSubstr("use auto or fp32"));
  }
}

// Each thread has a queue and kernels of its own; programs are shared.
TEST_F(OpenClTest, ThreadsHaveTheirOwnQueues) {
  const auto work = [this](float factor, bool* right) {
    auto context = device_->CreateContext();
    if (!context.ok()) return;
    Tensor x, out;
    Shape(&x, {1000}, DataLayoutType::kNCHW);
    Shape(&out, {1000}, DataLayoutType::kNCHW);
    std::vector<float> numbers = Numbers(1000), found(1000);
    for (float& number : numbers) number *= factor;
    operators::Unary op;
    op.x = &x;
    op.out = &out;
    const auto kernel = KernelOf("relu", "def", DataLayoutType::kNCHW)->create();
    PrepareContext prepare;
    prepare.device = context->get();
    RunContext run;
    run.device = context->get();
    *right = kernel->Prepare(op, &prepare).ok();
    for (int i = 0; i < 20 && *right; ++i) {
      *right = (*context)->CopyFromHost(x.handle(), 0, numbers.data(), 4000).ok() &&
               kernel->Run(op, run).ok() &&
               (*context)->CopyToHost(found.data(), out.handle(), 0, 4000).ok() &&
               (*context)->Finish().ok() && found == numbers;
    }
  };
  bool right[2] = {};
  std::thread other(work, 2.0f, &right[0]);
  work(3.0f, &right[1]);
  other.join();
  EXPECT_TRUE(right[0]);
  EXPECT_TRUE(right[1]);
}

TEST_F(OpenClTest, EventsHaveTheDevicesTime) {
  auto first = *context_->CreateEvent();
  auto second = *context_->CreateEvent();
  EXPECT_THAT(context_->Wait(first.get()).message(), HasSubstr("was not recorded"));
  EXPECT_EQ(context_->TimeOf(*first), -1);
  ASSERT_TRUE(context_->Record(first.get()).ok());
  ASSERT_TRUE(context_->Record(second.get()).ok());
  ASSERT_TRUE(context_->Wait(second.get()).ok());
  EXPECT_GE(context_->TimeOf(*second), context_->TimeOf(*first));
  EXPECT_GT(context_->TimeOf(*first), 0);
}

// A child process has none of the driver's threads, so that every call would wait forever.
TEST_F(OpenClTest, RefusesToWorkAfterAFork) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    float number = 0;
    const bool refused = !OpenDevice({TargetType::kOpenCL, 0}).ok() &&
                         !device_->CreateContext().ok() && !context_->Finish().ok() &&
                         !device_->CopyToHost(&number, nullptr, 0, 4).ok();
    context_.reset();
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(OpenClTest, NothingRemainsAfterUse) {
  context_.reset();
  const LiveObjects live = device()->live();
  EXPECT_EQ(live.blocks, 0);
  EXPECT_EQ(live.functions, 0);
  EXPECT_EQ(live.events, 0);
  EXPECT_EQ(live.queues, 0);
}

// No device at hand computes in half, but a compiler checks the programs' syntax and types.
TEST(OpenClPrograms, CompileWithHalfArithmetic) {
  const test::TempDir folder;
  const auto check = [&folder](const std::string& name, const std::string& text) {
    const std::string path = folder / (name + ".cl");
    std::ofstream(path) << text;
    std::vector<std::string> command = {
        "/usr/bin/env", "clang-14", "-x", "cl", "-cl-std=CL1.2", "-target",
        "spir64-unknown-unknown", "-Xclang", "-finclude-default-header", "-Xclang",
        "-cl-ext=+cl_khr_fp16", "-fsyntax-only", "-DLITE_HALF_STORAGE", "-DLITE_HALF_COMPUTE",
        // What kernels define.
        "-DCHANNELS=4", "-DELEMENT=float", "-DFROM=float", "-DINDEX=int", "-DTO=int", path};
    return test::RunProgram(command);
  };
  std::string prelude;
  for (const ProgramSource& source : ProgramSources()) {
    if (std::string(source.file) == "prelude") prelude = source.text;
  }
  const auto wrong = check("wrong", prelude + "real f(real4 v) { return v; }\n");
  if (wrong.exit_code == 127) GTEST_SKIP() << "no clang-14";
  EXPECT_THAT(wrong.err, HasSubstr("incompatible result type"));
  for (const ProgramSource& source : ProgramSources()) {
    const auto found = check(source.file, prelude + source.text);
    const bool is_prelude = prelude == source.text;
    EXPECT_TRUE(is_prelude || found.exit_code == 0) << source.file << ".cl: " << found.err;
  }
}

// Started by the tests below as a process of its own.
TEST_F(OpenClTest, DISABLED_CompileWithCache) {
  ASSERT_TRUE(device()->Configure("cache", std::getenv("LITE_TEST_CACHE")).ok());
  Tensor plain, image;
  Shape(&plain, {1, 3, 4, 5}, DataLayoutType::kNCHW);
  Shape(&image, {1, 3, 4, 5}, DataLayoutType::kImageDefault);
  EXPECT_EQ(Convert(plain, &image).ToString(), "OK");
  const ProgramCounts counts = device()->program_counts();
  std::printf("built %d, loaded %d\n", counts.built, counts.loaded);
}

test::ProgramResult CompileWith(const std::string& cache, const std::string& more = "A=B") {
  char self[4096] = {};
  EXPECT_GT(readlink("/proc/self/exe", self, sizeof(self) - 1), 0);
  return test::RunProgram({"/usr/bin/env", "LITE_TEST_CACHE=" + cache, more, self,
                           "--gtest_also_run_disabled_tests",
                           "--gtest_filter=OpenClTest.DISABLED_CompileWithCache"});
}

TEST_F(OpenClTest, CompiledProgramsAreKept) {
  const test::TempDir folder;
  const std::string path = folder / "programs.bin";
  EXPECT_THAT(CompileWith(path).out, HasSubstr("built 1, loaded 0"));
  const auto start_again = CompileWith(path);
  EXPECT_THAT(start_again.out, HasSubstr("built 0, loaded 1"));
  EXPECT_EQ(start_again.err, "");

  // Damage anywhere, or another device's file: compiled again, and the file is replaced.
  std::ifstream file(path, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::string flipped = good;
  flipped[good.size() / 2] ^= 1;
  for (const auto& [damaged, reason] :
       {std::pair(flipped, "is damaged"), std::pair(good.substr(0, good.size() - 9), "is damaged"),
        std::pair(std::string("junk"), "is not a file of compiled OpenCL programs")}) {
    std::ofstream(path, std::ios::binary) << damaged;
    const auto found = CompileWith(path);
    EXPECT_THAT(found.out, HasSubstr("built 1, loaded 0"));
    EXPECT_THAT(found.err, HasSubstr(reason));
  }
  ASSERT_TRUE(WriteBinaries(path, "another device", {{"layout ", "?"}}).ok());
  const auto foreign = CompileWith(path);
  EXPECT_THAT(foreign.out, HasSubstr("built 1, loaded 0"));
  EXPECT_THAT(foreign.err, HasSubstr("is for 'another device', this is"));
  EXPECT_THAT(CompileWith(path).out, HasSubstr("built 0, loaded 1"));

  const auto unwritable = CompileWith(folder / "no/folder/programs.bin");
  EXPECT_THAT(unwritable.out, HasSubstr("built 1, loaded 0"));
  EXPECT_THAT(unwritable.err, HasSubstr("are not kept"));
}

// relu in an image, and a product in place, in a process of its own. Prints how many forms were
// measured, and whether the result is right.
TEST_F(OpenClTest, DISABLED_RunTuned) {
  lite_api::MobileConfig config;
  config.set_opencl_tune(
      static_cast<lite_api::CLTuneMode>(std::atoi(std::getenv("LITE_TEST_TUNE"))),
      std::getenv("LITE_TEST_FOLDER"), "forms", 1);
  Tensor plain, image, out, back;
  const DDim dims{1, 6, 4, 50};
  Shape(&plain, dims, DataLayoutType::kNCHW);
  Shape(&image, dims, DataLayoutType::kImageDefault);
  Shape(&out, dims, DataLayoutType::kImageDefault);
  Shape(&back, dims, DataLayoutType::kNCHW);
  std::vector<float> numbers = Numbers(dims.production()), found(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 50) - 20;
  const size_t bytes = numbers.size() * sizeof(float);
  ASSERT_TRUE(device_->CopyFromHost(plain.handle(), 0, numbers.data(), bytes).ok());
  ASSERT_EQ(Convert(plain, &image).ToString(), "OK");
  operators::Unary relu;
  relu.x = &image;
  relu.out = &out;
  ASSERT_EQ(RunOp(KernelOf("relu", "def", DataLayoutType::kImageDefault), relu).ToString(), "OK");
  ASSERT_EQ(Convert(out, &back).ToString(), "OK");
  // x * 2 in place: a second launch would double it again.
  operators::Scale twice;
  twice.x = twice.out = &back;
  twice.scale = 2;
  ASSERT_EQ(RunOp(KernelOf("scale", "def", DataLayoutType::kNCHW), twice).ToString(), "OK");
  ASSERT_TRUE(device_->CopyToHost(found.data(), back.handle(), 0, bytes).ok());
  for (float& number : numbers) number = std::max(number, 0.0f) * 2;
  std::printf("measured %s, %s\n", device()->Property("forms_measured").c_str(),
              found == numbers ? "right" : "wrong");
}

// What is measured once is used by later processes, with the same results; the file is checked like
// that of programs.
TEST_F(OpenClTest, MeasuredWorkGroupsAreKept) {
  const test::TempDir folder;
  const auto run = [&folder](const char* mode) {
    char self[4096] = {};
    EXPECT_GT(readlink("/proc/self/exe", self, sizeof(self) - 1), 0);
    return test::RunProgram(
        {"/usr/bin/env", StrCat("LITE_TEST_FOLDER=", folder.str()), StrCat("LITE_TEST_TUNE=", mode),
         self, "--gtest_also_run_disabled_tests", "--gtest_filter=OpenClTest.DISABLED_RunTuned"});
  };
  EXPECT_THAT(run("0").out, HasSubstr("measured 0, right"));
  const auto first = run("1");
  EXPECT_THAT(first.out, HasSubstr("measured 3, right"));  // not what works in place
  EXPECT_EQ(first.err, "");
  EXPECT_THAT(run("1").out, HasSubstr("measured 0, right"));
  EXPECT_THAT(run("0").out, HasSubstr("measured 0, right"));
  std::ofstream(folder / "forms", std::ios::app) << "more";
  const auto damaged = run("1");
  EXPECT_THAT(damaged.out, HasSubstr("measured 3, right"));
  EXPECT_THAT(damaged.err, HasSubstr("forms is damaged"));
  // Groups that no device runs, in a file that is whole.
  Result<Binaries> kept = ReadBinaries(folder / "forms", "");
  const std::string message = kept.status().message();
  const size_t begin = message.find(" is for '") + 9;
  const std::string identity = message.substr(begin, message.find("', this is") - begin);
  Binaries forms = *ReadBinaries(folder / "forms", identity);
  ASSERT_EQ(forms.size(), 3u);
  for (auto& [key, form] : forms) form = key == forms.begin()->first ? "0 -1 x" : "1000000 1000 9";
  ASSERT_TRUE(WriteBinaries(folder / "forms", identity, forms).ok());
  EXPECT_THAT(run("0").out, HasSubstr("measured 0, right"));
  EXPECT_THAT(run("1").out, HasSubstr("measured 3, right"));
}

// What functions with several tiles compute, on sizes that are not multiples of any tile.
TEST_F(OpenClTest, AllTilesComputeTheSame) {
  constexpr auto kBuffer = DataLayoutType::kNCHW, kImage = DataLayoutType::kImageDefault;
  const std::vector<std::pair<const char*, std::function<std::vector<float>()>>> problems = {
      {"product", [&] { return Product(37, 19, 75); }},
      {"product of few rows", [&] { return Product(9, 40, 130); }},
      {"fc", [&] { return FcOfImages(11, 5); }},
      {"fc of a row", [&] { return FcOfImages(1, 5); }},
      {"conv2d", [&] { return Convolution(kBuffer, 6, 11, 1, 3); }},
      {"grouped conv2d", [&] { return Convolution(kBuffer, 6, 15, 3, 3); }},
      {"depthwise conv2d", [&] { return Convolution(kBuffer, 6, 6, 6, 3); }},
      {"conv2d of images", [&] { return Convolution(kImage, 6, 9, 1, 3); }},
      {"conv2d of images, a block", [&] { return Convolution(kImage, 6, 3, 1, 3); }},
      {"grouped conv2d of images", [&] { return Convolution(kImage, 12, 24, 3, 3); }},
      {"odd groups of images", [&] { return Convolution(kImage, 6, 9, 3, 3); }},
      {"pointwise conv2d of images", [&] { return Convolution(kImage, 9, 19, 1, 1); }},
      {"depthwise conv2d of images", [&] { return Convolution(kImage, 6, 6, 6, 3); }},
      {"tiles of Winograd", [&] { return Convolution(kBuffer, 256, 250, 1, 3); }},
      {"tiles of Winograd of images", [&] { return Convolution(kImage, 256, 250, 1, 3); }},
  };
  ASSERT_TRUE(device()->Configure("tile", "0").ok());
  for (const auto& [name, compute] : problems) {
    const std::vector<float> expected = compute();
    float largest = 0;
    for (const float number : expected) largest = std::max(largest, std::abs(number));
    ASSERT_GT(largest, 0) << name;
    for (int tile = 1; tile < 5; ++tile) {
      ASSERT_TRUE(device()->Configure("tile", StrCat(tile)).ok());
      const std::vector<float> found = compute();
      ASSERT_EQ(found.size(), expected.size());
      for (size_t i = 0; i < found.size(); ++i) {
        // Compilers may join products and sums in one tile and not in the other.
        ASSERT_NEAR(found[i], expected[i], 1e-5f * largest) << name << ", tile " << tile;
      }
    }
    ASSERT_TRUE(device()->Configure("tile", "0").ok());
  }
  ASSERT_TRUE(device()->Configure("tile", "-1").ok());
}

// The setting decides against the estimate, where the algorithm can compute the window at all. Its
// results differ in their last bits.
TEST_F(OpenClTest, WinogradIsUsedAsSet) {
  const std::string before = device()->Property("winograd");
  const auto compute = [this](const char* use, DataLayoutType layout, int size, int channels) {
    EXPECT_TRUE(device()->Configure("winograd", use).ok());
    EXPECT_EQ(device()->Property("winograd"), use);
    return Convolution(layout, channels, channels, 1, size);
  };
  for (const auto layout : {DataLayoutType::kNCHW, DataLayoutType::kImageDefault}) {
    SCOPED_TRACE(DataLayoutToStr(layout));
    const std::vector<float> sums = compute("never", layout, 3, 10);
    const std::vector<float> tiles = compute("always", layout, 3, 10);
    EXPECT_EQ(compute("auto", layout, 3, 10), sums);
    EXPECT_NE(tiles, sums);
    ASSERT_EQ(tiles.size(), sums.size());
    float largest = 0;
    for (const float number : sums) largest = std::max(largest, std::abs(number));
    for (size_t i = 0; i < sums.size(); ++i) ASSERT_NEAR(tiles[i], sums[i], 1e-5f * largest) << i;
    EXPECT_EQ(compute("always", layout, 5, 10), compute("never", layout, 5, 10));
    EXPECT_NE(compute("auto", layout, 3, 192), compute("never", layout, 3, 192));
  }
  ASSERT_TRUE(device()->Configure("winograd", before).ok());
}

// A product, in a process of its own. Prints what was measured and compiled, and the result.
TEST_F(OpenClTest, DISABLED_RunTunedProduct) {
  const std::string folder = std::getenv("LITE_TEST_FOLDER");
  lite_api::MobileConfig config;
  config.set_opencl_tune(
      static_cast<lite_api::CLTuneMode>(std::atoi(std::getenv("LITE_TEST_TUNE"))), folder, "forms",
      1);
  ASSERT_TRUE(device()->Configure("cache", folder + "/programs").ok());
  const std::vector<float> found = Product(37, 19, 75);
  // Again, with a kernel of its own.
  EXPECT_EQ(found, Product(37, 19, 75));
  double sum = 0;
  for (size_t i = 0; i < found.size(); ++i) sum += found[i] * static_cast<double>(i % 17);
  const ProgramCounts counts = device()->program_counts();
  std::printf("tiles %s, built %d, loaded %d, sum %.1f\n",
              device()->Property("tiles_measured").c_str(), counts.built, counts.loaded, sum);
}

// The fastest tile is found once. Later processes use it, as far as this library has it, and only
// compile that one.
TEST_F(OpenClTest, MeasuredTilesAreKept) {
  const test::TempDir folder;
  const auto run = [&folder](const char* mode, bool keep_programs = false) {
    if (!keep_programs) unlink((folder / "programs").c_str());
    char self[4096] = {};
    EXPECT_GT(readlink("/proc/self/exe", self, sizeof(self) - 1), 0);
    return test::RunProgram({"/usr/bin/env", StrCat("LITE_TEST_FOLDER=", folder.str()),
                             StrCat("LITE_TEST_TUNE=", mode), self,
                             "--gtest_also_run_disabled_tests",
                             "--gtest_filter=OpenClTest.DISABLED_RunTunedProduct"});
  };
  // The options of the program that a process compiled.
  const auto compiled = [&folder](const std::string& options) {
    std::ifstream file(folder / "programs", std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    return text.find(options) != std::string::npos;
  };
  const auto plain = run("0");
  EXPECT_THAT(plain.out, HasSubstr("tiles 0, built 1, loaded 0, sum "));
  EXPECT_FALSE(compiled("-DROWS"));
  const size_t at = plain.out.find(", sum ");
  const std::string sum = plain.out.substr(at, plain.out.find('\n', at) - at);

  const auto first = run("1");
  EXPECT_THAT(first.out, HasSubstr("tiles 1, built 5, loaded 0" + sum));
  EXPECT_EQ(first.err, "");
  EXPECT_THAT(run("1", true).out, HasSubstr("tiles 0, built 0, loaded 1" + sum));
  EXPECT_THAT(run("1").out, HasSubstr("tiles 0, built 1, loaded 0" + sum));
  EXPECT_THAT(run("0").out, HasSubstr("tiles 0, built 1, loaded 0" + sum));
  const std::string message = ReadBinaries(folder / "forms", "").status().message();
  const size_t begin = message.find(" is for '") + 9;
  const std::string identity = message.substr(begin, message.find("', this is") - begin);
  const Binaries kept = *ReadBinaries(folder / "forms", identity);
  ASSERT_EQ(kept.size(), 1u);
  const std::string key = kept.begin()->first;
  std::ofstream(folder / "forms", std::ios::app) << "more";
  const auto damaged = run("0");
  EXPECT_THAT(damaged.out, HasSubstr("tiles 0, built 1, loaded 0" + sum));
  EXPECT_THAT(damaged.err, HasSubstr("forms is damaged"));
  EXPECT_FALSE(compiled("-DROWS"));

  const auto write = [&](const std::string& options) {
    ASSERT_TRUE(WriteBinaries(folder / "forms", identity, {{key, options}}).ok());
  };
  const std::string other = "-DCOLUMNS=8 -DROWS=8";
  write(other);
  EXPECT_THAT(run("0").out, HasSubstr("tiles 0, built 1, loaded 0" + sum));
  EXPECT_TRUE(compiled(other));
  // Tiles that this library does not have, in a file that is whole: measured again if tuning is
  // on, and never compiled.
  for (const char* unknown : {"-DCOLUMNS=16 -DROWS=16", "3", "-DCOLUMNS=8 -DROWS=8 "}) {
    write(unknown);
    EXPECT_THAT(run("0").out, HasSubstr("tiles 0, built 1, loaded 0" + sum)) << unknown;
    EXPECT_FALSE(compiled("-DROWS")) << unknown;
  }
  EXPECT_THAT(run("1").out, HasSubstr("tiles 1, built 5, loaded 0" + sum));
  ASSERT_TRUE(WriteBinaries(folder / "forms", "another device", {{key, other}}).ok());
  const auto foreign = run("0");
  EXPECT_THAT(foreign.out, HasSubstr("tiles 0, built 1, loaded 0" + sum));
  EXPECT_THAT(foreign.err, HasSubstr("is for 'another device'"));
  EXPECT_FALSE(compiled("-DROWS"));
}

TEST_F(OpenClTest, WithoutALibraryOrDeviceThereIsAReason) {
  for (const auto& [setting, reason] :
       {std::pair("LITE_OPENCL_LIBRARY=/no/such/library.so", "cannot be opened"),
        std::pair("LITE_OPENCL_LIBRARY=libm.so.6", "has no cl"),
        std::pair("OCL_ICD_VENDORS=/no/such/folder", "no OpenCL driver is installed"),
        std::pair("LITE_OPENCL_DEVICE=abacus", "is usable with")}) {
    const auto result = CompileWith("", setting);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, HasSubstr("[  SKIPPED ]"));
    EXPECT_THAT(result.out, HasSubstr(reason));
  }
}

}  // namespace opencl_test
}  // namespace paddle::lite::opencl
