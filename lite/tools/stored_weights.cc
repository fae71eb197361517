#include "lite/tools/stored_weights.h"

#include <cstdint>
#include <set>

#include "lite/base/strings.h"
#include "lite/core/weight_bits.h"
#include "lite/model/weight_only.h"

namespace paddle::lite::tools {
namespace {

struct ReadWeights {
  int count = 0;
  int64_t elements = 0;
  int64_t bytes = 0;
  std::set<std::string> types;  // of the operators that read them
};

struct Found {
  ReadWeights stored;  // in fewer bits
  ReadWeights real;    // matrices and filters in float32
  int products = 0;
};

Found FindWeights(const model::Model& model) {
  Found found;
  std::set<std::string> seen;
  for (const model::BlockDesc& block : model.program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      found.products += op.HasAttr(kDynamicInt8Attr) ? 1 : 0;
      for (const auto& slot : op.inputs) {
        for (const std::string& name : slot.second) {
          const auto param = model.params.find(name);
          if (param == model.params.end()) continue;
          const Tensor& weight = param->second;
          const PrecisionType precision = weight.precision();
          const bool integers =
              precision == PrecisionType::kInt8 || precision == PrecisionType::kInt16;
          const bool fewer =
              precision == PrecisionType::kBF16 || (integers && op.HasAttr(kWeightBitsAttr));
          const bool real = precision == PrecisionType::kFloat && weight.dims().rank() >= 2;
          if (!fewer && !real) continue;
          ReadWeights& weights = fewer ? found.stored : found.real;
          weights.types.insert(op.type);
          if (!seen.insert(name).second) continue;
          ++weights.count;
          weights.elements += weight.numel();
          weights.bytes += weight.numel() * static_cast<int64_t>(PrecisionTypeLength(precision));
        }
      }
    }
  }
  return found;
}

std::string Listed(const std::set<std::string>& types) {
  std::string list;
  for (const std::string& type : types) list += StrCat(list.empty() ? "" : ", ", type);
  return list;
}

}  // namespace

StoredWeights DescribeStoredWeights(const model::Model& model, bool dynamic) {
  const Found found = FindWeights(model);
  StoredWeights description;
  description.summary =
      StrCat("Stored in fewer bits: ", found.stored.count, " weights, ", found.stored.bytes, " of ",
             found.stored.elements * static_cast<int64_t>(sizeof(float)),
             " bytes; in float: ", found.real.count, " weights, ", found.real.bytes, " bytes");
  if (found.real.count != 0) description.summary += StrCat(" (", Listed(found.real.types), ")");
  if (dynamic) description.summary += StrCat("; products in int8: ", found.products);
  if (found.stored.count == 0) {
    description.warning = "no weight is stored in fewer bits: ";
    if (found.real.count == 0) {
      description.warning += "the model has no weights in float";
    } else {
      description.warning += StrCat("those of ", Listed(found.real.types), " stay in float");
      if (model::CanStoreInBFloat16(model)) {
        description.warning += "; --enable_bf16=true halves them";
      }
    }
  } else if (dynamic && found.products == 0) {
    description.warning =
        "no product computes in int8: it needs a weight of at least 64 inputs and 64 outputs";
  }
  return description;
}

}  // namespace paddle::lite::tools
