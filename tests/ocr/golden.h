// Results of OpenCV (tools/golden/make_ocr.py) for the tests of the OCR demo.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lite/demo/cxx/ocr/image.h"

namespace ocr {

inline std::string DataFile(const std::string& name) {
  return LITE_TEST_DATA_DIR "/data/ocr/" + name;
}

inline const nlohmann::json& Golden(const std::string& part) {
  static const auto* const kGolden =
      new nlohmann::json(nlohmann::json::parse(std::ifstream(DataFile("golden.json"))));
  return kGolden->at(part);
}

// The image that the script creates with the same formula.
inline Image FormulaImage(int width, int height) {
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        image.At(x, y)[c] = static_cast<unsigned char>(x * 31 + y * 57 + c * 85 + x * y * 11);
      }
    }
  }
  return image;
}

inline std::vector<unsigned char> FromHexadecimal(const std::string& text) {
  std::vector<unsigned char> bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<unsigned char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

}  // namespace ocr
