// Small programs built in memory, for tests that damage them.
#pragma once

#include <string>
#include <vector>

#include "lite/model/program.h"

namespace paddle::lite::test {

model::OpDesc MakeOp(const std::string& type, model::SlotMap inputs, model::SlotMap outputs,
                     std::map<std::string, model::AttrValue> attrs = {});

// feed "image" [-1, 3, 8, 8] -> conv2d -> batch_norm -> relu -> depthwise_conv2d -> pool2d -> mul
// -> elementwise_add -> softmax -> fetch, as saved by Paddle 1.8. Operators are at the positions of
// TinyNetOp.
enum TinyNetOp { kFeed, kConv, kBatchNorm, kRelu, kDepthwise, kPool, kMul, kAdd, kSoftmax, kFetch };
model::Model TinyConvNet();

// feed "image" [1, 8] -> `ops` operators, abs and tanh in turn, which nothing fuses -> fetch.
model::Model ChainNet(int ops);

// The declaration of a variable of the root block; it must exist.
model::VarDesc& Var(model::Model* model, const std::string& name);
// Adds a float parameter of formula values, and its declaration.
void AddParam(model::Model* model, const std::string& name, const std::vector<int64_t>& shape,
              float bound, float center = 0);
// Adds the declaration of a float tensor.
void AddVar(model::Model* model, const std::string& name, const std::vector<int64_t>& shape);

}  // namespace paddle::lite::test
