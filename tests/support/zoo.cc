#include "tests/support/zoo.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lite/core/element.h"

namespace paddle::lite::test {
namespace {

using Json = nlohmann::json;

Result<std::string> ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return NotFound("cannot open ", path);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

Status WriteAll(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  return file ? OkStatus() : IoError("cannot write ", path);
}

Result<Json> ReadJson(const std::string& path) {
  LITE_ASSIGN_OR_RETURN(const std::string text, ReadAll(path));
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return DataLoss(path, " is not JSON");
  return json;
}

const ElementName* FindDataType(const std::string& name) {
  for (const ElementName& type : ElementNames()) {
    if (name == type.name) return &type;
  }
  return nullptr;
}

size_t Count(const std::vector<int64_t>& shape) {
  size_t count = 1;
  for (const int64_t d : shape) count *= static_cast<size_t>(d);
  return count;
}

template <typename T>
std::string Bytes(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <typename To, typename From>
std::string Converted(const std::vector<From>& values) {
  return Bytes(std::vector<To>(values.begin(), values.end()));
}

template <typename From>
Result<std::string> ConvertedTo(PrecisionType precision, const std::vector<From>& values) {
  using Types = IntegerTypes::And<bool, float, double>;
  std::string bytes;
  LITE_RETURN_IF_ERROR(VisitElementType<Types>("array", precision, [&](auto type) {
    bytes = Converted<StoredAs<typename decltype(type)::Type>>(values);
  }));
  return bytes;
}

LoD ReadLoD(const Json& json) {
  LoD lod;
  if (json.is_array()) {
    for (const Json& level : json) lod.push_back(level.get<std::vector<uint64_t>>());
  }
  return lod;
}

// A binary PGM or PPM image as (byte * scale - mean[c]) / std[c], planes first.
Result<std::vector<float>> ReadImage(const std::string& path, const Json& input) {
  LITE_ASSIGN_OR_RETURN(const std::string bytes, ReadAll(path));
  std::istringstream header(bytes);
  std::string magic;
  size_t width = 0, height = 0, maximum = 0;
  header >> magic >> width >> height >> maximum;
  const size_t channels = magic == "P6" ? 3 : 1;
  const size_t begin = static_cast<size_t>(header.tellg()) + 1;
  if ((magic != "P5" && magic != "P6") || bytes.size() < begin + width * height * channels) {
    return DataLoss(path, " is not a binary PGM or PPM image");
  }
  if (input["layout"] != "NCHW" || input["order"] != "rgb")
    return Unsupported(path, ": layout or order");
  const auto mean = input["mean"].get<std::vector<double>>();
  const auto deviation = input["std"].get<std::vector<double>>();
  const double scale = input["scale"];
  const auto* pixels = reinterpret_cast<const unsigned char*>(bytes.data()) + begin;
  std::vector<float> values;
  for (size_t c = 0; c < channels; ++c) {
    for (size_t i = 0; i < width * height; ++i) {
      values.push_back(
          static_cast<float>((pixels[i * channels + c] * scale - mean[c]) / deviation[c]));
    }
  }
  return values;
}

Result<ZooArray> MakeInput(const std::string& zoo_dir, const std::string& feed, const Json& input,
                           int index) {
  ZooArray array;
  array.name = feed;
  array.shape = input["shape"].get<std::vector<int64_t>>();
  array.lod = ReadLoD(input["lod"]);
  const ElementName* type = FindDataType(input["dtype"]);
  if (type == nullptr) return Unsupported("input ", feed, ": element type");
  array.precision = type->precision;
  std::string key = StrCat("input:", index, ":", feed);
  if (input.contains("key") && input["key"].is_string()) key = input["key"];
  const size_t count = Count(array.shape);
  const std::string kind = input["kind"];
  if (kind == "uniform") {
    array.bytes = Bytes(FormulaFloats(key, count, input["bound"], input["center"]));
  } else if (kind == "patches") {
    array.bytes =
        Bytes(FormulaPatches(key, array.shape, input["cell"], input["bound"], input["center"]));
  } else if (kind == "ints") {
    LITE_ASSIGN_OR_RETURN(
        array.bytes,
        ConvertedTo(type->precision, FormulaInts(key, count, input["low"], input["high"])));
  } else if (kind == "values") {
    LITE_ASSIGN_OR_RETURN(array.bytes,
                          ConvertedTo(type->precision, input["data"].get<std::vector<double>>()));
  } else if (kind == "image") {
    LITE_ASSIGN_OR_RETURN(const std::vector<float> values,
                          ReadImage(zoo_dir + "/" + input["path"].get<std::string>(), input));
    array.bytes = Bytes(values);
  } else {
    return Unsupported("input ", feed, ": kind ", kind);
  }
  if (array.bytes.size() != count * PrecisionTypeLength(array.precision)) {
    return DataLoss("input ", feed, ": ", array.bytes.size(), " bytes for ", count, " values");
  }
  return array;
}

Result<ZooArray> MakeParam(const Json& param, const std::string& stored) {
  ZooArray array;
  array.name = param["name"];
  array.shape = param["shape"].get<std::vector<int64_t>>();
  const ElementName* type = FindDataType(param["dtype"]);
  if (type == nullptr) return Unsupported("parameter ", array.name, ": element type");
  array.precision = type->precision;
  const size_t count = Count(array.shape);
  const std::string from = param["from"];
  if (from == "formula") {
    array.bytes = Bytes(FormulaFloats(array.name, count, param["bound"], param["center"]));
    return array;
  }
  const size_t begin = param["at"];
  const bool bf16 = from == "bf16";
  if (!bf16 && from != "raw") return Unsupported("parameter ", array.name, ": values from ", from);
  const size_t size = count * (bf16 ? 2 : PrecisionTypeLength(array.precision));
  if (begin + size > stored.size())
    return DataLoss("parameter ", array.name, ": stored.bin is too short");
  array.bytes = stored.substr(begin, size);
  if (bf16) {  // the upper halves of float32 numbers
    std::string wide;
    for (size_t i = 0; i < count; ++i) wide.append(2, '\0').append(array.bytes, 2 * i, 2);
    array.bytes = wide;
  }
  return array;
}

// The integers that Paddle's tools make of a weight by formula: `scale` holds one largest
// magnitude, or one for each index of `axis`.
Result<ZooArray> MakeQuantisedParam(const Json& param, const std::vector<float>& scale) {
  ZooArray array;
  array.name = param["name"];
  array.shape = param["shape"].get<std::vector<int64_t>>();
  const ElementName* type = FindDataType(param["dtype"]);
  if (type == nullptr) return Unsupported("parameter ", array.name, ": element type");
  array.precision = type->precision;
  const std::vector<float> weight =
      FormulaFloats(array.name, Count(array.shape), param["bound"], param["center"]);
  size_t axis = 0;
  if (scale.size() > 1) axis = param["axis"];
  size_t inner = 1;
  for (size_t d = axis + 1; d < array.shape.size(); ++d) {
    inner *= static_cast<size_t>(array.shape[d]);
  }
  std::vector<double> integers;
  for (size_t i = 0; i < weight.size(); ++i) {
    const float s = scale[i / inner % scale.size()];
    integers.push_back(std::nearbyint(std::min(std::max(weight[i], -s), s) / s * 127.0f));
  }
  LITE_ASSIGN_OR_RETURN(array.bytes, ConvertedTo(array.precision, integers));
  return array;
}

void AppendVarint(std::string* out, uint64_t value) {
  for (; value > 0x7f; value >>= 7) out->push_back(static_cast<char>(value | 0x80));
  out->push_back(static_cast<char>(value));
}

template <typename T>
void AppendRaw(std::string* out, T value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// One parameter of a combined file: versions and LoD (none), description, elements.
void AppendTensor(std::string* out, const ZooArray& array) {
  std::string description;
  for (const ElementName& type : ElementNames()) {
    if (type.precision != array.precision) continue;
    description.push_back(0x08);
    AppendVarint(&description, static_cast<uint64_t>(type.number_in_files));
  }
  for (const int64_t d : array.shape) {
    description.push_back(0x10);
    AppendVarint(&description, static_cast<uint64_t>(d));
  }
  AppendRaw<uint32_t>(out, 0);
  AppendRaw<uint64_t>(out, 0);
  AppendRaw<uint32_t>(out, 0);
  AppendRaw<int32_t>(out, static_cast<int32_t>(description.size()));
  *out += description;
  *out += array.bytes;
}

Result<ZooOutput> ReadOutput(const Json& json, const std::string& expected) {
  ZooOutput output;
  output.sample.name = json["name"];
  output.sample.shape = json["shape"].get<std::vector<int64_t>>();
  output.sample.lod = ReadLoD(json["lod"]);
  const ElementName* type = FindDataType(json["dtype"]);
  if (type == nullptr) return Unsupported("output ", output.sample.name, ": element type");
  output.sample.precision = type->precision;
  output.stride = json["stride"];
  output.sum = json["sum"];
  output.abssum = json["abssum"];
  output.l2 = json["l2"];
  output.min = json["min"];
  output.max = json["max"];
  const size_t begin = json["at"];
  const size_t size = json["count"].get<size_t>() * PrecisionTypeLength(type->precision);
  if (begin + size > expected.size()) return DataLoss("expected.bin is too short");
  output.sample.bytes = expected.substr(begin, size);
  return output;
}

}  // namespace

uint64_t Fnv1a64(std::string_view key) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

uint64_t SplitMix64(uint64_t x) {
  uint64_t z = x + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::vector<float> FormulaFloats(std::string_view key, size_t count, float bound, float center) {
  const uint64_t hash = Fnv1a64(key);
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    // bound has 24 significant bits and 2u - 1 as many: the product is exact in double.
    const double u = static_cast<double>(SplitMix64(hash + i) >> 40) * 0x1p-24;
    values[i] = static_cast<float>(center + (2 * u - 1) * bound);
  }
  return values;
}

std::vector<int64_t> FormulaInts(std::string_view key, size_t count, int64_t low, int64_t high) {
  const uint64_t hash = Fnv1a64(key);
  std::vector<int64_t> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = low + static_cast<int64_t>((SplitMix64(hash + i) >> 40) %
                                           static_cast<uint64_t>(high - low));
  }
  return values;
}

std::vector<float> FormulaPatches(const std::string& key, const std::vector<int64_t>& nchw,
                                  int cell, float bound, float center) {
  const int64_t planes = nchw[0] * nchw[1], h = nchw[2], w = nchw[3];
  const int64_t cells_y = (h + cell - 1) / cell, cells_x = (w + cell - 1) / cell;
  const std::vector<float> mosaic =
      FormulaFloats(key + ":mosaic", static_cast<size_t>(planes * cells_y * cells_x), 1, 0);
  std::vector<float> values = FormulaFloats(key, static_cast<size_t>(planes * h * w), 1, 0);
  for (int64_t p = 0; p < planes; ++p) {
    for (int64_t y = 0; y < h; ++y) {
      for (int64_t x = 0; x < w; ++x) {
        const double a = mosaic[static_cast<size_t>((p * cells_y + y / cell) * cells_x + x / cell)];
        float& value = values[static_cast<size_t>((p * h + y) * w + x)];
        value = static_cast<float>((0.75 * a + 0.25 * static_cast<double>(value)) * bound + center);
      }
    }
  }
  return values;
}

bool IsQuantised(const ZooNet& net) {
  return std::any_of(net.activations.begin(), net.activations.end(), [](const auto& act) {
    return act.made_by.rfind("fake_quantize", 0) == 0 || act.made_by == "quantize_linear";
  });
}

double ToleranceOf(const ZooNet& net, double noise) {
  constexpr double kQuantised = 8e-2;
  if (IsQuantised(net)) return kQuantised;
  return noise < 1e-3 ? std::min(std::max(1e-4, 8 * noise), 3e-4) : 1e-4;
}

std::vector<std::string> ZooNetNames(const std::string& zoo_dir) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(zoo_dir, error)) {
    if (std::filesystem::exists(entry.path() / "net.json", error))
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> ZooFires(const std::string& zoo_dir, const std::string& name) {
  const Result<Json> manifest = ReadJson(zoo_dir + "/" + name + "/net.json");
  if (!manifest.ok() || !manifest->contains("fires")) return {};
  return (*manifest)["fires"].get<std::vector<std::string>>();
}

Result<ZooNet> LoadZooCases(const std::string& zoo_dir, const std::string& name) {
  const std::string dir = zoo_dir + "/" + name;
  LITE_ASSIGN_OR_RETURN(const Json manifest, ReadJson(dir + "/net.json"));
  ZooNet net;
  net.name = name;
  LITE_ASSIGN_OR_RETURN(const std::string expected, ReadAll(dir + "/expected.bin"));
  for (const Json& entry : manifest["cases"]) {
    ZooCase zoo_case;
    zoo_case.index = entry["index"];
    for (const Json& feed : manifest["feeds"]) {
      const std::string feed_name = feed["name"];
      LITE_ASSIGN_OR_RETURN(ZooArray input, MakeInput(zoo_dir, feed_name,
                                                      entry["inputs"][feed_name], zoo_case.index));
      zoo_case.inputs.push_back(std::move(input));
    }
    for (const Json& json : entry["outputs"]) {
      LITE_ASSIGN_OR_RETURN(ZooOutput output, ReadOutput(json, expected));
      zoo_case.outputs.push_back(std::move(output));
    }
    if (const Json& noise = entry["predictor_ir_on"]; noise.is_object())
      zoo_case.noise = noise["rel_l2"];
    net.cases.push_back(std::move(zoo_case));
  }
  return net;
}

Result<ZooNet> LoadZooNet(const std::string& zoo_dir, const std::string& name) {
  const std::string dir = zoo_dir + "/" + name;
  LITE_ASSIGN_OR_RETURN(ZooNet net, LoadZooCases(zoo_dir, name));
  LITE_ASSIGN_OR_RETURN(const Json manifest, ReadJson(dir + "/net.json"));
  net.model_file = manifest["model_file"];
  LITE_ASSIGN_OR_RETURN(net.model, ReadAll(dir + "/" + net.model_file));
  std::string stored;
  if (Result<std::string> bytes = ReadAll(dir + "/stored.bin"); bytes.ok())
    stored = std::move(bytes).value();
  std::map<std::string, std::vector<float>> scales;  // of quantised parameters, by name
  for (const Json& param : manifest["params"]) {
    if (param["from"] == "quantised" || param["dtype"] != "float32") continue;
    LITE_ASSIGN_OR_RETURN(const ZooArray array, MakeParam(param, stored));
    const auto* values = reinterpret_cast<const float*>(array.bytes.data());
    if (array.shape.size() <= 2) scales[array.name].assign(values, values + Count(array.shape));
  }
  for (const Json& param : manifest["params"]) {  // listed in the order of a combined file
    if (param["from"] == "quantised") {
      const Json& scale = param["scale"];
      const std::vector<float> values =
          scale.is_string() ? scales[scale.get<std::string>()] : std::vector<float>{scale};
      if (values.empty()) return DataLoss("parameter ", param["name"].dump(), ": no scale");
      LITE_ASSIGN_OR_RETURN(const ZooArray array, MakeQuantisedParam(param, values));
      AppendTensor(&net.params, array);
      continue;
    }
    LITE_ASSIGN_OR_RETURN(const ZooArray array, MakeParam(param, stored));
    AppendTensor(&net.params, array);
  }
  LITE_ASSIGN_OR_RETURN(const Json acts, ReadJson(dir + "/acts.json"));
  for (const Json& row : acts["acts"]) {
    net.activations.push_back(
        ZooActivation{row[0], row[1], row[2].get<std::vector<int64_t>>(), row[3], row[4], row[5]});
  }
  return net;
}

Result<ZooFiles> WriteZooNet(const ZooNet& net, const std::string& dir) {
  ZooFiles files;
  files.model_file = dir + "/" + net.model_file;
  files.param_file = dir + (net.model_file == "__model__" ? "/__params__" : "/model.pdiparams");
  LITE_RETURN_IF_ERROR(WriteAll(files.model_file, net.model));
  LITE_RETURN_IF_ERROR(WriteAll(files.param_file, net.params));
  return files;
}

Difference Compare(Span<const float> found, Span<const float> expected) {
  Difference difference;
  if (found.size() != expected.size()) return Difference{INFINITY, INFINITY};
  double error = 0, norm = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const double delta = std::abs(static_cast<double>(found[i]) - expected[i]);
    // Not-a-number must never pass: std::max would drop it.
    if (!(delta <= std::numeric_limits<double>::max())) return Difference{INFINITY, INFINITY};
    difference.max_abs = std::max(difference.max_abs, delta);
    error += delta * delta;
    norm += static_cast<double>(expected[i]) * expected[i];
  }
  difference.rel_l2 = norm > 0 ? std::sqrt(error / norm) : std::sqrt(error);
  return difference;
}

Result<Difference> Compare(const std::vector<int64_t>& shape, const float* found,
                           const ZooOutput& expected, double norm_tolerance) {
  const ZooArray& sample = expected.sample;
  if (sample.precision != PrecisionType::kFloat)
    return Unsupported("output ", sample.name, " is not float");
  if (shape != sample.shape) {
    return InvalidArgument("output ", sample.name, ": shape ", ListToString(shape), ", expected ",
                           ListToString(sample.shape));
  }
  const size_t count = Count(shape);
  double squares = 0;
  std::vector<float> picked;
  for (size_t i = 0; i < count; ++i) {
    squares += static_cast<double>(found[i]) * found[i];
    if (i % static_cast<size_t>(expected.stride) == 0) picked.push_back(found[i]);
  }
  const double l2 = std::sqrt(squares);
  if (!(std::abs(l2 - expected.l2) <= norm_tolerance * expected.l2)) {
    return InvalidArgument("output ", sample.name, ": L2 norm ", l2, ", expected ", expected.l2);
  }
  std::vector<float> reference(sample.bytes.size() / sizeof(float));
  std::memcpy(reference.data(), sample.bytes.data(), sample.bytes.size());
  return Compare(picked, reference);
}

}  // namespace paddle::lite::test
