// Programs in which a pass, a layout or the store of weights once took something for granted have
// the results of the portable kernels after all passes, in memory, from a file, and after all
// passes once more.
#include "lite/mir/optimizer.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/mir/pass_test.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::mir {
namespace optimised_programs_test {

void ExpectSameResults(const std::string& text, const std::vector<DDim>& shapes = {}) {
  SCOPED_TRACE(text);
  const Result<model::Model> model = ParseModel(text);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto expected = RunOnHostKernels(*model, shapes);
  ASSERT_FALSE(expected.empty());
  const test::TempDir folder;
  for (const TargetType target : BuildTargets()) {
    SCOPED_TRACE(TargetToStr(target));
    OptimizeOptions options;
    options.valid_places = {Place(target), Place(TargetType::kHost)};
    options.verify_each = true;
    const Result<model::Model> optimised = Optimize(*model, options);
    ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
    ExpectClose(expected, RunOnKernels(target, *optimised, shapes), 1e-5);
    const Result<model::Model> again = Optimize(*optimised, options);
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    ExpectClose(expected, RunOnKernels(target, *again, shapes), 1e-5);
    const std::string path = folder / "model.nb";
    ASSERT_TRUE(model::SaveNaiveBufferFile(*optimised, path, {2, "test"}).ok());
    const Result<model::Model> opened = model::OpenNaiveBufferFile(path);
    ASSERT_TRUE(opened.ok()) << opened.status().ToString();
    ExpectClose(expected, RunOnKernels(target, *opened, shapes), 1e-5);
  }
}

// The order of a constant with one channel is that of all layouts, but its dimensions are not.
TEST(OptimisedProgramsTest, PiecesOfOneChannel) {
  for (const char* pieces : {"%x, %p, %x", "%p, %x", "%x, %p"}) {
    const int channels = std::string(pieces).size() > 6 ? 35 : 18;
    ExpectSameResults(
        StrCat("const %p: float[1,1,37,48] = random(1, -1, 1)\n"
               "const %w: float[16,",
               channels,
               ",5,5] = random(2, -0.1, 0.1)\ninput %x: float[1,17,37,48]\n"
               "concat(X=[",
               pieces,
               "]) -> (Out=%a) {axis=1}\n"
               "conv2d(Input=%a, Filter=%w) -> (Output=%y) {paddings=[2, 2]}\n"
               "output %y\n"));
  }
  ExpectSameResults(
      "const %p: float[1,24,1,1] = random(1, -1, 1)\n"
      "const %w: float[16,40,1,1] = random(2, -0.1, 0.1)\ninput %x: float[1,16,9,9]\n"
      "pool2d(X=%x) -> (Out=%g) {global_pooling=true, pooling_type=\"avg\", ksize=[1, 1]}\n"
      "concat(X=[%g, %p]) -> (Out=%a) {axis=1}\n"
      "conv2d(Input=%a, Filter=%w) -> (Output=%y)\noutput %y\n");
}

// The layout of a result is that of the first input that is computed, here of rank 3.
TEST(OptimisedProgramsTest, ConstantsOfHigherRank) {
  ExpectSameResults(
      "const %w: float[3,1,2,10] = random(1, -1, 1)\ninput %x: float[1,2,10]\n"
      "elementwise_max(X=%w, Y=%x) -> (Out=%m) {axis=-1}\n"
      "nearest_interp_v2(X=%m) -> (Out=%y) {out_h=5, out_w=20, interp_method=\"nearest\", "
      "align_corners=true}\noutput %y\n");
}

// The program declares one shape for both.
TEST(OptimisedProgramsTest, InputsThatAreReshaped) {
  ExpectSameResults(
      "input %x: float[2,6]\nreshape2(X=%x) -> (Out=%x) {shape=[0, -1]}\n"
      "flatten2(X=%x) -> (Out=%y) {axis=2}\noutput %y\n",
      {DDim{2, 3, 1, 2}});
  // The type is known: %a, whose name has served for integers, holds reals.
  ExpectSameResults(
      "input %x: float[2,6]\nreshape2(X=%x) -> (Out=%x) {shape=[0, -1]}\n"
      "exp(X=%x) -> (Out=%a: int32[1])\ntanh(X=%a) -> (Out=%y)\noutput %y\n",
      {DDim{2, 3, 1, 2}});
  // A later value takes the name of an input after its last use.
  ExpectSameResults(
      "input %x: float[3,24]\nreshape2(X=%x) -> (Out=%a) {shape=[0, -1]}\nexp(X=%a) -> (Out=%b)\n"
      "reshape2(X=%b) -> (Out=%x) {shape=[0, 24]}\ntanh(X=%x) -> (Out=%y)\noutput %y\n",
      {DDim{3, 2, 3, 4}});
}

// What is packed for one slot is read as it is for another one.
TEST(OptimisedProgramsTest, WeightsInTwoSlots) {
  ExpectSameResults(
      "const %w: float[96,96] = random(1, -0.1, 0.1)\ninput %x: float[96,96]\n"
      "matmul_v2(X=%w, Y=%w) -> (Out=%p)\nelementwise_add(X=%p, Y=%x) -> (Out=%y)\noutput %y\n");
  ExpectSameResults(
      "const %w: float[1,600] = random(1, -0.1, 0.1)\ninput %x: float[3,1]\n"
      "mul(X=%x, Y=%w) -> (Out=%p)\nelementwise_add(X=%p, Y=%w) -> (Out=%y)\noutput %y\n");
  ExpectSameResults(
      "const %w: float[16,16,3,3] = random(1, -0.1, 0.1)\ninput %x: float[16,16,3,3]\n"
      "conv2d(Input=%x, Filter=%w) -> (Output=%p) {paddings=[1, 1]}\n"
      "elementwise_add(X=%p, Y=%w) -> (Out=%y)\noutput %y\n");
}

}  // namespace optimised_programs_test
}  // namespace paddle::lite::mir
