// Meta version 0: structures without tags, every field always present, in a fixed order.
#include <algorithm>
#include <utility>

#include "lite/core/targets.h"
#include "lite/model/attr_type.h"
#include "lite/model/checks.h"
#include "lite/model/naive_buffer/codec.h"

namespace paddle::lite::model::nb {

namespace {

// Position = number of a type in this format.
constexpr VarType kTypes[] = {
    VarType::kBool,           VarType::kInt16,     VarType::kInt32,      VarType::kInt64,
    VarType::kFP16,           VarType::kFP32,      VarType::kFP64,       VarType::kSizeT,
    VarType::kUInt8,          VarType::kInt8,      VarType::kLoDTensor,  VarType::kSelectedRows,
    VarType::kFeedMinibatch,  VarType::kFetchList, VarType::kStepScopes, VarType::kLoDRankTable,
    VarType::kLoDTensorArray, VarType::kPlaceList, VarType::kReader,     VarType::kRaw,
    VarType::kTuple,
};
constexpr int kTypeCount = sizeof(kTypes) / sizeof(kTypes[0]);

// -1 if the format has no such type.
int NumberOf(VarType type) {
  for (int i = 0; i < kTypeCount; ++i) {
    if (kTypes[i] == type) return i;
  }
  return -1;
}

// Minimum size in bytes of an element of each list.
constexpr size_t kMinString = 8;
constexpr size_t kMinSlot = 16;
constexpr size_t kMinAttr = 89;
constexpr size_t kMinOp = 33;
constexpr size_t kMinVar = 73;
constexpr size_t kMinLoDTensor = 16;
constexpr size_t kMinBlock = 28;
constexpr size_t kMinParam = 52;

class Reader {
 public:
  explicit Reader(ByteReader* bytes) : bytes_(bytes) {}

  Status Text(std::string* text) {
    std::string_view raw;
    LITE_RETURN_IF_ERROR(Raw(&raw));
    text->assign(raw);
    return OkStatus();
  }
  Status Raw(std::string_view* raw) {
    uint64_t size = 0;
    LITE_RETURN_IF_ERROR(bytes_->Read(&size));
    return bytes_->ReadBytes(size, raw);
  }
  // Calls read() once for each element of a list.
  template <typename F>
  Status List(size_t min_element, const F& read) {
    uint64_t count = 0;
    LITE_RETURN_IF_ERROR(bytes_->Read(&count));
    LITE_RETURN_IF_ERROR(bytes_->CheckCount(count, min_element));
    for (uint64_t i = 0; i < count; ++i) LITE_RETURN_IF_ERROR(read());
    return OkStatus();
  }
  template <typename T>
  Status Numbers(std::vector<T>* values) {
    values->clear();
    return List(sizeof(T), [&] {
      T value{};
      LITE_RETURN_IF_ERROR(bytes_->Read(&value));
      values->push_back(value);
      return OkStatus();
    });
  }
  Status Texts(std::vector<std::string>* texts) {
    return List(kMinString, [&] {
      texts->emplace_back();
      return Text(&texts->back());
    });
  }

  // Descriptions that the original writers leave uninitialised are skipped: any number is accepted.
  Status TensorDesc(int32_t* type, std::vector<int64_t>* dims) {
    LITE_RETURN_IF_ERROR(bytes_->Read(type));
    return Numbers(dims);
  }
  Status LoDTensorDesc(int32_t* type, std::vector<int64_t>* dims, int32_t* lod_level) {
    LITE_RETURN_IF_ERROR(TensorDesc(type, dims));
    return bytes_->Read(lod_level);
  }

  Status Var(VarDesc* var) {
    int32_t kind = 0;
    int32_t ignored_type = 0;
    int32_t ignored_level = 0;
    std::vector<int64_t> ignored_dims;
    std::vector<int32_t> ignored_tuple;
    LITE_RETURN_IF_ERROR(Text(&var->name));
    const size_t kind_offset = bytes_->offset();
    LITE_RETURN_IF_ERROR(bytes_->Read(&kind));
    if (kind < 0 || kind >= kTypeCount) {
      return DataLoss("offset ", kind_offset, ": variable \"", var->name, "\" has type number ",
                      kind);
    }
    var->type = kTypes[kind];
    LITE_RETURN_IF_ERROR(TensorDesc(&ignored_type, &ignored_dims));
    int32_t data_type = 0;
    LITE_RETURN_IF_ERROR(LoDTensorDesc(&data_type, &var->shape, &var->lod_level));
    LITE_RETURN_IF_ERROR(LoDTensorDesc(&ignored_type, &ignored_dims, &ignored_level));
    LITE_RETURN_IF_ERROR(List(kMinLoDTensor, [&] {
      return LoDTensorDesc(&ignored_type, &ignored_dims, &ignored_level);
    }));
    LITE_RETURN_IF_ERROR(Numbers(&ignored_tuple));
    uint8_t persistable = 0;
    LITE_RETURN_IF_ERROR(bytes_->Read(&persistable));
    var->persistable = persistable != 0;
    // The official writer stores no shape; level and element type are arbitrary bytes then.
    var->has_tensor_desc = !var->shape.empty() && data_type >= 0 && data_type < kTypeCount;
    if (var->has_tensor_desc) {
      var->data_type = kTypes[data_type];
    } else {
      var->shape.clear();
      var->lod_level = 0;
    }
    return OkStatus();
  }

  Status Slots(SlotMap* slots) {
    return List(kMinSlot, [&] {
      std::string slot;
      LITE_RETURN_IF_ERROR(Text(&slot));
      std::vector<std::string> names;
      LITE_RETURN_IF_ERROR(Texts(&names));
      (*slots)[slot] = std::move(names);
      return OkStatus();
    });
  }

  Status Attr(OpDesc* op) {
    std::string name;
    int32_t type = 0;
    int32_t i = 0;
    float f = 0;
    std::string s;
    std::vector<int32_t> ints;
    std::vector<float> floats;
    std::vector<std::string> strings;
    uint8_t b = 0;
    std::vector<uint8_t> bools;
    int32_t block = 0;
    int64_t l = 0;
    std::vector<int32_t> blocks;
    std::vector<int64_t> longs;
    LITE_RETURN_IF_ERROR(Text(&name));
    const size_t type_offset = bytes_->offset();
    LITE_RETURN_IF_ERROR(bytes_->Read(&type));
    LITE_RETURN_IF_ERROR(bytes_->Read(&i));
    LITE_RETURN_IF_ERROR(bytes_->Read(&f));
    LITE_RETURN_IF_ERROR(Text(&s));
    LITE_RETURN_IF_ERROR(Numbers(&ints));
    LITE_RETURN_IF_ERROR(Numbers(&floats));
    LITE_RETURN_IF_ERROR(Texts(&strings));
    LITE_RETURN_IF_ERROR(bytes_->Read(&b));
    LITE_RETURN_IF_ERROR(Numbers(&bools));
    LITE_RETURN_IF_ERROR(bytes_->Read(&block));
    LITE_RETURN_IF_ERROR(bytes_->Read(&l));
    LITE_RETURN_IF_ERROR(Numbers(&blocks));
    LITE_RETURN_IF_ERROR(Numbers(&longs));
    AttrValue& value = op->attrs[name];
    switch (static_cast<AttrType>(type)) {
      case AttrType::kInt:
        value = i;
        return OkStatus();
      case AttrType::kFloat:
        value = f;
        return OkStatus();
      case AttrType::kString:
        value = std::move(s);
        return OkStatus();
      case AttrType::kInts:
        value = std::move(ints);
        return OkStatus();
      case AttrType::kFloats:
        value = std::move(floats);
        return OkStatus();
      case AttrType::kStrings:
        value = std::move(strings);
        return OkStatus();
      case AttrType::kBoolean:
        value = b != 0;
        return OkStatus();
      case AttrType::kBooleans: {
        std::vector<bool> flags;
        for (const uint8_t flag : bools) flags.push_back(flag != 0);
        value = std::move(flags);
        return OkStatus();
      }
      case AttrType::kBlock:
        value = BlockRef{block};
        return OkStatus();
      case AttrType::kLong:
        value = l;
        return OkStatus();
      case AttrType::kBlocks: {
        std::vector<BlockRef> refs;
        for (const int32_t index : blocks) refs.push_back(BlockRef{index});
        value = std::move(refs);
        return OkStatus();
      }
      case AttrType::kLongs:
        value = std::move(longs);
        return OkStatus();
      default:
        return DataLoss("offset ", type_offset, ": attribute ", name, " has type number ", type);
    }
  }

  Status Op(OpDesc* op) {
    LITE_RETURN_IF_ERROR(Text(&op->type));
    if (op->type.empty()) {
      return DataLoss("offset ", bytes_->offset(), ": an operator without a type");
    }
    LITE_RETURN_IF_ERROR(Slots(&op->inputs));
    LITE_RETURN_IF_ERROR(Slots(&op->outputs));
    LITE_RETURN_IF_ERROR(List(kMinAttr, [&] { return Attr(op); }));
    // Uninitialised in official files.
    uint8_t is_target = 0;
    return bytes_->Read(&is_target);
  }

  Status Block(BlockDesc* block) {
    int32_t ignored = 0;
    LITE_RETURN_IF_ERROR(bytes_->Read(&ignored));  // the block's own index
    LITE_RETURN_IF_ERROR(
        bytes_->Read(&ignored));  // the parent's index, determined by ResolveBlocks instead
    LITE_RETURN_IF_ERROR(List(kMinVar, [&] {
      block->vars.emplace_back();
      return Var(&block->vars.back());
    }));
    LITE_RETURN_IF_ERROR(List(kMinOp, [&] {
      block->ops.emplace_back();
      return Op(&block->ops.back());
    }));
    return bytes_->Read(&ignored);
  }

  Status Program(model::Program* program) {
    LITE_RETURN_IF_ERROR(List(kMinBlock, [&] {
      program->blocks.emplace_back();
      return Block(&program->blocks.back());
    }));
    return bytes_->Read(&program->version);
  }

  Status Param(const ParamSink& sink) {
    std::string name;
    uint32_t model_version = 0;
    uint64_t lod_level = 0;
    LoD lod;
    uint32_t tensor_version = 0;
    int32_t type = 0;
    std::vector<int64_t> dims;
    std::string_view data;
    LITE_RETURN_IF_ERROR(Text(&name));
    LITE_RETURN_IF_ERROR(bytes_->Read(&model_version));
    LITE_RETURN_IF_ERROR(bytes_->Read(&lod_level));
    LITE_RETURN_IF_ERROR(List(kMinString, [&] {
      lod.emplace_back();
      return Numbers(&lod.back());
    }));
    const size_t version_offset = bytes_->offset();
    LITE_RETURN_IF_ERROR(bytes_->Read(&tensor_version));
    if (tensor_version != 0) {
      return DataLoss("offset ", version_offset, ": tensor version is ", tensor_version,
                      ", 0 is expected");
    }
    LITE_RETURN_IF_ERROR(TensorDesc(&type, &dims));
    uint64_t size = 0;
    LITE_RETURN_IF_ERROR(bytes_->Read(&size));
    LITE_RETURN_IF_ERROR(bytes_->PassBytes(size, &data));
    if (type < 0 || type >= kTypeCount) {
      return DataLoss("offset ", bytes_->offset(), ": parameter \"", name,
                      "\" has element type number ", type);
    }
    return AddParam(name, kTypes[type], dims, std::move(lod), data, sink);
  }

 private:
  ByteReader* const bytes_;
};

class Writer {
 public:
  explicit Writer(std::string* out) : out_(out) {}

  template <typename T>
  void Number(T value) {
    AppendRaw(out_, value);
  }
  void Text(std::string_view text) {
    Number(static_cast<uint64_t>(text.size()));
    out_->append(text);
  }
  template <typename T>
  void Numbers(const std::vector<T>& values) {
    Number(static_cast<uint64_t>(values.size()));
    for (const T value : values) Number(value);
  }
  void Texts(const std::vector<std::string>& texts) {
    Number(static_cast<uint64_t>(texts.size()));
    for (const auto& text : texts) Text(text);
  }
  void TensorDesc(int32_t type, const std::vector<int64_t>& dims) {
    Number(type);
    Numbers(dims);
  }

  Status Var(const VarDesc& var) {
    const int kind = NumberOf(var.type);
    if (kind < 0) {
      return Unsupported("variable \"", var.name, "\" of type ", static_cast<int>(var.type),
                         " does not fit into meta version 0");
    }
    Text(var.name);
    Number(int32_t{kind});
    TensorDesc(0, {});  // selected_rows
    // Like the official writer, without a shape.
    const bool tensor = var.type == VarType::kLoDTensor;
    TensorDesc(tensor ? std::max(NumberOf(var.data_type), 0) : 0, {});
    Number(int32_t{0});
    TensorDesc(0, {});  // tensor_array
    Number(int32_t{0});
    Number(uint64_t{0});  // reader
    Number(uint64_t{0});  // tuple
    Number(static_cast<uint8_t>(var.persistable));
    return OkStatus();
  }

  void Slots(const SlotMap& slots) {
    Number(static_cast<uint64_t>(slots.size()));
    for (const auto& [slot, names] : slots) {
      Text(slot);
      Texts(names);
    }
  }

  // The value of the alternative T, or an empty one.
  template <typename T>
  static T Get(const AttrValue& value) {
    const T* held = std::get_if<T>(&value);
    return held == nullptr ? T{} : *held;
  }

  void Attr(const std::string& name, const AttrValue& value) {
    Text(name);
    Number(static_cast<int32_t>(value.index()));
    Number(Get<int32_t>(value));
    Number(Get<float>(value));
    Text(Get<std::string>(value));
    Numbers(Get<std::vector<int32_t>>(value));
    Numbers(Get<std::vector<float>>(value));
    Texts(Get<std::vector<std::string>>(value));
    Number(static_cast<uint8_t>(Get<bool>(value)));
    const auto bools = Get<std::vector<bool>>(value);
    Numbers(std::vector<uint8_t>(bools.begin(), bools.end()));
    const auto* block = std::get_if<BlockRef>(&value);
    Number(int32_t{block == nullptr ? 0 : block->index});
    Number(Get<int64_t>(value));
    std::vector<int32_t> blocks;
    for (const BlockRef& ref : Get<std::vector<BlockRef>>(value)) blocks.push_back(ref.index);
    Numbers(blocks);
    Numbers(Get<std::vector<int64_t>>(value));
  }

  Status Op(const OpDesc& op) {
    Text(op.type);
    Slots(op.inputs);
    Slots(op.outputs);
    Number(static_cast<uint64_t>(op.attrs.size()));
    for (const auto& entry : op.attrs) {
      LITE_ASSIGN_OR_RETURN(const AttrValue value, StoredAttr(op, entry.first, false));
      Attr(entry.first, value);
    }
    Number(static_cast<uint8_t>(op.is_target));
    return OkStatus();
  }

  Status Param(const std::string& name, const Tensor& tensor) {
    const PrecisionType precision = tensor.precision();
    if (precision == PrecisionType::kBool || precision == PrecisionType::kFP16 ||
        precision == PrecisionType::kBF16) {
      return Unsupported("readers of meta version 0 do not support ", PrecisionToStr(precision),
                         " parameters; write meta version 2");
    }
    const bool present = tensor.IsInitialized();
    if (present && !IsHostMemory(tensor.target())) {
      return Unsupported("it is not in host memory");
    }
    Text(name);
    Number(uint32_t{0});
    Number(static_cast<uint64_t>(tensor.lod().size()));
    Number(static_cast<uint64_t>(tensor.lod().size()));
    for (const auto& level : tensor.lod()) Numbers(level);
    Number(uint32_t{0});
    TensorDesc(NumberOf(VarTypeOf(precision)),
               present ? tensor.dims().Vectorize() : std::vector<int64_t>());
    Text(present ? std::string_view(tensor.data<char>(), tensor.memory_size())
                 : std::string_view());
    return OkStatus();
  }

 private:
  std::string* const out_;
};

}  // namespace

Status ReadNaiveProgram(std::string_view bytes, size_t file_offset, Program* program) {
  ByteReader reader(bytes, file_offset);
  LITE_RETURN_IF_ERROR(Reader(&reader).Program(program));
  if (reader.remaining() == 0) return OkStatus();
  return DataLoss("offset ", reader.offset(), ": ", reader.remaining(), " bytes after the program");
}

Status ReadNaiveParams(std::string_view bytes, size_t file_offset, const ParamSink& sink) {
  ByteReader reader(bytes, file_offset, sink.file);
  return Reader(&reader).List(kMinParam, [&] { return Reader(&reader).Param(sink); });
}

Status ReadNaiveParam(ByteReader* reader, const ParamSink& sink) {
  return Reader(reader).Param(sink);
}

Status AppendNaiveProgram(const Program& program, std::string* out) {
  Writer writer(out);
  writer.Number(static_cast<uint64_t>(program.blocks.size()));
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const BlockDesc& block = program.blocks[b];
    writer.Number(static_cast<int32_t>(b));
    writer.Number(int32_t{block.parent});
    writer.Number(static_cast<uint64_t>(block.vars.size()));
    for (const VarDesc& var : block.vars) LITE_RETURN_IF_ERROR(writer.Var(var));
    writer.Number(static_cast<uint64_t>(block.ops.size()));
    for (const OpDesc& op : block.ops) LITE_RETURN_IF_ERROR(writer.Op(op));
    writer.Number(int32_t{block.forward_block});
  }
  writer.Number(program.version);
  return OkStatus();
}

Status AppendNaiveParams(const Params& params, std::string* out) {
  Writer writer(out);
  writer.Number(static_cast<uint64_t>(params.size()));
  for (const auto& [name, tensor] : params) {
    const Status status = writer.Param(name, tensor);
    if (!status.ok()) return status.WithContext(StrCat("parameter \"", name, "\""));
  }
  return OkStatus();
}

}  // namespace paddle::lite::model::nb
