#include "tests/support/digits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace paddle::lite::test {
namespace {

const char kFolder[] = LITE_TEST_DATA_DIR "/models/digits/";

// How Paddle 1.x and 2.x call their files.
constexpr struct {
  const char* program;
  const char* params;
} kFiles[] = {{"/__model__", "/__params__"}, {"/model.pdmodel", "/model.pdiparams"}};

}  // namespace

std::vector<std::string> DigitsNetNames() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder, error)) {
    for (const auto& files : kFiles) {
      if (std::filesystem::exists(entry.path().string() + files.program, error))
        names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

ZooNet LoadDigitsNet(const std::string& name) {
  ZooNet net;
  net.name = name;
  for (const auto& files : kFiles) {
    if (!std::filesystem::exists(kFolder + name + files.program)) continue;
    net.model_file = files.program + 1;
    net.model = ReadDigitsFile(name + files.program);
    net.params = ReadDigitsFile(name + files.params);
  }
  return net;
}

std::string ReadDigitsFile(const std::string& name) {
  std::ifstream file(kFolder + name, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot open " << name;
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

ZooArray DigitsInput(int begin, int end) {
  constexpr int kSource = 8, kSide = 28, kBorder = 2, kScale = 3;
  const std::string images = ReadDigitsFile("test_images.u8");
  std::vector<float> values(static_cast<size_t>(end - begin) * kSide * kSide, -1.0f);
  for (int n = begin; n < end; ++n) {
    for (int y = kBorder; y < kSide - kBorder; ++y) {
      for (int x = kBorder; x < kSide - kBorder; ++x) {
        const int pixel = (y - kBorder) / kScale * kSource + (x - kBorder) / kScale;
        const int value = images[static_cast<size_t>(n * kSource * kSource + pixel)];
        values[static_cast<size_t>(((n - begin) * kSide + y) * kSide + x)] =
            static_cast<float>(15 * value) / 128 - 1;
      }
    }
  }
  ZooArray array;
  array.name = "image";
  array.precision = PrecisionType::kFloat;
  array.shape = {end - begin, 1, kSide, kSide};
  array.bytes.assign(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  return array;
}

int BestDigit(Span<const float> probabilities, int index) {
  const float* row = probabilities.data() + index * 10;
  return static_cast<int>(std::max_element(row, row + 10) - row);
}

}  // namespace paddle::lite::test
