// text_to_model NAME: reads a program in text form (docs/design/mir.md) from stdin, and writes it
// as Paddle would, NAME/__model__ and NAME/__params__, and as NAME.nb, nothing optimised and
// nothing checked. The pages of docs/ make small models with it, senseless ones included.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "lite/api/version.h"
#include "lite/mir/text.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::test {
namespace {

Status Write(const std::string& text, const std::string& name) {
  LITE_ASSIGN_OR_RETURN(const model::Model model, mir::ParseModel(text));
  LITE_ASSIGN_OR_RETURN(const std::string program, model::EncodePaddleProgram(model.program));
  LITE_ASSIGN_OR_RETURN(const std::string params, model::EncodePaddleParams(model));
  LITE_ASSIGN_OR_RETURN(const std::string nb,
                        model::EncodeNaiveBuffer(model, {2, LibraryVersion()}));
  LITE_RETURN_IF_ERROR(model::MakeDirectories(name));
  LITE_RETURN_IF_ERROR(model::WriteFileAtomically(name + "/__model__", program));
  LITE_RETURN_IF_ERROR(model::WriteFileAtomically(name + "/__params__", params));
  return model::WriteFileAtomically(name + ".nb", nb);
}

}  // namespace
}  // namespace paddle::lite::test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s NAME < TEXT\n", argv[0]);
    return 2;
  }
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const auto status = paddle::lite::test::Write(text, argv[1]);
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
