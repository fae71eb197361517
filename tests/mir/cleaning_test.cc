// The small passes that remove operators.
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace cleaning_test {

constexpr char kIdentities[] = "remove_identities";

TEST(RemoveIdentitiesTest, Operators) {
  for (const char* identity :
       {"scale(X=%a) -> (Out=%b) {scale=1.0, bias=0.0}", "scale(X=%a) -> (Out=%b)",
        "assign(X=%a) -> (Out=%b)",
        "dropout(X=%a) -> (Out=%b, Mask=%m) {dropout_implementation=\"upscale_in_train\"}",
        "dropout(X=%a) -> (Out=%b) {dropout_implementation=\"upscale_in_train\", is_test=true}",
        "cast(X=%a) -> (Out=%b) {in_dtype=5, out_dtype=5}",
        "reshape2(X=%a) -> (Out=%b, XShape=%m) {shape=[0, 4]}",
        "flatten(X=%a) -> (Out=%b) {axis=1}", "share_data(X=%a) -> (Out=%b)",
        "sum(X=%a) -> (Out=%b)", "split(X=%a) -> (Out=%b) {num=1, axis=1}",
        "expand(X=%a) -> (Out=%b) {expand_times=[1, 1]}",
        "pad(X=%a) -> (Out=%b) {paddings=[0, 0, 0, 0], pad_value=2.0}",
        "slice(Input=%a) -> (Out=%b) {axes=[0, -1], starts=[0, 0], ends=[2147483647, 4]}"}) {
    SCOPED_TRACE(identity);
    ExpectPass(kIdentities,
               StrCat("input %x: float[-1,4]\nrelu(X=%x) -> (Out=%a)\n", identity,
                      "\ntanh(X=%b) -> (Out=%y)\noutput %y\n"),
               "input %x\nrelu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n");
  }
}

TEST(RemoveIdentitiesTest, OperatorsWithoutAValidInput) {
  ExpectUnchanged(kIdentities, R"(
    input %x: float[-1,4]
    relu(X=%x) -> (Out=%a)
    split(X=%a) -> (Out=%b) {num=4, axis=1}
    tanh(X=%b) -> (Out=%y)
    output %y)",
                  "no input is valid for it");
}

TEST(RemoveIdentitiesTest, OperatorsOnImages) {
  for (const char* identity :
       {"pad2d(X=%a) -> (Out=%b) {paddings=[0, 0, 0, 0], mode=\"reflect\"}",
        "pool2d(X=%a) -> (Out=%b) {ksize=[1, 1], strides=[1, 1], pooling_type=\"avg\"}",
        "nearest_interp(X=%a) -> (Out=%b) {scale=1.0, interp_method=\"nearest\"}",
        "bilinear_interp_v2(X=%a) -> (Out=%b) {scale=[1.0, 1.0], align_corners=false}",
        "bilinear_interp(X=%a) -> (Out=%b) {out_h=5, out_w=6}"}) {
    SCOPED_TRACE(identity);
    ExpectPass(kIdentities,
               StrCat("input %x: float[-1,4,5,6]\nrelu(X=%x) -> (Out=%a)\n", identity,
                      "\ntanh(X=%b) -> (Out=%y)\noutput %y\n"),
               "input %x\nrelu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n");
  }
}

TEST(RemoveIdentitiesTest, OperatorsOnImagesLeftAlone) {
  for (const char* other :
       {"pad2d(X=%a) -> (Out=%b) {paddings=[0, 1, 0, 0]}",
        "pad2d(X=%a, Paddings=%p) -> (Out=%b) {paddings=[0, 0, 0, 0]}",
        "pool2d(X=%a) -> (Out=%b) {ksize=[1, 1], strides=[2, 2]}",
        "pool2d(X=%a) -> (Out=%b) {ksize=[3, 3], paddings=[1, 1]}",
        "pool2d(X=%a) -> (Out=%b) {ksize=[1, 1], global_pooling=true}",
        // The size stays, but the pixels move.
        "bilinear_interp_v2(X=%a) -> (Out=%b) {scale=[1.1, 1.1], align_corners=false}",
        "expand(X=%a) -> (Out=%b) {expand_times=[1, 2, 1, 1]}",
        // All of the images of both probes, but not of one with 300 rows.
        "slice(Input=%a) -> (Out=%b) {axes=[2], starts=[0], ends=[256]}",
        "slice(Input=%a) -> (Out=%b) {axes=[1], starts=[1], ends=[4]}",
        "slice(Input=%a) -> (Out=%b) {axes=[1], starts=[0], ends=[-1]}"}) {
    SCOPED_TRACE(other);
    ExpectUnchanged(
        kIdentities,
        StrCat("input %x: float[-1,4,-1,6]\ninput %p: int32[4]\nrelu(X=%x) -> (Out=%a)\n", other,
               "\ntanh(X=%b) -> (Out=%y)\noutput %y\n"),
        "");
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
      {"input %x: float[-1,4]\nsum(X=[%x, %x]) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n",
       ""},
      // An old tool treats factors near 1 as 1.
      {"input %x: float[2]\nscale(X=%x) -> (Out=%a) {scale=1.000005}\ntanh(X=%a) -> (Out=%y)\n"
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

// The copy of a loop variable holds its value before the loop.
TEST(RemoveIdentitiesTest, CopiesOfLoopVariables) {
  ExpectUnchanged(kIdentities, R"(
    block 0 {
      input %x: float[1]
      relu(X=%x) -> (Out=%i)
      assign(X=%i) -> (Out=%old)
      conditional_block(Input=%i) -> (Out=%i) {sub_block=^1}
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

// A view of a view: only the result's shape matters.
TEST(MergeReshapesTest, OtherViews) {
  const struct {
    const char* x;
    const char* first;
    const char* second;
    const char* shape;
  } cases[] = {
      {"float[-1,4,1,1]", "squeeze2(X=%x) -> (Out=%a) {axes=[2, 3]}",
       "unsqueeze2(X=%a) -> (Out=%y) {axes=[2, 3]}", "[0, 0, 0, 0]"},
      {"float[-1,4]", "unsqueeze2(X=%x) -> (Out=%a) {axes=[2]}",
       "unsqueeze2(X=%a) -> (Out=%y, XShape=%s) {axes=[0]}", "[1, -1, 4, 1]"},
      {"float[-1,2,3,2]", "reshape2(X=%x) -> (Out=%a) {shape=[0, 6, 2]}",
       "flatten_contiguous_range(X=%a) -> (Out=%y) {start_axis=1, stop_axis=2}", "[0, 12]"},
      {"float[-1,4]", "reshape2(X=%x) -> (Out=%a) {shape=[-1, 2, 2]}",
       "reshape2(X=%a) -> (Out=%y) {shape=[0, 4]}", "[0, 0]"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.second);
    ExpectPass("merge_reshapes",
               StrCat("input %x: ", c.x, "\n", c.first, "\n", c.second, "\noutput %y\n"),
               StrCat("input %x\nreshape2(X=%x) -> (Out=%y) {shape=", c.shape, "}\noutput %y\n"));
  }
  ExpectPasses({"merge_reshapes", "remove_identities"}, R"(
    input %x: float[-1,4,1,1]
    relu(X=%x) -> (Out=%z)
    squeeze2(X=%z) -> (Out=%a) {axes=[2, 3]}
    unsqueeze2(X=%a) -> (Out=%b) {axes=[2, 3]}
    tanh(X=%b) -> (Out=%y)
    output %y)",
               "input %x\nrelu(X=%x) -> (Out=%z)\ntanh(X=%z) -> (Out=%y)\noutput %y\n");
}

TEST(MergeReshapesTest, LeftAlone) {
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4]<lod=1>
    reshape2(X=%x) -> (Out=%a) {shape=[-1, 2]}
    reshape2(X=%a) -> (Out=%y) {shape=[-1, 4]}
    output %y)",
                  "%x holds sequences");
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4,-1]
    unsqueeze2(X=%x) -> (Out=%a) {axes=[0]}
    reshape2(X=%a) -> (Out=%y) {shape=[0, 0, 4, -1]}
    output %y)",
                  "copies a dimension of the first");
  // Height and width are equal in the probes.
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,-1,-1,1]
    squeeze2(X=%x) -> (Out=%a) {axes=[3]}
    unsqueeze2(X=%a) -> (Out=%y) {axes=[1]}
    output %y)",
                  "more than one dimension of the result is open");
  // A batch of 0 leaves 0 elements, which any size would give.
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,3,1,-1]
    unsqueeze2(X=%x) -> (Out=%a) {axes=[0, -1]}
    flatten2(X=%a) -> (Out=%y) {axis=2}
    output %y)",
                  "the result may have no elements");
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4,-1,-1]
    unsqueeze2(X=%x) -> (Out=%a) {axes=[0]}
    flatten_contiguous_range(X=%a) -> (Out=%y) {start_axis=0, stop_axis=1}
    output %a
    output %y)",
                  "also read by fetch");
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4,-1,-1]
    unsqueeze2(X=%x) -> (Out=%a) {axes=[0]}
    unsqueeze2(X=%a) -> (Out=%y) {axes=[0]}
    output %y)",
                  "more than one dimension of the result is open");
  // A batch of one would be removed.
  ExpectUnchanged("merge_reshapes", R"(
    input %x: float[-1,4,1]
    squeeze2(X=%x) -> (Out=%a) {axes=ints[]}
    unsqueeze2(X=%a) -> (Out=%y) {axes=[2]}
    output %y)",
                  "dimension 0 of %x is open");
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

// In some optimised files, a fusion left the old operators in addition to the new one.
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
  // Lists, values visible to other blocks, inputs, and effects.
  ExpectUnchanged("remove_dead_ops", R"(
    block 0 {
      var %list: array float[1]
      input %x: float[1]
      input %unused: float[1]
      relu(X=%x) -> (Out=%i)
      write_to_array(X=%x, I=%x) -> (Out=%list)
      print(In=%x) -> (Out=%shown)
      conditional_block(Input=%x) {sub_block=^1}
      output %x
    }
    block 1 parent 0 {
      tanh(X=%i) -> (Out=%i)
    })",
                  "");
  // What the block does not write stays as it was.
  ExpectUnchanged("remove_dead_ops", R"(
    block 0 {
      input %x: float[1]
      input %c: bool[1]
      relu(X=%x) -> (Out=%kept)
      conditional_block(Cond=%c, Input=%x) -> (Out=[%kept, %y]) {sub_block=^1}
      output %kept
      output %y
    }
    block 1 parent 0 {
      tanh(X=%x) -> (Out=%y)
    })",
                  "");
  // Without a fetch, the outputs are unknown.
  ExpectUnchanged("remove_dead_ops", "input %x: float[1]\nrelu(X=%x) -> (Out=%a)\n", "");
}

TEST(FuseElementwiseActivationTest, Operators) {
  for (const char* op : {"add", "sub", "mul", "div"}) {
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
       "not of type float"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.middle);
    ExpectUnchanged("fuse_elementwise_activation",
                    StrCat("input %x: float[-1,4]\n", c.middle, "\noutput %y\n"), c.reason);
  }
}

}  // namespace cleaning_test
}  // namespace paddle::lite::mir
