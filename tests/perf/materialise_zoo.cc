// materialise_zoo NET DIR [ZOO]: writes a network of the fixture zoo (or of another folder of such
// networks) as Paddle lays it out, and the input of its first case as DIR/input.f32 (shape in
// DIR/input.shape, "1x3x224x224").
#include <cstdio>
#include <string>

#include "lite/model/file.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

Status Materialise(const std::string& name, const std::string& dir, const std::string& zoo) {
  LITE_ASSIGN_OR_RETURN(const ZooNet net, LoadZooNet(zoo, name));
  LITE_RETURN_IF_ERROR(model::MakeDirectories(dir));
  LITE_ASSIGN_OR_RETURN(const ZooFiles files, WriteZooNet(net, dir));
  if (net.cases.empty() || net.cases[0].inputs.size() != 1) {
    return InvalidArgument(name, " does not have one input");
  }
  const ZooArray& input = net.cases[0].inputs[0];
  std::string shape;
  for (const int64_t d : input.shape) shape += StrCat(shape.empty() ? "" : "x", d);
  LITE_RETURN_IF_ERROR(model::WriteFileAtomically(dir + "/input.f32", input.bytes));
  LITE_RETURN_IF_ERROR(model::WriteFileAtomically(dir + "/input.shape", shape));
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
