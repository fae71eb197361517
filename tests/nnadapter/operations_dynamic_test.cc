// Unknown extents, dynamic rows, values of shapes and constants through operations.
#include <cstring>
#include <list>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lite/backends/nnadapter/operation/operation.h"

namespace {

using nnadapter::core::Operand;

// Operands of a test; frees what they own.
class OperandsOfTest {
 public:
  ~OperandsOfTest() {
    for (Operand& operand : operands_) {
      nnadapter::FreeBuffer(&operand);
      nnadapter::FreeHints(&operand);
    }
  }

  Operand* Tensor(const std::vector<int32_t>& extents, int precision = NNADAPTER_FLOAT32) {
    Operand& operand = operands_.emplace_back();
    operand.type.precision = precision;
    operand.type.dimensions.count = static_cast<uint32_t>(extents.size());
    std::copy(extents.begin(), extents.end(), operand.type.dimensions.data);
    return &operand;
  }
  Operand* Dynamic(const std::vector<int32_t>& extents,
                   const std::vector<std::vector<int32_t>>& rows) {
    Operand* operand = Tensor(extents);
    operand->type.dimensions.dynamic_count = static_cast<uint32_t>(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      std::copy(rows[i].begin(), rows[i].end(), operand->type.dimensions.dynamic_data[i]);
    }
    return operand;
  }
  Operand* Ints(const std::vector<int32_t>& values) {
    Operand* operand = Tensor({static_cast<int32_t>(values.size())}, NNADAPTER_INT32);
    EXPECT_TRUE(nnadapter::AllocateBuffer(operand).ok());
    std::memcpy(operand->buffer, values.data(), values.size() * sizeof(int32_t));
    operand->type.lifetime = NNADAPTER_CONSTANT_COPY;
    return operand;
  }
  // The result of an operation that is added to a model.
  Operand* Add(int type, const std::vector<Operand*>& inputs) {
    nnadapter::core::Operation operation;
    operation.type = type;
    operation.input_operands = inputs;
    operation.output_operands = {Tensor({})};
    const nnadapter::Status status = nnadapter::operation::Prepare(&operation, true);
    EXPECT_TRUE(status.ok()) << status.message();
    return operation.output_operands[0];
  }

 private:
  std::list<Operand> operands_;
};

std::vector<int32_t> RowOf(const NNAdapterOperandDimensionType& dimensions, uint32_t row) {
  return {dimensions.dynamic_data[row], dimensions.dynamic_data[row] + dimensions.count};
}

TEST(OperationsDynamic, RowsGoThroughShapes) {
  OperandsOfTest t;
  constexpr int32_t kUnknown = NNADAPTER_UNKNOWN;
  Operand* x = t.Dynamic({kUnknown, 6, kUnknown}, {{2, 6, 4}, {3, 6, 8}, {1, 6, 5}});
  Operand* y = t.Add(NNADAPTER_RESHAPE, {x, t.Ints({0, 3, -1})});
  ASSERT_EQ(y->type.dimensions.dynamic_count, 3u);
  EXPECT_EQ(RowOf(y->type.dimensions, 0), (std::vector<int32_t>{2, 3, 8}));
  EXPECT_EQ(RowOf(y->type.dimensions, 1), (std::vector<int32_t>{3, 3, 16}));
  EXPECT_EQ(y->type.dimensions.data[0], kUnknown);
  EXPECT_EQ(y->type.dimensions.data[1], 3);
}

// [2, 6, 4] -> its shape -> slices, a product, a list of both -> the target of RESHAPE.
TEST(OperationsDynamic, ValuesOfShapes) {
  OperandsOfTest t;
  constexpr int32_t kUnknown = NNADAPTER_UNKNOWN;
  Operand* x = t.Dynamic({kUnknown, 6, kUnknown}, {{2, 6, 4}, {3, 6, 8}});
  Operand* shape = t.Add(NNADAPTER_SHAPE, {x, t.Ints({NNADAPTER_INT32})});
  EXPECT_EQ(shape->type.lifetime, NNADAPTER_TEMPORARY_SHAPE);
  Operand* batch =
      t.Add(NNADAPTER_SLICE, {shape, t.Ints({0}), t.Ints({0}), t.Ints({1}), t.Ints({1})});
  Operand* width =
      t.Add(NNADAPTER_SLICE, {shape, t.Ints({0}), t.Ints({2}), t.Ints({3}), t.Ints({1})});
  Operand* product = t.Add(NNADAPTER_MUL, {width, t.Ints({6}), t.Ints({NNADAPTER_FUSED_NONE})});
  Operand* target = t.Add(NNADAPTER_CONCAT, {batch, product, t.Ints({0})});
  Operand* y = t.Add(NNADAPTER_RESHAPE, {x, target});
  ASSERT_EQ(y->type.dimensions.dynamic_count, 2u);
  EXPECT_EQ(RowOf(y->type.dimensions, 0), (std::vector<int32_t>{2, 24}));
  EXPECT_EQ(RowOf(y->type.dimensions, 1), (std::vector<int32_t>{3, 48}));
}

TEST(OperationsDynamic, ConstantsAreFolded) {
  OperandsOfTest t;
  Operand* shape = t.Add(NNADAPTER_SHAPE, {t.Tensor({2, 6, 4}), t.Ints({NNADAPTER_INT64})});
  EXPECT_EQ(shape->type.lifetime, NNADAPTER_CONSTANT_COPY);
  ASSERT_EQ(shape->length, 3 * sizeof(int64_t));
  EXPECT_EQ(static_cast<const int64_t*>(shape->buffer)[1], 6);
  Operand* sum = t.Add(NNADAPTER_ADD, {t.Ints({1, 2}), t.Ints({10}), t.Ints({0})});
  EXPECT_EQ(sum->type.lifetime, NNADAPTER_CONSTANT_COPY);
  ASSERT_EQ(sum->length, 2 * sizeof(int32_t));
  EXPECT_EQ(static_cast<const int32_t*>(sum->buffer)[1], 12);
  // A large result remains an operation.
  Operand* large = t.Add(NNADAPTER_FILL, {t.Ints({1 << 14, 1 << 11}), t.Ints({1})});
  EXPECT_EQ(large->type.lifetime, NNADAPTER_TEMPORARY_VARIABLE);
  EXPECT_EQ(large->buffer, nullptr);
}

TEST(OperationsDynamic, RankThatVariesIsRefused) {
  OperandsOfTest t;
  Operand* x = t.Dynamic({NNADAPTER_UNKNOWN, 6}, {{1, 6}, {2, 6}});
  nnadapter::core::Operation operation;
  operation.type = NNADAPTER_SQUEEZE;
  operation.input_operands = {x, nullptr};
  operation.output_operands = {t.Tensor({})};
  const nnadapter::Status status = nnadapter::operation::Prepare(&operation, true);
  EXPECT_EQ(status.code(), NNADAPTER_INVALID_PARAMETER);
  EXPECT_NE(status.message().find("rank"), std::string::npos) << status.message();
}

TEST(OperationsDynamic, ParameterWithUnknownElementIsRefused) {
  OperandsOfTest t;
  Operand* x = t.Tensor({NNADAPTER_UNKNOWN, 6});
  Operand* shape = t.Add(NNADAPTER_SHAPE, {x, t.Ints({NNADAPTER_INT32})});
  nnadapter::core::Operation operation;
  operation.type = NNADAPTER_SLICE;
  operation.input_operands = {t.Tensor({9, 9}), t.Ints({0, 1}), t.Ints({0, 0}), shape,
                              t.Ints({1, 1})};
  operation.output_operands = {t.Tensor({})};
  const nnadapter::Status status = nnadapter::operation::Prepare(&operation, true);
  EXPECT_EQ(status.code(), NNADAPTER_INVALID_PARAMETER);
  EXPECT_NE(status.message().find("ends"), std::string::npos) << status.message();
}

}  // namespace
