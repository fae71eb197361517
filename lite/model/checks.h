// Shared by all readers of model files.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/file.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// The element type in memory of a parameter stored as `type`: BF16 becomes FP32.
PrecisionType PrecisionOfParam(VarType type);

// A parameter without memory. `bytes` must match `type` and `dims`; every level of `lod` must begin
// with 0 and never decrease.
Result<Tensor> DescribeParam(VarType type, const std::vector<int64_t>& dims, LoD lod,
                             uint64_t bytes);
// The same, with its own memory holding `data`.
Result<Tensor> MakeParam(VarType type, const std::vector<int64_t>& dims, LoD lod,
                         std::string_view data);
// The same; unless `file` is null, `data` is a part of `file` that may not have been read yet.
Result<Tensor> ReadParam(VarType type, const std::vector<int64_t>& dims, LoD lod,
                         std::string_view data, LoadedFile* file);

// Whether parameters of this type have the same bytes in a file and in memory.
bool IsStoredAsIs(VarType type);
// Whether ReadStored can read parameters of this type.
bool CanReadAgain(VarType type);
// Whether the elements of `tensor`, as they are in memory, can be read from `place`.
bool CanReadFrom(const StoredParams::Place& place, const Tensor& tensor);
// Reads a parameter of `bytes` bytes in memory again, converted to its type in memory.
Status ReadStored(const StoredParams& stored, const StoredParams::Place& place, size_t bytes,
                  void* to);

// Bytes of one element of a parameter; 0 for types that no parameter can have.
size_t ParamElementSize(VarType type);

// Bytes of a parameter of this type and shape; fails on negative or absurd shapes.
Result<uint64_t> ParamBytes(VarType type, const std::vector<int64_t>& dims);

// Names of the stored variables: persistable and of a kind that has a value, bytewise ascending.
// `blocks` is the number of leading blocks to search.
std::vector<std::string> ParamNames(const Program& program, size_t blocks);

// Attribute `col` of a feed or fetch operator, 0 where it is absent. Paddle writes an INT; nothing
// else is accepted.
Result<int> ColumnOf(const OpDesc& op);

// Whether what a fetch operator of the main block reads is a tensor: a predictor returns no arrays.
// Other operators are accepted.
Status CheckFetched(const Program& program, const OpDesc& op);

// Converts the quantisation attributes of older optimised programs to the current form:
// `<Slot><index>_scale` with a list of values, for every input and output that has a scale.
//   2.3   input_scale, x_input_scale, y_input_scale, weight_scale, output_scale
//   2.6   <Slot><index>_input_scale
// The old attributes are removed.
void UpgradeQuantAttributes(Program* program);

}  // namespace paddle::lite::model
