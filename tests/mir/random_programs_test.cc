// Random programs produce the same results after all passes, where each fusion works on the output
// of the previous one.
#include <cmath>
#include <random>

#include "lite/mir/optimizer.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace random_programs_test {

// A chain of operators on images, with side branches.
class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  std::string Program(int operators) {
    values_ = {{"x", 4, 6, 6}};
    for (int i = 0; i < operators; ++i) Add();
    // The last value is passed through a matrix product; sometimes another one is fetched as well.
    const Value last = values_.back();
    const int features = last.c * last.h * last.w;
    const std::string weight = Const(StrCat(features, ",5"), "-0.3, 0.3");
    const std::string bias = Const("5", "-1, 1");
    body_ += StrCat("flatten2(X=%", last.name, ") -> (Out=%flat) {axis=1}\nmul(X=%flat, Y=%",
                    weight, ") -> (Out=%m)\nelementwise_add(X=%m, Y=%", bias, ") -> (Out=%sum)\n");
    body_ +=
        Pick(2) == 0 ? "relu(X=%sum) -> (Out=%y)\n" : "scale(X=%sum) -> (Out=%y) {scale=0.5}\n";
    std::string outputs = "output %y\n";
    if (values_.size() > 2 && Pick(3) == 0) {
      outputs += StrCat("output %", values_[1 + Pick(values_.size() - 2)].name, "\n");
    }
    return constants_ + "input %x: float[-1,4,6,6]\n" + body_ + outputs;
  }

 private:
  struct Value {
    std::string name;
    int c = 0;
    int h = 0;
    int w = 0;
  };

  size_t Pick(size_t count) { return random_() % count; }
  template <size_t N>
  std::string OneOf(const char* const (&texts)[N]) {
    return texts[Pick(N)];
  }
  std::string Name(const char* prefix) { return StrCat(prefix, ++names_); }

  std::string Const(const std::string& shape, const std::string& range) {
    const std::string name = Name("k");
    constants_ +=
        StrCat("const %", name, ": float[", shape, "] = random(", names_, ", ", range, ")\n");
    return name;
  }

  // The operators of `text`, in which %in is `from` and %out the new value.
  void Emit(const Value& from, Value to, std::string text) {
    to.name = Name("v");
    const auto replace = [&text](const std::string& what, const std::string& with) {
      for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
        text.replace(at, what.size(), with);
      }
    };
    replace("%in", "%" + from.name);
    replace("%out", "%" + to.name);
    replace("%t", StrCat("%t", names_, "_"));
    body_ += text + "\n";
    values_.push_back(to);
  }

  void Add() {
    const Value in = Pick(5) == 0 ? values_[Pick(values_.size())] : values_.back();
    switch (Pick(12)) {
      case 0:
      case 1:
        return AddConv(in);
      case 2:
        return AddNorm(in);
      case 3:
      case 4:
        return AddBinary(in);
      case 5:
      case 6:
        return AddActivation(in);
      case 7:
        return AddScale(in);
      case 8:
      case 9:
        return AddMovement(in);
      case 10:
        return AddSum(in);
      default:
        return AddCopy(in);
    }
  }

  void AddConv(const Value& in) {
    const int kernel = Pick(2) == 0 ? 1 : 3;
    const bool transposed = Pick(6) == 0 && in.h < 16;
    const bool depthwise = !transposed && Pick(3) == 0;
    const int channels = depthwise ? in.c : static_cast<int>(2 + 2 * Pick(3));
    Value out = in;
    out.c = channels;
    std::string attrs = StrCat("paddings=[", kernel / 2, ", ", kernel / 2, "]");
    std::string shape = StrCat(channels, ",", depthwise ? 1 : in.c, ",", kernel, ",", kernel);
    std::string type = depthwise ? "depthwise_conv2d" : "conv2d";
    if (depthwise) attrs += StrCat(", groups=", in.c);
    if (transposed) {
      type = "conv2d_transpose";
      shape = StrCat(in.c, ",", channels, ",2,2");
      attrs = "strides=[2, 2]";
      out.h *= 2;
      out.w *= 2;
    }
    const std::string bias =
        Pick(2) == 0 ? "" : StrCat(", Bias=%", Const(StrCat(channels), "-1, 1"));
    Emit(in, out,
         StrCat(type, "(Input=%in, Filter=%", Const(shape, "-0.5, 0.5"), bias,
                ") -> (Output=%out) {", attrs, "}"));
  }

  void AddNorm(const Value& in) {
    const std::string c = StrCat(in.c);
    const std::string affine = StrCat("Scale=%", Const(c, "-1, 1"), ", Bias=%", Const(c, "-1, 1"));
    if (Pick(4) == 0) return Emit(in, in, "instance_norm(X=%in, " + affine + ") -> (Y=%out)");
    if (Pick(4) == 0) {
      return Emit(in, in,
                  "affine_channel(X=%in, " + affine + ") -> (Out=%out) {data_layout=\"NCHW\"}");
    }
    Emit(in, in,
         StrCat("batch_norm(X=%in, ", affine, ", Mean=%", Const(c, "-1, 1"), ", Variance=%",
                Const(c, "0.5, 2"), ") -> (Y=%out) {is_test=true}"));
  }

  // With constants of many shapes, on either side.
  void AddBinary(const Value& in) {
    const struct {
      std::string shape;
      int axis;
    } forms[] = {
        {StrCat(in.c), 1},  {StrCat("1,", in.c, ",1,1"), -1}, {StrCat(in.c, ",1,1"), -1}, {"1", -1},
        {StrCat(in.w), -1}, {StrCat(in.h, ",", in.w), -1},
    };
    const auto& form = forms[Pick(6)];
    const std::string number = Const(form.shape, "0.5, 1.5");
    if (form.shape.rfind("1,", 0) == 0 && Pick(2) == 0) {
      const char* const types[] = {"add", "mul", "sub", "div"};
      return Emit(
          in, in,
          StrCat("scale(X=%in) -> (Out=%t) {scale=0.1, bias=3.0}\nsigmoid(X=%t) -> (Out=%t2)\n"
                 "elementwise_",
                 OneOf(types), "(X=%", number, ", Y=%t2) -> (Out=%out)"));
    }
    const char* const types[] = {"add", "sub", "mul", "div"};
    Emit(in, in,
         StrCat("elementwise_", OneOf(types), "(X=%in, Y=%", number,
                ") -> (Out=%out) {axis=", form.axis, "}"));
  }

  void AddActivation(const Value& in) {
    const char* const acts[] = {
        "relu(X=%in) -> (Out=%out)",
        "relu6(X=%in) -> (Out=%out) {threshold=1.5}",
        "leaky_relu(X=%in) -> (Out=%out) {alpha=0.2}",
        "hard_swish(X=%in) -> (Out=%out)",
        "hard_sigmoid(X=%in) -> (Out=%out) {slope=0.25, offset=0.375}",
        "swish(X=%in) -> (Out=%out) {beta=2.0}",
        "tanh(X=%in) -> (Out=%out)",
        "sigmoid(X=%in) -> (Out=%t)\nelementwise_mul(X=%in, Y=%t) -> (Out=%out)",
        ("scale(X=%in) -> (Out=%t) {bias=3.0}\nrelu6(X=%t) -> (Out=%t2)\n"
         "elementwise_mul(X=%in, Y=%t2) -> (Out=%t3)\nscale(X=%t3) -> (Out=%out) "
         "{scale=0.1666667}"),
    };
    if (Pick(6) != 0) return Emit(in, in, OneOf(acts));
    const bool one = Pick(2) == 0;
    Emit(in, in,
         StrCat("prelu(X=%in, Alpha=%", Const(one ? "1" : StrCat(in.c), "-0.5, 0.5"),
                ") -> (Out=%out) {mode=\"", one ? "all" : "channel", "\"}"));
  }

  void AddScale(const Value& in) {
    const char* const scales[] = {
        "scale(X=%in) -> (Out=%out) {scale=-0.75, bias=0.5}",
        "scale(X=%in) -> (Out=%out) {scale=1.5, bias=-0.25, bias_after_scale=false}",
        "dropout(X=%in) -> (Out=%out) {dropout_prob=0.25, is_test=true}",
        "scale(X=%in) -> (Out=%out) {scale=0.5}",
    };
    Emit(in, in, OneOf(scales));
  }

  void AddMovement(const Value& in) {
    Value out = in;
    switch (Pick(7)) {
      case 0:
        if (in.c % 2 != 0) return;
        return Emit(
            in, in,
            StrCat("reshape2(X=%in) -> (Out=%t) {shape=[0, 2, ", in.c / 2, ", ", in.h, ", ", in.w,
                   "]}\ntranspose2(X=%t) -> (Out=%t2) {axis=[0, 2, 1, 3, 4]}\n"
                   "reshape2(X=%t2) -> (Out=%out) {shape=[0, ",
                   in.c, ", ", in.h, ", ", in.w, "]}"));
      case 1:
        return Emit(
            in, in,
            "transpose2(X=%in) -> (Out=%t) {axis=[0, 2, 3, 1]}\nsoftmax(X=%t) -> (Out=%t2)\n"
            "transpose2(X=%t2) -> (Out=%out) {axis=[0, 3, 1, 2]}");
      case 2:
        std::swap(out.h, out.w);
        return Emit(in, out,
                    "transpose2(X=%in) -> (Out=%t) {axis=[0, 2, 3, 1]}\n"
                    "transpose2(X=%t) -> (Out=%out) {axis=[0, 3, 2, 1]}");
      case 3:
        return Emit(
            in, in,
            "unsqueeze2(X=%in) -> (Out=%t) {axes=[2]}\nsqueeze2(X=%t) -> (Out=%out) {axes=[2]}");
      case 4:
        out.c *= 2;
        if (out.c > 16) return;
        return Emit(in, out,
                    "split(X=%in) -> (Out=[%t, %t2]) {num=2, axis=1}\n"
                    "concat(X=[%t, %t2]) -> (Out=%t3) {axis=1}\nconcat(X=[%t3, %in]) -> (Out=%out) "
                    "{axis=1}");
      case 5:
        out.h += 3;
        out.w += 1;
        if (out.h > 14) return;
        return Emit(in, out, "pad2d(X=%in) -> (Out=%out) {paddings=[1, 2, 0, 1]}");
      default:
        out.h *= 2;
        out.w *= 2;
        if (out.h > 14) return;
        return Emit(in, out,
                    "shape(Input=%in) -> (Out=%t)\n"
                    "slice(Input=%t) -> (Out=%t2) {axes=[0], starts=[2], ends=[4]}\n"
                    "scale(X=%t2) -> (Out=%t3) {scale=2.0}\n"
                    "nearest_interp_v2(X=%in, OutSize=%t3) -> (Out=%out) {align_corners=false, "
                    "interp_method=\"nearest\"}");
    }
  }

  // Two values of one shape, or one of them weighted per channel.
  void AddSum(const Value& in) {
    for (const Value& other : values_) {
      if (other.name == in.name || other.c != in.c || other.h != in.h || other.w != in.w) continue;
      return Emit(in, in,
                  Pick(2) == 0 ? "elementwise_add(X=%in, Y=%" + other.name + ") -> (Out=%out)"
                               : "elementwise_add(X=%" + other.name + ", Y=%in) -> (Out=%out)");
    }
    const std::string filter = Const(StrCat(in.c, ",", in.c, ",1,1"), "-0.5, 0.5");
    Emit(in, in,
         StrCat(
             "pool2d(X=%in) -> (Out=%t) {global_pooling=true, pooling_type=\"avg\", ksize=[1, 1]}\n"
             "conv2d(Input=%t, Filter=%",
             filter,
             ") -> (Output=%t2)\nhard_sigmoid(X=%t2) -> (Out=%t3)\n"
             "elementwise_mul(X=%in, Y=%t3) -> (Out=%out)"));
  }

  void AddCopy(const Value& in) {
    const char* const copies[] = {
        "assign(X=%in) -> (Out=%out)",
        "cast(X=%in) -> (Out=%out) {in_dtype=5, out_dtype=5}",
        "dropout(X=%in) -> (Out=%out) {dropout_implementation=\"upscale_in_train\", is_test=true}",
        "scale(X=%in) -> (Out=%out)",
        "pool2d(X=%in) -> (Out=%out) {ksize=[1, 1], strides=[1, 1], pooling_type=\"max\"}",
        "slice(Input=%in) -> (Out=%out) {axes=[1], starts=[0], ends=[2147483647]}",
    };
    Emit(in, in, OneOf(copies));
  }

  std::mt19937 random_;
  int names_ = 0;
  std::vector<Value> values_;
  std::string constants_;
  std::string body_;
};

// Sums in another order differ by rounding, which grows along the chain.
void ExpectSame(const model::Model& before, const model::Model& after, TargetType target) {
  SCOPED_TRACE(TargetToStr(target));
  const auto expected = RunOnHostKernels(before);
  const auto found = RunOnKernels(target, after);
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(expected.size(), found.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(expected[i].size(), found[i].size());
    double error = 0, norm = 1e-6;
    for (size_t n = 0; n < expected[i].size(); ++n) {
      error += std::pow(expected[i][n] - found[i][n], 2);
      norm += std::pow(expected[i][n], 2);
    }
    EXPECT_LE(std::sqrt(error / norm), 1e-5) << "output " << i;
  }
}

TEST(RandomProgramsTest, MeanTheSameAfterAllPasses) {
  const std::vector<std::string> names = PassNames();
  OptimizeOptions options;
  options.verify_each = true;
  options.stop_after = names[names.size() - 2];  // all but the choice of kernels
  for (uint32_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    const std::string text = Generator(seed).Program(4 + static_cast<int>(seed % 12));
    SCOPED_TRACE(StrCat("seed ", seed, "\n", text));
    Result<model::Model> model = ParseModel(text);
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    const Result<model::Model> optimised = Optimize(*model, options);
    ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
    for (const TargetType target : BuildTargets()) ExpectSame(*model, *optimised, target);
  }
}

}  // namespace random_programs_test
}  // namespace paddle::lite::mir
