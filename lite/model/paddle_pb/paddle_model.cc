// Loads whole models: finds the files, matches parameters to variables.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "lite/model/checks.h"
#include "lite/model/file.h"
#include "lite/model/foreign_format.h"
#include "lite/model/paddle_pb/codec.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/model/system_calls.h"

namespace paddle::lite::model {

namespace {

constexpr const char* kProgramNames[] = {"__model__", "model", "model.pdmodel",
                                         "inference.pdmodel"};
constexpr const char* kParamsNames[] = {"__params__", "params", "weights", "model.pdiparams",
                                        "inference.pdiparams"};

// Regular files of a folder whose name ends so, sorted; an empty ending is that of all. Not by
// readdir(): in a program of 32 bits, it may end with an error at an entry whose number or place in
// the folder has more bits.
Result<std::vector<std::string>> FilesEndingWith(const std::string& dir,
                                                 const std::string& ending) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(std::filesystem::u8path(dir), error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().u8string();
    if (name.size() > ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0 &&
        FileExists(JoinPath(dir, name))) {
      names.push_back(name);
    }
  }
  if (error) return IoError("cannot list folder ", dir, ": ", error.message());
  std::sort(names.begin(), names.end());
  return names;
}

// The first well-known name that exists, else the only file with the ending, else "".
template <size_t N>
Result<std::string> FindFile(const std::string& dir, const char* const (&names)[N],
                             const std::string& ending) {
  for (const char* name : names) {
    if (FileExists(JoinPath(dir, name))) return JoinPath(dir, name);
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<std::string> found, FilesEndingWith(dir, ending));
  return found.size() == 1 ? JoinPath(dir, found[0]) : std::string();
}

template <size_t N>
std::string ListNames(const char* const (&names)[N]) {
  return ListToString(std::vector<std::string>(names, names + N));
}

// "; FILE is a model of another kind, ..." for the first such file of a folder; empty when there
// is none.
std::string ForeignModelIn(const std::string& dir) {
  const Result<std::vector<std::string>> names = FilesEndingWith(dir, "");
  if (!names.ok()) return "";
  for (const std::string& name : *names) {
    const auto file = OpenFile::Open(JoinPath(dir, name));
    if (!file.ok()) continue;
    std::string head(std::min<uint64_t>((*file)->size(), kForeignModelHead), '\0');
    if (!(*file)->ReadAt(0, head.size(), head.data()).ok()) continue;
    const std::string foreign = DescribeForeignModel(head);
    if (!foreign.empty()) return StrCat("; ", name, " is ", foreign);
  }
  return "";
}

// The description of a variable, that of the first block which has one.
using VarIndex = std::map<std::string, VarDesc*>;
VarIndex IndexVars(Program* program) {
  VarIndex index;
  for (BlockDesc& block : program->blocks) {
    for (VarDesc& var : block.vars) index.emplace(var.name, &var);
  }
  return index;
}

// Whether a parameter's shape contradicts its declaration. Versions of Paddle differ between [1]
// and [], so only the number of elements is compared, and only if the declared shape is complete.
bool Contradicts(const VarDesc& var, const TensorRecord& record) {
  if (!var.has_tensor_desc || var.type != VarType::kLoDTensor || var.shape.empty()) return false;
  const auto declared = ParamBytes(VarType::kUInt8, var.shape);
  const auto stored = ParamBytes(VarType::kUInt8, record.dims);
  return declared.ok() && stored.ok() && *declared != *stored;
}

Status DescribeMismatch(const VarIndex& vars, const std::vector<std::string>& names,
                        const std::vector<TensorRecord>& records) {
  for (size_t i = 0; i < std::min(names.size(), records.size()); ++i) {
    const auto var = vars.find(names[i]);
    if (var == vars.end() || !Contradicts(*var->second, records[i])) continue;
    return DataLoss("tensor ", i, " (offset ", records[i].offset, ") has shape ",
                    ListToString(records[i].dims), ", but variable \"", names[i],
                    "\" is declared as ", ListToString(var->second->shape),
                    "; do program and parameters belong together?");
  }
  return OkStatus();
}

// `file` is used as in ReadParam.
Status AddParam(const std::string& name, TensorRecord record, LoadedFile* file, Params* params) {
  auto tensor = ReadParam(record.type, record.dims, std::move(record.lod), record.data, file);
  if (!tensor.ok()) return tensor.status().WithContext(StrCat("parameter \"", name, "\""));
  params->emplace(name, std::move(*tensor));
  return OkStatus();
}

// `file` holds the bytes, or is null if they belong to the caller.
Status LoadCombined(std::string_view bytes, LoadedFile* file, Model* model) {
  LITE_ASSIGN_OR_RETURN(auto records, ReadTensorRecords(bytes, file));
  Program* program = &model->program;
  // The file holds the variables of the main block, or those of all blocks.
  auto names = ParamNames(*program, 1);
  if (names.size() != records.size()) names = ParamNames(*program, program->blocks.size());
  LITE_RETURN_IF_ERROR(DescribeMismatch(IndexVars(program), names, records));
  if (names.size() != records.size()) {
    return DataLoss("the file has ", records.size(), " tensors, the program ", names.size(),
                    " parameters; do they belong together?");
  }
  for (size_t i = 0; i < names.size(); ++i) {
    LITE_RETURN_IF_ERROR(AddParam(names[i], std::move(records[i]), file, &model->params));
  }
  return OkStatus();
}

Status LoadCombinedFile(const std::string& path, Model* model) {
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<const OpenFile> file, OpenFile::Open(path));
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<LoadedFile> loaded, LoadedFile::Load(*file));
  return LoadCombined(loaded->bytes(), loaded.get(), model).WithContext(path);
}

std::set<std::string> ReadByOperators(const Program& program) {
  std::set<std::string> read;
  for (const BlockDesc& block : program.blocks) {
    for (const OpDesc& op : block.ops) {
      for (const auto& slot : op.inputs) read.insert(slot.second.begin(), slot.second.end());
    }
  }
  return read;
}

Status LoadSeparate(const std::string& dir, Model* model) {
  Program* program = &model->program;
  const VarIndex vars = IndexVars(program);
  const std::set<std::string> read = ReadByOperators(*program);
  std::set<std::string> left_over;
  for (const auto& name : ParamNames(*program, program->blocks.size())) {
    const std::string path = JoinPath(dir, name);
    if (!StaysBelow(name) || !FileExists(path)) {
      if (read.count(name) != 0) {
        return NotFound("parameter \"", name, "\" has no file ", path);
      }
      left_over.insert(name);
      continue;
    }
    LITE_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
    std::vector<TensorRecord> records(1);
    ByteReader reader(bytes);
    Status status = ReadTensorRecord(&reader, &records[0]);
    if (status.ok() && reader.remaining() != 0) {
      status =
          DataLoss("offset ", reader.offset(), ": ", reader.remaining(), " bytes after the tensor");
    }
    if (status.ok()) status = DescribeMismatch(vars, {name}, records);
    if (status.ok()) status = AddParam(name, std::move(records[0]), nullptr, &model->params);
    if (!status.ok()) return status.WithContext(path);
  }
  // From training: nothing reads them.
  for (BlockDesc& block : program->blocks) {
    for (VarDesc& var : block.vars) {
      if (left_over.count(var.name) != 0) var.persistable = false;
    }
  }
  return OkStatus();
}

Status LoadProgram(std::string_view bytes, const std::string& name, Model* model) {
  auto program = DecodePaddleProgram(bytes);
  if (!program.ok()) return program.status().WithContext(name);
  model->program = std::move(*program);
  return OkStatus();
}

Status LoadFromDir(const std::string& dir, Model* model) {
  if (!DirectoryExists(dir)) return NotFound("there is no folder ", dir);
  LITE_ASSIGN_OR_RETURN(const std::string program_file, FindFile(dir, kProgramNames, ".pdmodel"));
  if (program_file.empty()) {
    return NotFound("folder ", dir, " holds no program: looked for ", ListNames(kProgramNames),
                    " and for a single *.pdmodel", ForeignModelIn(dir));
  }
  model->source = program_file;
  {
    LITE_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(program_file));
    LITE_RETURN_IF_ERROR(LoadProgram(bytes, program_file, model));
  }
  const auto names = ParamNames(model->program, model->program.blocks.size());
  if (names.empty()) return OkStatus();
  const bool separate = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return StaysBelow(name) && FileExists(JoinPath(dir, name));
  });
  if (separate) return LoadSeparate(dir, model);
  LITE_ASSIGN_OR_RETURN(const std::string params_file, FindFile(dir, kParamsNames, ".pdiparams"));
  if (params_file.empty()) {
    return NotFound("folder ", dir, " holds no values of the ", names.size(),
                    " parameters: looked for one file named like each parameter (the first is \"",
                    names[0], "\"), ", ListNames(kParamsNames), " and a single *.pdiparams");
  }
  return LoadCombinedFile(params_file, model);
}

Status LoadFromFiles(const PaddleModelSource& source, Model* model) {
  {
    LITE_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(source.model_file));
    LITE_RETURN_IF_ERROR(LoadProgram(bytes, source.model_file, model));
  }
  if (source.param_file.empty()) {
    const auto names = ParamNames(model->program, model->program.blocks.size());
    if (names.empty()) return OkStatus();
    return InvalidArgument("program ", source.model_file, " has ", names.size(),
                           " parameters, the first is \"", names[0],
                           "\"; a parameter file is required");
  }
  return LoadCombinedFile(source.param_file, model);
}

Status LoadFromMemory(const PaddleModelSource& source, Model* model) {
  LITE_RETURN_IF_ERROR(LoadProgram(source.model_buffer, "program in memory", model));
  return LoadCombined(source.param_buffer, nullptr, model).WithContext("parameters in memory");
}

}  // namespace

bool IsPartOf(const PaddleModelSource& source, const std::string& path) {
  FileInfo asked;
  if (!GetFileInfo(path, &asked)) return false;
  std::vector<std::string> files = {source.model_file, source.param_file};
  if (!source.model_dir.empty()) {
    const auto program = FindFile(source.model_dir, kProgramNames, ".pdmodel");
    const auto params = FindFile(source.model_dir, kParamsNames, ".pdiparams");
    files = {program.ok() ? *program : "", params.ok() ? *params : ""};
  }
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    FileInfo found;
    return !file.empty() && GetFileInfo(file, &found) && found.device == asked.device &&
           found.number == asked.number;
  });
}

Result<Model> ReadPaddleModel(const PaddleModelSource& source) {
  const int forms = (source.from_memory ? 1 : 0) + (source.model_dir.empty() ? 0 : 1) +
                    (source.model_file.empty() ? 0 : 1);
  if (forms != 1) {
    return InvalidArgument(
        "a model comes from a folder, from files or from memory: exactly one is required, ", forms,
        " are given");
  }
  Model model;
  if (source.from_memory) {
    model.source = "memory";
    LITE_RETURN_IF_ERROR(LoadFromMemory(source, &model));
  } else if (!source.model_dir.empty()) {
    model.source = source.model_dir;
    LITE_RETURN_IF_ERROR(LoadFromDir(source.model_dir, &model));
  } else {
    model.source = source.model_file;
    LITE_RETURN_IF_ERROR(LoadFromFiles(source, &model));
  }
  return model;
}

Result<Model> LoadPaddleModel(const PaddleModelSource& source) {
  LITE_ASSIGN_OR_RETURN(Model model, ReadPaddleModel(source));
  const Status status = NormalizeProgram(&model.program);
  if (!status.ok()) return status.WithContext(model.source);
  // The stored value takes precedence: programs saved with reduced precision still declare FP32.
  for (BlockDesc& block : model.program.blocks) {
    for (VarDesc& var : block.vars) {
      const auto it = model.params.find(var.name);
      if (it == model.params.end()) continue;
      var.data_type = VarTypeOf(it->second.precision());
      var.shape = it->second.dims().Vectorize();
      var.has_tensor_desc = true;
    }
  }
  return model;
}

Status SavePaddleModel(const Model& model, const std::string& dir) {
  LITE_ASSIGN_OR_RETURN(const std::string program, EncodePaddleProgram(model.program));
  LITE_ASSIGN_OR_RETURN(const std::string params, EncodePaddleParams(model));
  LITE_RETURN_IF_ERROR(MakeDirectories(dir));
  LITE_RETURN_IF_ERROR(WriteFileAtomically(JoinPath(dir, "model"), program));
  return WriteFileAtomically(JoinPath(dir, "params"), params);
}

}  // namespace paddle::lite::model
