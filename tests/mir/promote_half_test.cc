#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace promote_half_test {

constexpr char kNoKernels[] = "no kernel of the host takes the program before the pass";

TEST(PromoteHalfTest, ProgramsComputeInSinglePrecision) {
  ExpectPass("promote_half",
             "input %x: float16[-1,4]\n"
             "relu(X=%x) -> (Out=%a: float16[-1,4])\n"
             "relu6(X=%a) -> (Out=%y: float16[-1,4])\n"
             "output %y\n",
             "input %x\n"
             "cast(X=%x) -> (Out=%x/precision_trans) {in_dtype=4, out_dtype=5}\n"
             "relu(X=%x/precision_trans) -> (Out=%a)\n"
             "relu6(X=%a) -> (Out=%y/precision_raw)\n"
             "cast(X=%y/precision_raw) -> (Out=%y) {in_dtype=5, out_dtype=4}\n"
             "output %y\n",
             "", kNoKernels);
}

TEST(PromoteHalfTest, CastsToHalfBecomeCopies) {
  ExpectPass("promote_half",
             "input %x: float[-1,4]\n"
             "cast(X=%x) -> (Out=%a: float16[-1,4]) {in_dtype=5, out_dtype=4}\n"
             "relu(X=%a) -> (Out=%b: float16[-1,4])\n"
             "cast(X=%b) -> (Out=%y: float[-1,4]) {in_dtype=4, out_dtype=5}\n"
             "output %y\n",
             "input %x\n"
             "cast(X=%x) -> (Out=%a) {in_dtype=5, out_dtype=5}\n"
             "relu(X=%a) -> (Out=%b)\n"
             "cast(X=%b) -> (Out=%y) {in_dtype=5, out_dtype=5}\n"
             "output %y\n",
             "", kNoKernels);
}

TEST(PromoteHalfTest, CastsToOutputsKeepTheirType) {
  ExpectUnchanged("promote_half",
                  "input %x: float[-1,4]\n"
                  "cast(X=%x) -> (Out=%y: float16[-1,4]) {in_dtype=5, out_dtype=4}\n"
                  "output %y\n",
                  "");
  ExpectPass("promote_half",
             "input %x: float[-1,4]\n"
             "cast(X=%x) -> (Out=%y: float16[-1,4]) {in_dtype=5, out_dtype=4}\n"
             "relu(X=%y) -> (Out=%z: float16[-1,4])\n"
             "cast(X=%z) -> (Out=%w: float[-1,4]) {in_dtype=4, out_dtype=5}\n"
             "output %y\noutput %w\n",
             "input %x\n"
             "cast(X=%x) -> (Out=%y/precision_raw) {in_dtype=5, out_dtype=5}\n"
             "relu(X=%y/precision_raw) -> (Out=%z)\n"
             "cast(X=%z) -> (Out=%w) {in_dtype=5, out_dtype=5}\n"
             "cast(X=%y/precision_raw) -> (Out=%y) {in_dtype=5, out_dtype=4}\n"
             "output %y\noutput %w\n",
             "", kNoKernels);
}

TEST(PromoteHalfTest, SinglePrecisionStays) {
  ExpectUnchanged("promote_half", "input %x: float[-1,4]\nrelu(X=%x) -> (Out=%y)\noutput %y\n", "");
}

}  // namespace promote_half_test
}  // namespace paddle::lite::mir
