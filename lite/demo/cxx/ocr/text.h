// From the recognition network's probabilities to text.
#pragma once

#include <stddef.h>

#include <string>
#include <vector>

namespace ocr {

// What each class of the network stands for. Class 0 is the blank between characters; the lines of
// the key file follow, in UTF-8, and then, where the network has one class more, a space.
class Keys {
 public:
  // False, with the reason, when the file cannot be read, is empty or is not valid UTF-8.
  bool Load(const std::string& path, std::string* error);
  bool Parse(const std::string& bytes, const std::string& name, std::string* error);

  // Lines of the file.
  size_t size() const { return keys_.size(); }
  // Whether a network of so many classes goes with this file.
  bool Fits(size_t classes) const { return classes == size() + 1 || classes == size() + 2; }
  // `index` counts classes and is not 0.
  std::string At(size_t index) const { return index <= keys_.size() ? keys_[index - 1] : " "; }

 private:
  std::vector<std::string> keys_;
};

struct Text {
  Text() : confidence(0) {}
  std::string text;
  float confidence;  // mean probability of the characters; 0 without any
};

// The likeliest class of each step; equal neighbours are one character, blanks are none.
Text Decode(const float* probabilities, size_t steps, size_t classes, const Keys& keys);

// Between double quotes, control characters escaped.
std::string JsonString(const std::string& text);

}  // namespace ocr
