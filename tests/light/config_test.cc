#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "lite/api/paddle_api.h"
#include "lite/core/device_settings.h"

namespace paddle::lite_api {
namespace config_test {

using ::testing::HasSubstr;
using ::testing::Not;

// The text of the Error thrown by `body`; empty if it throws none.
template <typename Body>
std::string ErrorOf(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

int Cores() { return static_cast<int>(std::thread::hardware_concurrency()); }

TEST(Config, DefaultsAreThoseOfTheDocuments) {
  const CxxConfig cxx;
  EXPECT_EQ(cxx.power_mode(), LITE_POWER_NO_BIND);
  EXPECT_EQ(cxx.threads(), 1);
  EXPECT_EQ(cxx.x86_math_library_num_threads(), 1);
  EXPECT_EQ(cxx.get_device_id(), 0);
  EXPECT_EQ(cxx.model_dir(), "");
  EXPECT_EQ(cxx.model_file(), "");
  EXPECT_FALSE(cxx.model_from_memory());
  EXPECT_FALSE(cxx.is_model_from_memory());
  EXPECT_EQ(cxx.quant_type(), QuantType::QUANT_INT16);
  EXPECT_FLOAT_EQ(cxx.sparse_threshold(), 0.6f);
  EXPECT_FALSE(cxx.multi_stream());
  const MobileConfig mobile;
  EXPECT_EQ(mobile.precision_mode(), LITE_PRECISION_NORMAL);
  EXPECT_EQ(mobile.lite_model_file(), "");
  EXPECT_FALSE(mobile.model_from_memory());
}

TEST(Config, TheLargerOfBothThreadSettingsWins) {
  if (Cores() < 2) GTEST_SKIP() << "one core";
  CxxConfig config;
  config.set_x86_math_library_num_threads(2);
  EXPECT_EQ(config.x86_math_num_threads(), 2);
  EXPECT_EQ(config.threads(), 2);
  config.set_threads(1);
  EXPECT_EQ(config.threads(), 2);
  config.set_x86_math_num_threads(-3);
  EXPECT_EQ(config.x86_math_library_num_threads(), 1);
  EXPECT_EQ(config.threads(), 1);
  config.set_threads(1000000);
  EXPECT_EQ(config.threads(), Cores());
}

TEST(Config, FewerThanOneThreadIsOneWithAWarning) {
  MobileConfig config;
  ::testing::internal::CaptureStderr();
  config.set_threads(-4);
  EXPECT_EQ(config.threads(), 1);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("set_threads(-4): expected 1 or more threads; 1 is used"));
}

TEST(Config, TheLimitOfLoopsIsAtLeastOne) {
  MobileConfig config;
  EXPECT_EQ(config.max_loop_iterations(), 0) << "not set";
  for (const int64_t wrong : {int64_t{0}, int64_t{-1}, INT64_MIN}) {
    EXPECT_EQ(ErrorOf([&] { config.set_max_loop_iterations(wrong); }),
              "INVALID_ARGUMENT: set_max_loop_iterations(" + std::to_string(wrong) +
                  "): expected at least 1 iteration");
  }
  EXPECT_EQ(config.max_loop_iterations(), 0);
  config.set_max_loop_iterations(INT64_MAX);
  EXPECT_EQ(config.max_loop_iterations(), INT64_MAX);
}

TEST(Config, APowerModeThatIsNoneIsRefused) {
  MobileConfig config;
  EXPECT_THAT(ErrorOf([&] { config.set_power_mode(static_cast<PowerMode>(17)); }),
              HasSubstr("17 is not a power mode"));
  config.set_power_mode(LITE_POWER_HIGH);  // effective or NO_BIND, depending on the machine
  EXPECT_TRUE(config.power_mode() == LITE_POWER_HIGH || config.power_mode() == LITE_POWER_NO_BIND);
}

TEST(Config, NullBuffersAreRefusedAtOnce) {
  MobileConfig mobile;
  EXPECT_THAT(ErrorOf([&] { mobile.set_model_buffer(nullptr, 0, nullptr, 0); }), HasSubstr("null"));
  EXPECT_THAT(ErrorOf([&] { mobile.set_model_from_buffer(nullptr, 0); }), HasSubstr("null"));
  CxxConfig cxx;
  EXPECT_THAT(ErrorOf([&] { cxx.set_model_buffer(nullptr, 0, nullptr, 0); }), HasSubstr("null"));
  EXPECT_THAT(ErrorOf([&] { cxx.set_model_buffer(nullptr); }), HasSubstr("null"));
  EXPECT_THAT(ErrorOf([&] { cxx.get_model_buffer(); }), HasSubstr("no model buffer"));
  EXPECT_THAT(ErrorOf([&] { CxxModelBuffer().get_program(); }), HasSubstr("no program"));
  EXPECT_FALSE(cxx.model_from_memory());
}

TEST(Config, ModelBufferIsCopied) {
  CxxConfig config;
  std::string program = "program", params = "params";
  config.set_model_buffer(program.data(), program.size(), params.data(), params.size());
  program = params = "";
  EXPECT_TRUE(config.is_model_from_memory());
  EXPECT_EQ(config.get_model_buffer().get_program(), "program");
  EXPECT_EQ(config.get_model_buffer().get_params(), "params");
  const CxxConfig copy = config;
  EXPECT_EQ(copy.get_model_buffer().get_params(), "params");
}

TEST(MobileConfig, TheLastSetterWins) {
  MobileConfig config;
  config.set_model_from_buffer(std::string("bytes"));
  EXPECT_TRUE(config.is_model_from_memory());
  EXPECT_EQ(config.lite_model_file(), "bytes");
  config.set_model_from_file("a.nb");
  EXPECT_FALSE(config.model_from_memory());
  EXPECT_EQ(config.lite_model_file(), "a.nb");
  const char raw[] = "raw";
  config.set_model_from_buffer(raw, 3);
  EXPECT_TRUE(config.model_from_memory());
  EXPECT_EQ(config.lite_model_buffer_ptr(), raw);
  EXPECT_EQ(config.lite_model_buffer_size(), 3u);
  EXPECT_EQ(config.lite_model_file(), "");
  config.set_model_buffer("m", 1, "pp", 2);
  EXPECT_EQ(config.model_buffer(), "m");
  EXPECT_EQ(config.param_buffer(), "pp");
  EXPECT_EQ(config.lite_model_buffer_ptr(), nullptr);
  config.set_model_dir("dir");
  EXPECT_FALSE(config.model_from_memory());
  EXPECT_EQ(config.model_dir(), "dir");
}

TEST(Config, HardwareThatIsNotThereWarnsOnceAndIsIgnored) {
  CxxConfig config;
  ::testing::internal::CaptureStderr();
  config.set_xpu_config(XpuConfig());
  config.set_xpu_workspace_l3_size_per_thread();
  config.set_xpu_l3_cache_method(1);
  config.set_xpu_l3_cache_autotune();
  config.set_xpu_gm_workspace_method(1);
  config.set_xpu_conv_autotune();
  config.set_xpu_dev_per_thread();
  config.enable_xpu_multi_stream();
  config.set_xpu_multi_encoder_precision();
  config.set_xpu_multi_encoder_method();
  config.set_xpu_cluster_num(1);
  config.set_xpu_sdnn_num(1);
  config.set_xpu_local_quant();
  config.set_xpu_compute_precision();
  config.set_xpu_dump_tensor_path();
  config.set_xpu_dump_log_path();
  const std::string xpu = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(xpu, HasSubstr("set_xpu_config is ignored"));
  EXPECT_THAT(xpu, HasSubstr("LITE_WITH_XPU"));
  EXPECT_EQ(std::count(xpu.begin(), xpu.end(), '\n'), 1);

  config.set_opencl_binary_path_name("a", "b");
  config.set_opencl_binary_path_name("", "");
  config.set_opencl_tune();
  config.set_opencl_precision();
  config.set_metal_lib_path("p");
  config.set_metal_use_mps(true);
  config.set_metal_use_aggressive(true);
  config.set_metal_device(nullptr);
  config.set_metal_use_memory_reuse(true);
  EXPECT_EQ(config.metal_lib_path(), "p");
  config.set_multi_stream(true);
  config.set_mlu_core_version(MLU_220);
  config.set_mlu_core_number(4);
  config.set_mlu_input_layout(DATALAYOUT(kNHWC));
  config.set_mlu_use_first_conv(true);
  config.set_mlu_first_conv_mean({1});
  config.set_mlu_first_conv_std({2});
  EXPECT_EQ(config.mlu_core_number(), 4);
  EXPECT_FALSE(config.check_nnadapter_device_name("huawei_kirin_npu"));
  config.set_nnadapter_device_names({"a"});
  EXPECT_EQ(config.nnadapter_device_names(), std::vector<std::string>{"a"});
  config.set_nnadapter_dynamic_shape_info({{"x", {{1, 2}}}});
  EXPECT_EQ(config.nnadapter_dynamic_shape_info().size(), 1u);
  EXPECT_EQ(IsOpenCLBackendValid(), GetOpenCLDeviceType() >= 0);  // of the build and the machine
  if (lite::FindDeviceSettings(TargetType::kARM) == nullptr) {
    EXPECT_FALSE(MobileConfig().check_fp16_valid());
  }
}

TEST(Config, CacheBuffersNeedAFreshNonEmptyKey) {
  MobileConfig config;
  config.set_nnadapter_model_cache_buffers("token", {'x'});
  EXPECT_THAT(ErrorOf([&] { config.set_nnadapter_model_cache_buffers("token", {'x'}); }),
              HasSubstr("set twice"));
  EXPECT_THAT(ErrorOf([&] { config.set_nnadapter_model_cache_buffers("", {'x'}); }),
              HasSubstr("empty"));
  EXPECT_THAT(ErrorOf([&] { config.set_subgraph_model_cache_buffers("k", {}, {'x'}); }),
              HasSubstr("empty"));
  config.set_subgraph_model_cache_buffers("k", {'c'}, {'b'});
  EXPECT_THAT(ErrorOf([&] { config.set_subgraph_model_cache_buffers("k", {'c'}, {'b'}); }),
              HasSubstr("set twice"));
}

TEST(Config, ListsOfShapesAreComplete) {
  const struct {
    std::vector<std::vector<int64_t>> shapes;
    const char* text;
  } wrong[] = {
      {{}, "'y': 0 shapes, expected 1 to 8"},
      {std::vector<std::vector<int64_t>>(9, {1, 2}), "'y': 9 shapes"},
      {{{1, 2}, {1, 2, 3}},
       "'y': the shape [1, 2, 3] has the rank 3, the one before has the rank 2"},
      {{{1, 2}, {-1, 2}}, "'y': the shape [-1, 2] has an extent of -1"},
      {{{1, int64_t{1} << 31}}, "'y': the shape [1, 2147483648]"},
  };
  MobileConfig config;
  config.set_nnadapter_dynamic_shape_info({{"x", {{1, 2}}}});
  for (const auto& c : wrong) {
    const auto set = [&] { config.set_nnadapter_dynamic_shape_info({{"y", c.shapes}}); };
    EXPECT_THAT(ErrorOf(set), HasSubstr(c.text));
  }
  EXPECT_EQ(config.nnadapter_dynamic_shape_info().count("x"), 1u);
}

TEST(Config, HalfACustomAllocatorIsRefused) {
  CustomAllocator half;
  half.free = [](void*) {};
  CxxConfig config;
  EXPECT_THAT(ErrorOf([&] { config.set_custom_allocator(TARGET(kHost), half); }),
              HasSubstr("both"));
}

}  // namespace config_test
}  // namespace paddle::lite_api
