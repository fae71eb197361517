// materialise_zoo NET DIR [ZOO]: writes a network of the fixture zoo (or of another folder of such
// networks) in Paddle's format, and the inputs of its first case: DIR/inputs.txt has a line "NAME
// TYPE SHAPE" for each ("image float 1x3x224x224", and the offsets of its levels when it has any,
// "0,2,5"), DIR/input.0, DIR/input.1 ... the elements. A single input is also DIR/input.f32 and
// DIR/input.shape.
#include <cstdio>
#include <string>

#include "lite/model/file.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

template <typename T>
std::string JoinInts(const std::vector<T>& values, const char* separator) {
  std::string text;
  for (const T value : values) text += StrCat(text.empty() ? "" : separator, value);
  return text;
}

Status Materialise(const std::string& name, const std::string& dir, const std::string& zoo) {
  LITE_ASSIGN_OR_RETURN(const ZooNet net, LoadZooNet(zoo, name));
  LITE_RETURN_IF_ERROR(model::MakeDirectories(dir));
  LITE_ASSIGN_OR_RETURN(const ZooFiles files, WriteZooNet(net, dir));
  if (net.cases.empty()) return InvalidArgument(name, " has no case");
  const std::vector<ZooArray>& inputs = net.cases[0].inputs;
  std::string lines;
  for (size_t i = 0; i < inputs.size(); ++i) {
    lines += StrCat(inputs[i].name, " ", PrecisionToStr(inputs[i].precision), " ",
                    JoinInts(inputs[i].shape, "x"));
    for (const auto& level : inputs[i].lod) lines += StrCat(" ", JoinInts(level, ","));
    lines += "\n";
    LITE_RETURN_IF_ERROR(model::WriteFileAtomically(StrCat(dir, "/input.", i), inputs[i].bytes));
  }
  LITE_RETURN_IF_ERROR(model::WriteFileAtomically(dir + "/inputs.txt", lines));
  if (inputs.size() == 1) {
    LITE_RETURN_IF_ERROR(model::WriteFileAtomically(dir + "/input.f32", inputs[0].bytes));
    LITE_RETURN_IF_ERROR(
        model::WriteFileAtomically(dir + "/input.shape", JoinInts(inputs[0].shape, "x")));
  }
  std::printf("%s\n%s\n", files.model_file.c_str(), files.param_file.c_str());
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite::test

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s NET DIR [ZOO]\n", argv[0]);
    return 2;
  }
  const auto status = paddle::lite::test::Materialise(
      argv[1], argv[2], argc == 4 ? argv[3] : LITE_TEST_DATA_DIR "/data/zoo");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
