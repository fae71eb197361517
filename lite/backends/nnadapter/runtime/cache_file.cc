#include "lite/backends/nnadapter/runtime/cache_file.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "lite/backends/nnadapter/core/operands.h"

namespace nnadapter::runtime {
namespace {

constexpr uint32_t kOperationCodeVersion = 1;
constexpr size_t kMaxTokenLength = 200;
// Bytes of a file that is read: more cannot be a cache that was written here.
constexpr long kMaxFileBytes = 0x7FFFFFFF;

// Two multiplicative hashes of the same bytes.
class Digest {
 public:
  void Add(const Bytes& bytes) { Add(bytes.data(), bytes.size()); }
  void Add(const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    AddWord(size);
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
      uint64_t word = 0;
      for (int k = 0; k < 8; ++k) word |= uint64_t{bytes[i + k]} << (8 * k);
      AddWord(word);
    }
    uint64_t rest = 0;
    for (int k = 0; i < size; ++i, ++k) rest |= uint64_t{bytes[i]} << (8 * k);
    AddWord(rest);
  }
  Bytes Finish() const {
    ByteWriter writer;
    writer.U64(Mix(low_));
    writer.U64(Mix(high_ ^ Mix(low_)));
    return writer.Take();
  }

 private:
  static uint64_t Mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xFF51AFD7ED558CCDull;
    x ^= x >> 33;
    x *= 0xC4CEB9FE1A85EC53ull;
    return x ^ (x >> 33);
  }
  void AddWord(uint64_t word) {
    low_ = (low_ ^ word) * 0x100000001B3ull;
    low_ ^= low_ >> 29;
    high_ = (high_ + Mix(word)) * 0x9E3779B97F4A7C15ull;
    high_ ^= high_ >> 32;
  }

  uint64_t low_ = 0xCBF29CE484222325ull, high_ = 0x6C62272E07BB0142ull;
};

Bytes Number(uint32_t value) {
  ByteWriter writer;
  writer.U32(value);
  return writer.Take();
}

Bytes Text(const std::string& text) { return Bytes(text.begin(), text.end()); }

Bytes Indexes(const std::vector<int32_t>& indexes) {
  ByteWriter writer;
  writer.U32(static_cast<uint32_t>(indexes.size()));
  for (int32_t index : indexes) writer.I32(index);
  return writer.Take();
}

// Values of an archive by key. After a missing or malformed one, ok() is false.
class ArchiveReader {
 public:
  explicit ArchiveReader(Archive archive) : archive_(std::move(archive)) {}

  Bytes Take(const std::string& key) {
    const auto found = archive_.find(key);
    if (found == archive_.end()) {
      Fail(key);
      return {};
    }
    Bytes bytes = std::move(found->second);
    archive_.erase(found);
    return bytes;
  }
  uint32_t Number(const std::string& key) {
    const Bytes bytes = Take(key);
    ByteReader reader(bytes);
    const uint32_t value = reader.U32();
    if (!reader.Finish()) Fail(key);
    return value;
  }
  std::string Text(const std::string& key) {
    const Bytes bytes = Take(key);
    return std::string(bytes.begin(), bytes.end());
  }
  std::vector<int32_t> Indexes(const std::string& key) {
    const Bytes bytes = Take(key);
    ByteReader reader(bytes);
    std::vector<int32_t> indexes;
    for (uint32_t i = reader.Count(4); i > 0; --i) indexes.push_back(reader.I32());
    if (!reader.Finish()) Fail(key);
    return indexes;
  }
  void Types(const std::string& key, TypeList* types) {
    if (!types->Read(Take(key))) Fail(key);
  }
  void Fail(const std::string& key) {
    if (bad_.empty()) bad_ = key;
  }
  Status status() const {
    return bad_.empty() ? Status()
                        : InvalidParameter("its entry ", bad_, " is missing or malformed");
  }
  size_t size() const { return archive_.size(); }

 private:
  Archive archive_;
  std::string bad_;
};

Status CheckIndexes(const CachedModel& model) {
  std::set<int32_t> slots;
  std::set<size_t> outputs;
  for (size_t i = 0; i < model.programs.size(); ++i) {
    const CachedProgram& program = model.programs[i];
    const std::string prefix = Concat("its program ", i, " has ");
    if (program.input_indexes.size() != program.input_types.size() ||
        program.output_indexes.size() != program.output_types.size() ||
        program.output_indexes.empty()) {
      return InvalidParameter(prefix, "wrong numbers of inputs or outputs");
    }
    for (int32_t index : program.input_indexes) {
      const bool known =
          index >= 0 ? slots.count(index) > 0
                     : static_cast<uint64_t>(-(int64_t{index} + 1)) < model.input_types.size();
      if (!known) return InvalidParameter(prefix, "the input index ", index);
    }
    for (int32_t index : program.output_indexes) {
      const uint64_t whole = static_cast<uint64_t>(-(int64_t{index} + 1));
      const bool fresh = index >= 0 ? slots.insert(index).second
                                    : whole < model.output_types.size() &&
                                          outputs.insert(static_cast<size_t>(whole)).second;
      if (!fresh) return InvalidParameter(prefix, "the output index ", index);
    }
    if (program.buffer.empty()) return InvalidParameter(prefix, "no program");
  }
  return outputs.size() == model.output_types.size()
             ? Status()
             : InvalidParameter("its programs write ", outputs.size(), " of ",
                                model.output_types.size(), " outputs");
}

std::string CachePath(const std::string& dir, const std::string& token) {
  return dir + "/" + token + ".nnc";
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

}  // namespace

Bytes HashModel(const core::Model& model, const std::vector<const core::Operation*>& order) {
  std::map<const core::Operand*, uint32_t> indexes;
  Digest digest;
  const auto add = [&](const std::vector<core::Operand*>& operands) {
    ByteWriter writer;
    for (const core::Operand* operand : operands) {
      const auto known = indexes.find(operand);
      if (!operand) {
        writer.U8(0);
      } else if (known != indexes.end()) {
        writer.U8(1);
        writer.U32(known->second);
      } else {
        indexes.emplace(operand, static_cast<uint32_t>(indexes.size()));
        writer.U8(2);
        writer.Type(operand->type);
        if (operand->buffer) digest.Add(operand->buffer, operand->length);
      }
    }
    digest.Add(writer.Take());
  };
  add(model.input_operands);
  for (const core::Operation* operation : order) {
    digest.Add(Number(static_cast<uint32_t>(operation->type)));
    add(operation->input_operands);
    add(operation->output_operands);
  }
  add(model.output_operands);
  return digest.Finish();
}

Bytes WriteCache(const CachedModel& model, const Context& context) {
  Archive archive;
  archive["hal_version"] = Number(NNADAPTER_VERSION);
  archive["op_code_version"] = Number(kOperationCodeVersion);
  archive["context_properties"] = Text(context.properties);
  archive["model_hash"] = model.model_hash;
  archive["input_types"] = model.input_types.Write();
  archive["output_types"] = model.output_types.Write();
  archive["num_caches"] = Number(static_cast<uint32_t>(model.programs.size()));
  for (size_t i = 0; i < model.programs.size(); ++i) {
    const CachedProgram& program = model.programs[i];
    const std::string prefix = Concat("cache_", i, "_");
    archive[prefix + "device_name"] = Text(program.device);
    archive[prefix + "device_version"] = Number(static_cast<uint32_t>(program.device_version));
    archive[prefix + "input_indexes"] = Indexes(program.input_indexes);
    archive[prefix + "output_indexes"] = Indexes(program.output_indexes);
    archive[prefix + "input_types"] = program.input_types.Write();
    archive[prefix + "output_types"] = program.output_types.Write();
    archive[prefix + "model_buffer"] = program.buffer;
  }
  return WriteArchive(archive);
}

Status ReadCache(const void* data, size_t size, const Context& context, const Bytes& model_hash,
                 CachedModel* model) {
  Archive archive;
  NNADAPTER_RETURN_IF_ERROR(ReadArchive(data, size, &archive));
  ArchiveReader reader(std::move(archive));
  const uint32_t hal = reader.Number("hal_version"), codes = reader.Number("op_code_version");
  const std::string properties = reader.Text("context_properties");
  model->model_hash = reader.Take("model_hash");
  reader.Types("input_types", &model->input_types);
  reader.Types("output_types", &model->output_types);
  const uint32_t count = reader.Number("num_caches");
  NNADAPTER_RETURN_IF_ERROR(reader.status());
  if (hal != NNADAPTER_VERSION || codes != kOperationCodeVersion) {
    return InvalidParameter("it was written for version ", hal, " of the HAL and ", codes,
                            " of the operation codes, expected ", NNADAPTER_VERSION, " and ",
                            kOperationCodeVersion);
  }
  if (properties != context.properties) {
    return InvalidParameter("it was written for the context properties \"", properties,
                            "\", expected \"", context.properties, "\"");
  }
  if (!model_hash.empty() && model_hash != model->model_hash) {
    return InvalidParameter("it was written for another model");
  }
  if (uint64_t{count} * 7 != reader.size() || !count) {
    return InvalidParameter("its number of programs is ", count, " with ", reader.size(),
                            " entries, expected 7 for each");
  }
  for (uint32_t i = 0; i < count; ++i) {
    CachedProgram& program = model->programs.emplace_back();
    const std::string prefix = Concat("cache_", i, "_");
    program.device = reader.Text(prefix + "device_name");
    program.device_version = static_cast<int32_t>(reader.Number(prefix + "device_version"));
    program.input_indexes = reader.Indexes(prefix + "input_indexes");
    program.output_indexes = reader.Indexes(prefix + "output_indexes");
    reader.Types(prefix + "input_types", &program.input_types);
    reader.Types(prefix + "output_types", &program.output_types);
    program.buffer = reader.Take(prefix + "model_buffer");
    NNADAPTER_RETURN_IF_ERROR(reader.status());
  }
  return CheckIndexes(*model);
}

Status CheckToken(const std::string& token) {
  const bool valid = !token.empty() && token.size() <= kMaxTokenLength && token[0] != '.' &&
                     std::none_of(token.begin(), token.end(), [](unsigned char c) {
                       return c < 0x20 || c == '/' || c == '\\' || c == ':';
                     });
  return valid ? Status()
               : InvalidParameter("the cache token \"", token.substr(0, kMaxTokenLength),
                                  "\" is not part of a file's name: expected 1 to ",
                                  kMaxTokenLength, " characters without separators");
}

bool CacheFileExists(const std::string& dir, const std::string& token) {
  return access(CachePath(dir, token).c_str(), F_OK) == 0;
}

Status ReadCacheFile(const std::string& dir, const std::string& token, Bytes* bytes) {
  const std::string path = CachePath(dir, token);
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    return InvalidParameter("the cache ", path, " cannot be opened: ", std::strerror(errno));
  }
  long size = -1;
  if (std::fseek(file.get(), 0, SEEK_END) == 0) size = std::ftell(file.get());
  if (size < 0 || size >= kMaxFileBytes || std::fseek(file.get(), 0, SEEK_SET) != 0) {
    return InvalidParameter("the cache ", path, " cannot be read");
  }
  bytes->resize(static_cast<size_t>(size));
  if (std::fread(bytes->data(), 1, bytes->size(), file.get()) != bytes->size()) {
    return InvalidParameter("the cache ", path, " cannot be read");
  }
  return Status();
}

Status WriteCacheFile(const std::string& dir, const std::string& token, const Bytes& bytes) {
  static std::atomic<unsigned> counter{0};
  const std::string path = CachePath(dir, token);
  const std::string temporary =
      Concat(path, ".", static_cast<long>(getpid()), ".", counter.fetch_add(1), ".tmp");
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (!file) {
    return InvalidParameter("the cache ", temporary, " cannot be created: ", std::strerror(errno));
  }
  bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  written = std::fclose(file) == 0 && written;
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    std::remove(temporary.c_str());
    return InvalidParameter("the cache ", path, " cannot be written: ", std::strerror(error));
  }
  return Status();
}

}  // namespace nnadapter::runtime
