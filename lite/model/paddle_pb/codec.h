// The components of LoadPaddleModel and SavePaddleModel.
#pragma once

#include <string_view>
#include <vector>

#include "lite/model/byte_reader.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// One serialised tensor; `data` refers to the bytes it was read from.
struct TensorRecord {
  size_t offset = 0;  // offset in its file, for messages
  VarType type = VarType::kFP32;
  std::vector<int64_t> dims;
  LoD lod;
  std::string_view data;
};

// Reads one tensor of a parameter file and advances the reader past it.
Status ReadTensorRecord(ByteReader* reader, TensorRecord* record);
// Reads tensors up to the end of the bytes.
Result<std::vector<TensorRecord>> ReadTensorRecords(std::string_view bytes,
                                                    LoadedFile* file = nullptr);
Status AppendTensorRecord(const Tensor& tensor, std::string* out);

}  // namespace paddle::lite::model
