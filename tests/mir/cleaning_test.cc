// The small passes that take operators away.
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace {

constexpr char kIdentities[] = "remove_identities";

TEST(RemoveIdentitiesTest, Operators) {
  for (const char* identity :
       {"scale(X=%a) -> (Out=%b) {scale=1.0, bias=0.0}", "scale(X=%a) -> (Out=%b)",
        "assign(X=%a) -> (Out=%b)",
        "dropout(X=%a) -> (Out=%b, Mask=%m) {dropout_implementation=\"upscale_in_train\"}",
        "dropout(X=%a) -> (Out=%b) {dropout_implementation=\"upscale_in_train\", is_test=true}",
        "cast(X=%a) -> (Out=%b) {in_dtype=5, out_dtype=5}",
        "reshape2(X=%a) -> (Out=%b, XShape=%m) {shape=[0, 4]}",
        "flatten(X=%a) -> (Out=%b) {axis=1}"}) {
    SCOPED_TRACE(identity);
    ExpectPass(kIdentities,
               StrCat("input %x: float[-1,4]\nrelu(X=%x) -> (Out=%a)\n", identity,
                      "\ntanh(X=%b) -> (Out=%y)\noutput %y\n"),
               "input %x\nrelu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n");
  }
}

TEST(RemoveIdentitiesTest, ChainsGoAtOnce) {
  ExpectPass(kIdentities, R"(
    input %x: float[-1,4]
    scale(X=%x) -> (Out=%a)
    scale(X=%a) -> (Out=%b)
    scale(X=%b) -> (Out=%c)
    tanh(X=%c) -> (Out=%y)
    output %y)",
             "input %x\ntanh(X=%x) -> (Out=%y)\noutput %y\n");
}

// Model inputs and outputs keep their names.
TEST(RemoveIdentitiesTest, OutputKeepsItsName) {
  ExpectPass(kIdentities, R"(
    input %x: float[-1,4]
    tanh(X=%x) -> (Out=%a)
    relu(X=%a) -> (Out=%z)
    scale(X=%a) -> (Out=%y)
    output %y
    output %z)",
             "input %x\ntanh(X=%x) -> (Out=%y)\nrelu(X=%y) -> (Out=%z)\noutput %y\noutput %z\n");
}

TEST(RemoveIdentitiesTest, LeftAlone) {
  const struct {
    const char* text;
    const char* reason;
  } cases[] = {
      {"input %x: float[2]\nscale(X=%x) -> (Out=%y)\noutput %y\n", "keep their names"},
      {"input %x: float[2]\nrelu(X=%x) -> (Out=%a)\nscale(X=%a) -> (Out=%y)\noutput %a\noutput "
       "%y\n",
       "keep their names"},
      {"const %x: float[2] = fill(1)\nassign(X=%x) -> (Out=%y)\noutput %y\n", "keep their names"},
      {"input %x: float[2]\nscale(X=%x) -> (Out=%a) {activation_type=\"relu\"}\n"
       "tanh(X=%a) -> (Out=%y)\noutput %y\n",
       ""},
      {"input %x: float[2]\nscale(X=%x) -> (Out=%a) {scale=1.5}\ntanh(X=%a) -> (Out=%y)\noutput "
       "%y\n",
       ""},
      {"input %x: float[2]\nscale(X=%x) -> (Out=%a) {bias=1.0}\ntanh(X=%a) -> (Out=%y)\noutput "
       "%y\n",
       ""},
      {"input %x: float[2]\ninput %s: float[1]\nscale(X=%x, ScaleTensor=%s) -> (Out=%a)\n"
       "tanh(X=%a) -> (Out=%y)\noutput %y\n",
       ""},
      {"input %x: float[2]\ndropout(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n", ""},
      {"input %x: float[2]\ndropout(X=%x) -> (Out=%a, Mask=%m)"
       " {dropout_implementation=\"upscale_in_train\"}\ntanh(X=%a) -> (Out=%y)\noutput %y\n"
       "output %m\n",
       "%m is read"},
      {"input %x: float[2]\ncast(X=%x) -> (Out=%a) {in_dtype=5, out_dtype=6}\n"
       "square(X=%a) -> (Out=%y)\noutput %y\n",
       ""},
      {"input %x: float[-1,4]\nreshape2(X=%x) -> (Out=%a) {shape=[-1, 2]}\ntanh(X=%a) -> (Out=%y)\n"
       "output %y\n",
       ""},
      // Equal shapes for one batch size are not equal shapes.
      {"input %x: float[-1,4]\nreshape2(X=%x) -> (Out=%a) {shape=[2, -1]}\ntanh(X=%a) -> (Out=%y)\n"
       "output %y\n",
       ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    ExpectUnchanged(kIdentities, c.text, c.reason);
  }
}

// The copy of a loop variable holds the value of before the loop.
TEST(RemoveIdentitiesTest, CopiesOfLoopVariables) {
  ExpectUnchanged(kIdentities, R"(
    block 0 {
      input %x: float[1]
      relu(X=%x) -> (Out=%i)
      assign(X=%i) -> (Out=%old)
      while(X=%i) -> (Out=%i) {sub_block=^1}
      elementwise_add(X=%i, Y=%old) -> (Out=%y)
      output %y
    }
    block 1 parent 0 {
      scale(X=%i) -> (Out=%t) {scale=2.0}
      assign(X=%t) -> (Out=%i)
    })",
                  "visible to other blocks");
}

TEST(DropoutToScaleTest, DowngradeInInfer) {
  ExpectPass("dropout_to_scale", R"(
    input %x: float[-1,4]
    dropout(X=%x) -> (Out=%y, Mask=%m) {dropout_prob=0.25, is_test=true}
    output %y)",
             "input %x\nscale(X=%x) -> (Out=%y) {bias=0.0, bias_after_scale=true, scale=0.75}\n"
             "output %y\n");
}

TEST(DropoutToScaleTest, LeftAlone) {
  ExpectUnchanged("dropout_to_scale", R"(
    input %x: float[-1,4]
    dropout(X=%x) -> (Out=%y) {dropout_implementation="upscale_in_train"}
    output %y)",
                  "expected \"downgrade_in_infer\"");
  ExpectUnchanged("dropout_to_scale", R"(
    input %x: float[-1,4]
    dropout(X=%x) -> (Out=%y, Mask=%m)
    output %y
    output %m)",
                  "(Mask) is needed elsewhere");
}

TEST(MergeReshapesTest, TwoInARow) {
  for (const char* first :
       {"reshape2(X=%x) -> (Out=%a, XShape=%s) {shape=[-1, 2, 2]}",
        "flatten2(X=%x) -> (Out=%a) {axis=0}", "unsqueeze2(X=%x) -> (Out=%a) {axes=[1]}"}) {
    SCOPED_TRACE(first);
    ExpectPass("merge_reshapes",
               StrCat("input %x: float[-1,4]\n", first,
                      "\nreshape2(X=%a) -> (Out=%y) {shape=[2, -1]}\noutput %y\n"),
               "input %x\nreshape2(X=%x) -> (Out=%y) {shape=[2, -1]}\noutput %y\n");
  }
}

TEST(MergeReshapesTest, LeftAlone) {
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4]<lod=1>
    reshape2(X=%x) -> (Out=%a) {shape=[-1, 2]}
    reshape2(X=%a) -> (Out=%y) {shape=[-1, 4]}
    output %y)",
                  "%x holds sequences");
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4]
    reshape2(X=%x) -> (Out=%a) {shape=[-1, 2, 2]}
    reshape2(X=%a) -> (Out=%y) {shape=[0, 4]}
    output %y)",
                  "copies a dimension of the first");
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4]
    reshape2(X=%x) -> (Out=%a) {shape=[-1, 2]}
    reshape2(X=%a) -> (Out=%y) {shape=[-1]}
    output %a
    output %y)",
                  "also read by fetch");
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4]
    input %s: int64[1]
    reshape2(X=%x) -> (Out=%a) {shape=[-1, 2]}
    reshape2(X=%a, ShapeTensor=%s) -> (Out=%y) {shape=[-1]}
    output %y)",
                  "has an input ShapeTensor");
}

TEST(RemoveDeadOpsTest, UnreadResults) {
  ExpectPass("remove_dead_ops", R"(
    input %x: float[-1,4]
    relu(X=%x) -> (Out=%a)
    tanh(X=%a) -> (Out=%b)
    sigmoid(X=%b) -> (Out=%c)
    tanh(X=%a) -> (Out=%y)
    output %y
    relu(X=%y) -> (Out=%z))",
             "input %x\nrelu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n");
}

// Optimised files exist in which a fusion left the old operators beside the new one.
TEST(RemoveDeadOpsTest, RedundantDoubleWrite) {
  ExpectPass("remove_dead_ops", R"(
    input %x: float[-1,4]
    relu(X=%x) -> (Out=%m)
    tanh(X=%m) -> (Out=%y)
    sigmoid(X=%x) -> (Out=%y)
    output %y)",
             "input %x\nsigmoid(X=%x) -> (Out=%y)\noutput %y\n");
}

TEST(RemoveDeadOpsTest, LeftAlone) {
  // Lists, what other blocks see, inputs, and effects.
  ExpectUnchanged("remove_dead_ops", R"(
    block 0 {
      var %list: array float[1]
      input %x: float[1]
      input %unused: float[1]
      relu(X=%x) -> (Out=%i)
      write_to_array(X=%x, I=%x) -> (Out=%list)
      print(In=%x) -> (Out=%shown)
      while(X=%x) {sub_block=^1}
      output %x
    }
    block 1 parent 0 {
      tanh(X=%i) -> (Out=%i)
    })",
                  "");
  // Without a fetch nothing says what is wanted.
  ExpectUnchanged("remove_dead_ops", "input %x: float[1]\nrelu(X=%x) -> (Out=%a)\n", "");
}

TEST(FuseElementwiseActivationTest, Operators) {
  for (const char* op : {"add", "sub", "mul"}) {
    for (const char* act : {"relu", "relu6", "tanh", "sigmoid"}) {
      SCOPED_TRACE(StrCat(op, act));
      ExpectPass(
          "fuse_elementwise_activation",
          StrCat("input %x: float[-1,4,2]\ninput %z: float[4]\nelementwise_", op,
                 "(X=%x, Y=%z) -> (Out=%m) {axis=1}\n", act, "(X=%m) -> (Out=%y)\noutput %y\n"),
          StrCat("input %x\ninput %z\nfusion_elementwise_", op,
                 "_activation(X=%x, Y=%z) -> (Out=%y) {act_type=\"", act,
                 "\", axis=1}\noutput %y\n"));
    }
  }
}

TEST(FuseElementwiseActivationTest, LeftAlone) {
  const struct {
    const char* middle;
    const char* reason;
  } cases[] = {
      {"elementwise_add(X=%x, Y=%x) -> (Out=%m)\nrelu6(X=%m) -> (Out=%y) {threshold=3.0}",
       "threshold of relu6 is not 6"},
      {"elementwise_add(X=%x, Y=%x) -> (Out=%m) {fuse_scale=true, scale=2.0}\n"
       "relu(X=%m) -> (Out=%y)",
       "already has a scale"},
      {"elementwise_add(X=%x, Y=%x) -> (Out=%m) {activation_type=\"relu\"}\n"
       "relu(X=%m) -> (Out=%y)",
       "already has a scale"},
      {"elementwise_add(X=%x, Y=%x) -> (Out=%m)\nrelu(X=%m) -> (Out=%y)\noutput %m",
       "also read by fetch"},
      {"cast(X=%x) -> (Out=%i) {out_dtype=3}\nelementwise_add(X=%i, Y=%i) -> (Out=%m)\n"
       "relu(X=%m) -> (Out=%y)",
       "no floats"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.middle);
    ExpectUnchanged("fuse_elementwise_activation",
                    StrCat("input %x: float[-1,4]\n", c.middle, "\noutput %y\n"), c.reason);
  }
}

}  // namespace
}  // namespace paddle::lite::mir
