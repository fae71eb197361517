// Reads tests/ops/golden/*.txt. tools/golden/make_golden.py describes the format.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lite/base/strings.h"
#include "lite/core/element.h"
#include "lite/model/paddle_pb/layout_texts.h"
#include "tests/support/op_suite.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

Result<PrecisionType> TypeByName(const std::string& name) {
  const PrecisionType precision = PrecisionNamed(name);
  if (precision != PrecisionType::kUnk) return precision;
  return InvalidArgument("unknown element type '", name, "'");
}

DDim ParseDims(const std::string& text) {
  DDim dims;
  if (text == "scalar") return dims;
  for (const std::string& part : SplitString(text, 'x')) {
    dims.push_back(std::strtoll(part.c_str(), nullptr, 10));
  }
  return dims;
}

template <typename T>
T ParseNumber(const std::string& text) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(std::strtod(text.c_str(), nullptr));
  } else {
    return static_cast<T>(std::strtoll(text.c_str(), nullptr, 10));
  }
}

template <typename T>
std::vector<T> ParseNumbers(std::istringstream* in) {
  std::vector<T> values;
  for (std::string token; *in >> token;) values.push_back(ParseNumber<T>(token));
  return values;
}

Status ParseAttr(std::istringstream* in, OpCase* c) {
  std::string name, type;
  *in >> name >> type;
  model::AttrValue& value = c->attrs[name];
  if (type == "STRING") {
    std::string text;
    std::getline(*in, text);
    value = std::string(StripWhitespace(text));
    return OkStatus();
  }
  if (type == "STRINGS") {
    std::vector<std::string> texts;
    for (std::string token; *in >> token;) texts.push_back(token);
    value = std::move(texts);
    return OkStatus();
  }
  if (type == "INTS") {
    value = ParseNumbers<int32_t>(in);
  } else if (type == "FLOATS") {
    value = ParseNumbers<float>(in);
  } else if (type == "LONGS") {
    value = ParseNumbers<int64_t>(in);
  } else if (type == "FLOAT64S") {
    value = ParseNumbers<double>(in);
  } else {
    std::string token;
    *in >> token;
    if (type == "INT") {
      value = ParseNumber<int32_t>(token);
    } else if (type == "LONG") {
      value = ParseNumber<int64_t>(token);
    } else if (type == "FLOAT") {
      value = ParseNumber<float>(token);
    } else if (type == "FLOAT64") {
      value = ParseNumber<double>(token);
    } else if (type == "BOOLEAN") {
      value = token == "1";
    } else {
      return InvalidArgument("unknown attribute type '", type, "'");
    }
  }
  return OkStatus();
}

Result<TestTensor> ParseTensor(std::istringstream* in) {
  std::string type, dims, token;
  *in >> type >> dims >> token;
  LITE_ASSIGN_OR_RETURN(const PrecisionType precision, TypeByName(type));
  TestTensor tensor(ParseDims(dims), precision);
  if (token == "weight") {
    tensor.weight = true;
    *in >> token;
  }
  const size_t count = static_cast<size_t>(tensor.numel());
  if (token == "formula") {
    std::string key;
    double bound = 0, center = 0;
    *in >> key >> bound >> center;
    const std::vector<float> values =
        FormulaFloats(key, count, static_cast<float>(bound), static_cast<float>(center));
    for (size_t i = 0; i < count; ++i) tensor.Set(static_cast<int64_t>(i), values[i]);
    return tensor;
  }
  if (token == "ints") {
    std::string key;
    int64_t low = 0, high = 0;
    *in >> key >> low >> high;
    const std::vector<int64_t> values = FormulaInts(key, count, low, high);
    for (size_t i = 0; i < count; ++i) tensor.SetInt(static_cast<int64_t>(i), values[i]);
    return tensor;
  }
  if (token != "=") return InvalidArgument("expected values, found '", token, "'");
  const bool is_float = precision == PrecisionType::kFloat || precision == PrecisionType::kFP64 ||
                        precision == PrecisionType::kFP16 || precision == PrecisionType::kBF16;
  for (size_t i = 0; i < count; ++i) {
    if (!(*in >> token)) return DataLoss("expected ", count, " values, found ", i);
    if (is_float) {
      tensor.Set(static_cast<int64_t>(i), ParseNumber<double>(token));
    } else {
      tensor.SetInt(static_cast<int64_t>(i), ParseNumber<int64_t>(token));
    }
  }
  if (*in >> token) return DataLoss("more than ", count, " values");
  return tensor;
}

LoD ParseLoD(const std::string& text) {
  LoD lod;
  for (const std::string& level : SplitString(text, ';')) {
    lod.emplace_back();
    for (const std::string& offset : SplitString(level, ',')) {
      lod.back().push_back(std::strtoull(offset.c_str(), nullptr, 10));
    }
  }
  return lod;
}

Status ParseTolerance(std::istringstream* in, Tolerance* tolerance) {
  *in >> tolerance->absolute >> tolerance->relative >> tolerance->of_max >> tolerance->integer;
  return *in ? OkStatus() : DataLoss("tolerance: expected four numbers");
}

// `common`: the tolerance of cases that have none, which comes before the first case.
Status ParseLine(const std::string& line, Tolerance* common, std::vector<OpCase>* cases,
                 TestTensor** last) {
  if (line.empty() || line[0] == '#') return OkStatus();
  std::istringstream in(line);
  std::string keyword;
  in >> keyword;
  if (keyword == "case") {
    std::string name;
    in >> name;
    cases->emplace_back("paddle:" + name);
    cases->back().has_tolerance = true;
    cases->back().tolerance = *common;
    *last = nullptr;
    return OkStatus();
  }
  if (keyword == "tolerance") {
    return ParseTolerance(&in, cases->empty() ? common : &cases->back().tolerance);
  }
  if (cases->empty()) return DataLoss("'", keyword, "' before the first case");
  OpCase& c = cases->back();
  if (keyword == "attr") return ParseAttr(&in, &c);
  if (keyword == "lod") {
    std::string text;
    in >> text;
    if (*last == nullptr) return DataLoss("lod without a tensor");
    (*last)->lod = ParseLoD(text);
    return OkStatus();
  }
  SlotTensors* slots = keyword == "in"          ? &c.inputs
                       : keyword == "in_array"  ? &c.input_arrays
                       : keyword == "out"       ? &c.expected
                       : keyword == "out_array" ? &c.output_arrays
                                                : nullptr;
  if (slots == nullptr) return DataLoss("unknown keyword '", keyword, "'");
  std::string slot;
  in >> slot;
  LITE_ASSIGN_OR_RETURN(TestTensor tensor, ParseTensor(&in));
  std::vector<TestTensor>& list = (*slots)[slot];
  list.push_back(std::move(tensor));
  *last = &list.back();
  return OkStatus();
}

}  // namespace

Result<std::vector<OpCase>> LoadGolden(const std::string& path) {
  std::ifstream file(path);
  if (!file) return NotFound("cannot open ", path);
  std::vector<OpCase> cases;
  Tolerance common;
  TestTensor* last = nullptr;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const Status status = ParseLine(line, &common, &cases, &last);
    if (!status.ok()) return status.WithContext(StrCat(path, ":", number));
  }
  // As in a program of Paddle.
  const size_t name = path.rfind('/') + 1;
  model::OpDesc op;
  op.type = path.substr(name, path.find('.', name) - name);
  for (OpCase& c : cases) {
    op.attrs.swap(c.attrs);
    model::NormalizeLayoutTexts(&op);
    op.attrs.swap(c.attrs);
  }
  return cases;
}

}  // namespace paddle::lite::test
