// Rewriting by text: a pattern, a predicate, a computation, a replacement.
//
//   match:    const %w  const %b
//             conv: conv2d|depthwise_conv2d(Input=%x, Filter=%w, Bias=%old?) -> (Output=%c)
//             relu(X=%c) -> (Out=%y)
//   replace:  @conv(..conv) -> (Output=%y) {..conv, with_act=true, act_type="relu"}
//
// A match is found backwards from the last operator of the pattern. It means:
// - the operators have one of the named types, and exactly the named inputs (more with `..`), of
//   which those with `?` may be absent; `const` values are constants;
// - operands written `X=%a ~ Y=%b` may be exchanged if the operator is commutative and both forms
//   mean the same (axis -1, or operands of one rank);
// - attributes given in the pattern are equal, the operators' defaults included;
// - results that the replacement does not write are used inside the match only: no other reader,
//   not fetched, not visible to another block; results that the pattern does not mention are not
//   read;
// - no operator in between writes a variable that they read;
// - a kernel of a preferred target takes each operator of the replacement, unless the operators of
//   the match lack one, too, and the replacement is not slower.
// All this and the predicate are checked before anything changes. In the replacement, `@conv` is
// the type of a matched operator, `..conv` copies its inputs or attributes, `$name` is an attribute
// (or a type) from `compute`, `$*` are all those that are not named, and a value that is not bound
// is new. Scales that the matched operators state for their values hold for these values in
// the replacement, unless it sets others; the operator that writes the result of the last one of
// the match inherits its out_threshold.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lite/mir/bind.h"
#include "lite/mir/graph.h"
#include "lite/mir/pass.h"

namespace paddle::lite::mir {

// Refuses a match with a reason; for `where` and `compute`.
template <typename... Args>
Status Refuse(const Args&... args) {
  return FailedPrecondition(args...);
}

// The nodes of a match. Labels default to the operator's type; values have the names used in the
// pattern.
class Match {
 public:
  const OpNode& op(const std::string& label) const { return *ops_.at(label); }
  // Null if an optional value is absent.
  ArgNode* arg(const std::string& name) const;
  // The tensor of a `const` value; null if it is optional and absent.
  const Tensor* constant(const std::string& name) const;
  // An attribute with the operator's default. A missing or mistyped one returns T() and makes the
  // match fail after `where` or `compute` returns.
  template <typename T>
  T attr(const std::string& label, const std::string& name) const {
    Result<T> value = GetAttr<T>(op(label), name);
    if (value.ok()) return *std::move(value);
    if (bad_attr_.ok()) bad_attr_ = value.status();
    return T();
  }

  // For `compute`: a new constant, %name in the replacement, named after `base` in the program.
  void SetConstant(const std::string& name, const std::string& base, Tensor value);
  // For `compute`: $name in the replacement. An attribute that is never set is left out.
  void SetAttr(const std::string& name, model::AttrValue value);

 private:
  friend class Rewriter;
  std::map<std::string, OpNode*> ops_;
  std::map<std::string, ArgNode*> args_;
  std::map<std::string, std::pair<std::string, Tensor>> constants_;
  std::map<std::string, model::AttrValue> attrs_;
  mutable Status bad_attr_;
};

// Tries the rule at every operator of every block, once. True if it was applied.
Result<bool> ApplyFusion(const PassContext& context, const Fusion& fusion);

// --- arithmetic on constants, in double because constants are folded only once
Result<std::vector<double>> ToDoubles(const Tensor& tensor);
// A tensor of the given shape and type, rounded from `values`.
Result<Tensor> FromDoubles(const DDim& dims, PrecisionType precision,
                           const std::vector<double>& values);

}  // namespace paddle::lite::mir
