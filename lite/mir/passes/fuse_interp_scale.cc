#include <cmath>

#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

// The slice of the image's shape is its height and width.
Status CheckImage(const Match& m) {
  if (m.attr<std::string>("interp", "data_layout") != "NCHW") {
    return Refuse("height and width are not dimensions 2 and 3");
  }
  if (!m.arg("x")->dims.has_value() || m.arg("x")->dims->rank() != 4) {
    return Refuse("X is no image of rank 4");
  }
  const auto ends = m.attr<std::vector<int>>("slice", "ends");
  if (m.attr<std::vector<int>>("slice", "axes") != std::vector<int>{0} ||
      m.attr<std::vector<int>>("slice", "starts") != std::vector<int>{2} || ends.size() != 1 ||
      ends[0] < 4 || !m.attr<std::vector<int>>("slice", "decrease_axis").empty()) {
    return Refuse("the slice is not height and width");
  }
  return OkStatus();
}

// A whole factor gives the same size, and the same step between pixels, however it is computed.
Status SetFactor(Match* m, double factor) {
  if (!(factor >= 1 && factor <= 1024) || factor != std::floor(factor)) {
    return Refuse("the factor ", factor, " is no whole number in [1, 1024]");
  }
  const auto value = static_cast<float>(factor);
  const std::string& type = m->op("interp").type();
  if (type == "bilinear_interp" || type == "nearest_interp") {
    m->SetAttr("scale", value);
  } else {
    m->SetAttr("scale", std::vector<float>{value, value});
  }
  return OkStatus();
}

Status FromProduct(Match* m) {
  LITE_ASSIGN_OR_RETURN(const std::vector<double> factors, ToDoubles(*m->constant("v")));
  if (factors.empty() || factors.size() > 2 || factors.front() != factors.back()) {
    return Refuse("there is not one factor for height and width");
  }
  return SetFactor(m, factors[0]);
}

Status FromScale(Match* m) {
  if (!m->attr<std::string>("scale", "activation_type").empty() ||
      m->attr<bool>("scale", "fuse_scaleact")) {
    return Refuse("scale has an activation");
  }
  const Affine affine = AffineOf(*m, "scale");
  if (affine.bias != 0) return Refuse("scale adds a bias");
  return SetFactor(m, affine.scale);
}

constexpr char kSize[] = R"(
    const %v
    shape(Input=%x) -> (Out=%s)
    slice(Input=%s) -> (Out=%hw)
    )";
constexpr char kInterp[] = R"(
    interp: bilinear_interp|nearest_interp|bilinear_interp_v2|nearest_interp_v2(
        X=%x, OutSize=%size) -> (Out=%y))";
constexpr char kReplace[] =
    "@interp(X=%x) -> (Out=%y) {..interp, scale=$scale, out_h=-1, out_w=-1}";

}  // namespace

// An image enlarged to a multiple of its own size needs no computed size, and its shape is known
// before the program runs.
LITE_PASS(fuse_interp_scale) {
  const std::string size = kSize;
  const std::string interp = kInterp;
  return Pass()
      .Alias("lite_interpolate_fuse_pass")
      .After("remove_dead_ops")
      .Fuse({size + "elementwise_mul(X=%hw, Y=%v) -> (Out=%size)" + interp, kReplace, &CheckImage,
             &FromProduct})
      .Fuse({size + "scale(X=%hw) -> (Out=%size)" + interp, kReplace, &CheckImage, &FromScale})
      .Fuse({size + R"(real: cast(X=%hw) -> (Out=%f) {out_dtype=5}
                       elementwise_mul(X=%f, Y=%v) -> (Out=%g)
                       whole: cast(X=%g) -> (Out=%size))" +
                 interp,
             kReplace, &CheckImage, &FromProduct})
      .Fuse({size + R"(real: cast(X=%hw) -> (Out=%f) {out_dtype=5}
                       scale(X=%f) -> (Out=%g)
                       whole: cast(X=%g) -> (Out=%size))" +
                 interp,
             kReplace, &CheckImage, &FromScale});
}

}  // namespace paddle::lite::mir
