// Models of other frameworks, which users try first.
#pragma once

#include <string>
#include <string_view>

namespace paddle::lite::model {

// How many bytes from the start of a file DescribeForeignModel looks at.
constexpr size_t kForeignModelHead = 512;

// "an ONNX model; convert it ... first" for a file that is known to be neither a Paddle program
// nor a .nb model, judged by the beginning of its content; empty when it is none of these.
std::string DescribeForeignModel(std::string_view head);

}  // namespace paddle::lite::model
