// The held-out images of the trained digits network (tests/models/digits), in the form taken by the
// network.
#pragma once

#include <string>
#include <vector>

#include "tests/support/zoo.h"

namespace paddle::lite::test {

constexpr int kDigitImages = 360;

// The trained networks, sorted: every subfolder of tests/models/digits with a program in it.
std::vector<std::string> DigitsNetNames();
// Program and combined parameters of one, without cases.
ZooNet LoadDigitsNet(const std::string& name);

// A file of tests/models/digits; empty, with a failure of the running test, if it cannot be read.
std::string ReadDigitsFile(const std::string& name);

// Images [begin, end): values 0..16 become bytes, every pixel 3x3, a border of two, then byte / 128
// - 1.
ZooArray DigitsInput(int begin, int end);

// The most probable class of image `index` in rows of ten probabilities.
int BestDigit(Span<const float> probabilities, int index);

}  // namespace paddle::lite::test
