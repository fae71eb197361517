// A model from text, for experiments and examples: the program as `opt --print_ir_after` prints it.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "lite/api/version.h"
#include "lite/mir/text.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/tools/command_line.h"
#include "lite/tools/output_files.h"

namespace paddle::lite::tools {
namespace {

constexpr char kTool[] = "text_to_model";

constexpr char kHelp[] = R"(Usage: text_to_model NAME < TEXT

Writes the program that TEXT describes as Paddle saves it, NAME/__model__ and NAME/__params__, and as
NAME.nb. The program is neither optimised nor checked. An example of TEXT:

  input %image: float[-1,4]
  const %w: float[4,2] = random(1, -0.5, 0.5)
  mul(X=%image, Y=%w) -> (Out=%scores) {x_num_col_dims=1, y_num_col_dims=1}
  output %scores
)";

Status Write(const std::string& text, const std::string& name) {
  LITE_ASSIGN_OR_RETURN(const model::Model model, mir::ParseModel(text));
  LITE_ASSIGN_OR_RETURN(const std::string program, model::EncodePaddleProgram(model.program));
  LITE_ASSIGN_OR_RETURN(const std::string params, model::EncodePaddleParams(model));
  LITE_ASSIGN_OR_RETURN(const std::string nb,
                        model::EncodeNaiveBuffer(model, {{}, LibraryVersion()}));
  OutputFiles files;
  LITE_RETURN_IF_ERROR(files.AddFolder(name));
  LITE_RETURN_IF_ERROR(files.AddFile(name + "/__model__", program));
  LITE_RETURN_IF_ERROR(files.AddFile(name + "/__params__", params));
  LITE_RETURN_IF_ERROR(files.AddFile(name + ".nb", nb));
  return files.Commit();
}

int Run(int argc, char** argv) {
  const std::string word = argc == 2 ? argv[1] : "";
  if (word == "--help" || word == "-h") {
    std::fputs(kHelp, stdout);
    return 0;
  }
  if (word.empty() || word[0] == '-') {
    std::fputs(kHelp, stderr);
    return 2;
  }
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const Status status = Write(text, word);
  return status.ok() ? 0 : Fail(kTool, status);
}

}  // namespace
}  // namespace paddle::lite::tools

int main(int argc, char** argv) {
  using namespace paddle::lite::tools;  // NOLINT: the program's own code
  return RunGuarded(kTool, [&] { return Run(argc, argv); });
}
