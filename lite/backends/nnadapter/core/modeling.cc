#include "nnadapter/utility/modeling.h"

#include <map>
#include <sstream>
#include <utility>

#include "lite/backends/nnadapter/core/archive.h"
#include "lite/backends/nnadapter/core/operands.h"

namespace nnadapter {
namespace {

constexpr uint32_t kAbsent = 0xFFFFFFFFu;

void WriteList(const std::map<const core::Operand*, uint32_t>& indexes,
               const std::vector<core::Operand*>& operands, ByteWriter* writer) {
  writer->U32(static_cast<uint32_t>(operands.size()));
  for (const core::Operand* operand : operands) {
    writer->U32(operand ? indexes.at(operand) : kAbsent);
  }
}

std::vector<core::Operand*> ReadList(const std::vector<core::Operand*>& operands, bool optional,
                                     ByteReader* reader) {
  std::vector<core::Operand*> list;
  for (uint32_t i = reader->Count(4); i > 0; --i) {
    const uint32_t index = reader->U32();
    if (index == kAbsent && optional) {
      list.push_back(nullptr);
    } else if (index < operands.size()) {
      list.push_back(operands[index]);
    } else {
      reader->Fail();
    }
  }
  return list;
}

std::map<const core::Operand*, uint32_t> IndexOperands(const core::Model& model) {
  std::map<const core::Operand*, uint32_t> indexes;
  for (const core::Operand& operand : model.operands) {
    indexes.emplace(&operand, static_cast<uint32_t>(indexes.size()));
  }
  return indexes;
}

}  // namespace

bool SerializeModel(const core::Model* model, std::vector<uint8_t>* buffer) {
  if (!model || !buffer) return false;
  const auto indexes = IndexOperands(*model);
  ByteWriter operands, operations, inputs, outputs;
  operands.U32(static_cast<uint32_t>(model->operands.size()));
  for (const core::Operand& operand : model->operands) operands.Operand(operand);
  operations.U32(static_cast<uint32_t>(model->operations.size()));
  for (const core::Operation& operation : model->operations) {
    operations.I32(operation.type);
    WriteList(indexes, operation.input_operands, &operations);
    WriteList(indexes, operation.output_operands, &operations);
  }
  WriteList(indexes, model->input_operands, &inputs);
  WriteList(indexes, model->output_operands, &outputs);
  *buffer = WriteArchive({{"operands", operands.Take()},
                          {"operations", operations.Take()},
                          {"input_operands", inputs.Take()},
                          {"output_operands", outputs.Take()}});
  return true;
}

bool DeserializeModel(const void* buffer, uint64_t size, core::Model** model) {
  if (!model) return false;
  *model = nullptr;
  Archive archive;
  if (!buffer || !ReadArchive(buffer, static_cast<size_t>(size), &archive).ok()) return false;
  if (archive.size() != 4) return false;
  ModelPointer result(new core::Model());
  ByteReader operands(archive["operands"]), operations(archive["operations"]);
  ByteReader inputs(archive["input_operands"]), outputs(archive["output_operands"]);
  std::vector<core::Operand*> pointers;
  for (uint32_t i = operands.Count(22); i > 0 && operands.ok(); --i) {
    pointers.push_back(&result->operands.emplace_back());
    operands.Operand(pointers.back());
  }
  for (uint32_t i = operations.Count(12); i > 0 && operations.ok(); --i) {
    core::Operation& operation = result->operations.emplace_back();
    operation.type = operations.I32();
    operation.input_operands = ReadList(pointers, true, &operations);
    operation.output_operands = ReadList(pointers, true, &operations);
  }
  result->input_operands = ReadList(pointers, false, &inputs);
  result->output_operands = ReadList(pointers, false, &outputs);
  if (!operands.Finish() || !operations.Finish() || !inputs.Finish() || !outputs.Finish()) {
    return false;
  }
  *model = result.release();
  return true;
}

void DestroyModel(core::Model* model) {
  if (model) ModelDeleter()(model);
}

std::string Visualize(const core::Model* model) {
  if (!model) return "";
  const auto indexes = IndexOperands(*model);
  std::ostringstream text;
  const auto add = [&](const std::vector<core::Operand*>& operands) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (i) text << ", ";
      if (!operands[i]) {
        text << "absent";
        continue;
      }
      const NNAdapterOperandType& type = operands[i]->type;
      text << "%" << indexes.at(operands[i]) << " " << FormatDims(type.dimensions) << " "
           << PrecisionName(type.precision) << (operands[i]->buffer ? " constant" : "");
    }
  };
  for (const core::Operation& operation : model->operations) {
    text << OperationName(operation.type) << ": ";
    add(operation.input_operands);
    text << " -> ";
    add(operation.output_operands);
    text << "\n";
  }
  return text.str();
}

}  // namespace nnadapter
