// materialise_zoo NET DIR [ZOO] [--prune=SHARE]: writes a network of the fixture zoo (or of another
// folder of such networks; digits/NAME: a trained network of tests/models/digits) in Paddle's
// format, and the inputs of its first case: DIR/inputs.txt has a line "NAME TYPE SHAPE" for each
// ("image float 1x3x224x224", and the offsets of its levels when it has any, "0,2,5"), DIR/input.0,
// DIR/input.1 ... the elements. DIR/outputs.txt has a line "TYPE SHAPE STRIDE TOLERANCE" for each
// output, DIR/output.0 ... every STRIDE-th element of Paddle's, and TOLERANCE is the accepted
// relative L2 difference. With --prune, DIR/pruned is the network with this share of zeros in its
// 1x1 convolutions.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "lite/model/file.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/support/digits.h"
#include "tests/support/pruning.h"
#include "tests/support/run_program.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

template <typename T>
std::string JoinInts(const std::vector<T>& values, const char* separator) {
  std::string text;
  for (const T value : values) text += StrCat(text.empty() ? "" : separator, value);
  return text;
}

// A trained network, with the first of its images as the case.
Result<ZooNet> LoadDigits(const std::string& name) {
  constexpr int kImages = 10;
  ZooNet net = LoadDigitsNet(name);
  if (net.model.empty()) return NotFound("there is no network digits/", name);
  ZooCase first;
  first.inputs.push_back(DigitsInput(0, kImages));
  ZooOutput output;
  output.sample.precision = PrecisionType::kFloat;
  output.sample.shape = {kImages, 10};
  output.sample.bytes =
      ReadDigitsFile(StrCat("expected/", name, ".f32")).substr(0, kImages * 10 * sizeof(float));
  first.outputs.push_back(output);
  net.cases.push_back(first);
  return net;
}

Result<ZooNet> Load(const std::string& name, const std::string& zoo) {
  constexpr std::string_view kDigits = "digits/";
  if (name.compare(0, kDigits.size(), kDigits) != 0) return LoadZooNet(zoo, name);
  return LoadDigits(name.substr(kDigits.size()));
}

Status WriteOutputs(const ZooNet& net, const std::string& dir) {
  const std::vector<ZooOutput>& outputs = net.cases[0].outputs;
  std::string lines;
  for (size_t i = 0; i < outputs.size(); ++i) {
    lines += StrCat(PrecisionToStr(outputs[i].sample.precision), " ",
                    JoinInts(outputs[i].sample.shape, "x"), " ", outputs[i].stride, " ",
                    ToleranceOf(net, net.cases[0].noise), "\n");
    LITE_RETURN_IF_ERROR(
        model::WriteFileAtomically(StrCat(dir, "/output.", i), outputs[i].sample.bytes));
  }
  return model::WriteFileAtomically(dir + "/outputs.txt", lines);
}

Status Materialise(const std::string& name, const std::string& dir, const std::string& zoo,
                   double prune) {
  LITE_ASSIGN_OR_RETURN(const ZooNet net, Load(name, zoo));
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
  LITE_RETURN_IF_ERROR(WriteOutputs(net, dir));
  if (prune > 0) {
    model::PaddleModelSource source;
    source.model_file = files.model_file;
    source.param_file = files.param_file;
    LITE_ASSIGN_OR_RETURN(model::Model model, model::LoadPaddleModel(source));
    PruneFilters(prune, &model);
    LITE_RETURN_IF_ERROR(model::SavePaddleModel(model, dir + "/pruned"));
  }
  std::printf("%s\n%s\n", files.model_file.c_str(), files.param_file.c_str());
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite::test

int main(int argc, char** argv) {
  std::vector<const char*> words;
  double prune = 0;
  for (int i = 1; i < argc; ++i) {
    constexpr std::string_view kPrune = "--prune=";
    if (std::string_view(argv[i]).substr(0, kPrune.size()) == kPrune) {
      prune = std::atof(argv[i] + kPrune.size());
    } else {
      words.push_back(argv[i]);
    }
  }
  if (words.size() < 2 || words.size() > 3 || prune < 0 || prune > 1) {
    std::fprintf(stderr, "usage: %s NET DIR [ZOO] [--prune=SHARE]\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] {
    return paddle::lite::test::Materialise(
        words[0], words[1], words.size() == 3 ? words[2] : LITE_TEST_DATA_DIR "/data/zoo", prune);
  });
}
