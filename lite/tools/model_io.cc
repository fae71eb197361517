#include "lite/tools/model_io.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

#include "lite/model/checks.h"
#include "lite/model/file.h"

namespace paddle::lite::tools {
namespace {

constexpr int kMaxLodLevel = 8;  // programs use 1 or 2; a damaged file may contain any number

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// "1x3" is "1,3".
std::string WithCommas(std::string text) {
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == 'x' && IsDigit(text[i - 1]) && IsDigit(text[i + 1])) text[i] = ',';
  }
  return text;
}

Result<std::vector<int64_t>> ParseShape(const std::string& text) {
  std::vector<int64_t> shape;
  if (StripWhitespace(text).empty()) return shape;
  for (const std::string& word : SplitString(WithCommas(text), ',')) {
    const std::string number(StripWhitespace(word));
    char* end = nullptr;
    errno = 0;
    const long long value = std::strtoll(number.c_str(), &end, 10);
    if (number.empty() || *end != '\0' || errno != 0 || value < 0) {
      return InvalidArgument("input_shape '", text, "': '", number,
                             "' is not a dimension (expected a list such as 1,3,224,224)");
    }
    shape.push_back(value);
  }
  LITE_ASSIGN_OR_RETURN(const DDim dims, DDim::FromVector(shape));
  LITE_RETURN_IF_ERROR(
      CheckedElementCount(dims).status().WithContext(StrCat("input_shape '", text, "'")));
  return shape;
}

// A part of --input_shape that names the input of the next part: it begins like an identifier.
bool IsName(std::string_view part) {
  if (part.empty()) return false;
  const char lower = static_cast<char>(part[0] | 0x20);
  return (lower >= 'a' && lower <= 'z') || part[0] == '_';
}

}  // namespace

Result<GivenShapes> ParseShapes(const std::string& text) {
  GivenShapes shapes;
  if (StripWhitespace(text).empty()) return shapes;
  const std::vector<std::string> parts = SplitString(text, ':');
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string input;
    if (IsName(StripWhitespace(parts[i])) && i + 1 < parts.size()) {
      input = std::string(StripWhitespace(parts[i]));
      ++i;
    }
    LITE_ASSIGN_OR_RETURN(std::vector<int64_t> shape, ParseShape(parts[i]));
    if (!shapes.empty() && input.empty() != shapes[0].input.empty()) {
      return InvalidArgument("input_shape '", text,
                             "': expected a name before every shape or before none");
    }
    shapes.emplace_back(std::move(input), std::move(shape));
  }
  return shapes;
}

Result<std::vector<GivenShapes>> ParseShapeRows(const std::string& text) {
  std::vector<GivenShapes> rows;
  if (StripWhitespace(text).empty()) return rows;
  std::set<std::string> first;
  for (const std::string& part : SplitString(text, ';')) {
    LITE_ASSIGN_OR_RETURN(GivenShapes row, ParseShapes(part));
    std::set<std::string> names;
    for (const GivenShape& shape : row) names.insert(shape.input);
    if (rows.empty()) first = names;
    if (names.empty() || names.count("") != 0 || names.size() != row.size() || names != first) {
      return InvalidArgument("shapes '", text, "': expected a name before every shape, and the ",
                             "same names between every ';', found '", part, "'");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

namespace {

// The variables that operators divide by.
std::set<std::string> DivisorsOf(const model::Program& program) {
  std::set<std::string> divisors;
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      if (op.type != "elementwise_div" && op.type != "elementwise_floordiv" &&
          op.type != "elementwise_mod") {
        continue;
      }
      divisors.insert(op.Input("Y").begin(), op.Input("Y").end());
    }
  }
  return divisors;
}

}  // namespace

std::vector<InputInfo> InputsOf(const model::Program& program) {
  std::map<int, InputInfo> by_column;
  if (program.blocks.empty()) return {};
  const std::set<std::string> divisors = DivisorsOf(program);
  const model::BlockDesc& block = program.blocks[0];
  for (const model::OpDesc& op : block.ops) {
    if (op.type != "feed" || op.Output("Out").empty()) continue;
    InputInfo input;
    input.name = op.Output("Out")[0];
    input.divisor = divisors.count(input.name) != 0;
    const model::VarDesc* var = block.FindVar(input.name);
    if (var != nullptr && var->has_tensor_desc) {
      input.precision = model::PrecisionOf(var->data_type);
      input.shape = var->shape;
      input.lod_level = var->lod_level;
    }
    const Result<int> column = model::ColumnOf(op);
    by_column[column.ok() ? *column : 0] = std::move(input);
  }
  std::vector<InputInfo> inputs;
  for (auto& entry : by_column) inputs.push_back(std::move(entry.second));
  return inputs;
}

Result<std::vector<std::vector<int64_t>>> SettleShapes(const std::vector<InputInfo>& inputs,
                                                       const GivenShapes& given) {
  std::string declared;
  for (const InputInfo& input : inputs) {
    declared += StrCat(declared.empty() ? "" : ", ", input.name, " [", ShapeText(input.shape), "]");
  }
  const bool by_name = !given.empty() && !given[0].input.empty();
  if (!given.empty() && !by_name && given.size() != inputs.size()) {
    return InvalidArgument("input_shape has ", given.size(), " shapes, the model has ",
                           inputs.size(), " inputs: ", declared, " (separate shapes by ':')");
  }
  std::vector<const GivenShape*> found(inputs.size(), nullptr);
  for (size_t i = 0; i < given.size(); ++i) {
    size_t at = i;
    if (by_name) {
      at = 0;
      while (at < inputs.size() && inputs[at].name != given[i].input) ++at;
      if (at == inputs.size() || found[at] != nullptr) {
        return InvalidArgument("input_shape: '", given[i].input,
                               at == inputs.size() ? "' is not an input" : "' has two shapes",
                               ", the model has ", inputs.size(), " inputs: ", declared);
      }
    }
    found[at] = &given[i];
  }
  std::vector<std::vector<int64_t>> shapes;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<int64_t> shape = found[i] != nullptr ? found[i]->dims : inputs[i].shape;
    if (!shape.empty() && shape[0] < 0) shape[0] = 1;
    for (const int64_t d : shape) {
      if (d >= 0) continue;
      return InvalidArgument(
          "the model leaves shapes open, please give --input_shape for its inputs: ", declared);
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

LoD WholeSequence(int lod_level, const std::vector<int64_t>& shape) {
  // Each level holds offsets into the one below it, the last one into the rows.
  LoD lod(static_cast<size_t>(std::clamp(lod_level, 0, kMaxLodLevel)), {0, 1});
  if (!lod.empty()) lod.back()[1] = shape.empty() ? 1 : static_cast<uint64_t>(shape[0]);
  return lod;
}

std::string ShapeText(const std::vector<int64_t>& shape) {
  std::string text;
  for (size_t i = 0; i < shape.size(); ++i) text += StrCat(i == 0 ? "" : ",", shape[i]);
  return text;
}

Result<std::vector<double>> ReadNumbers(const std::string& path) {
  LITE_ASSIGN_OR_RETURN(const std::string content, model::ReadFile(path));
  return ParseNumbers(content, path);
}

Result<std::vector<double>> ParseNumbers(const std::string& text, const std::string& source) {
  constexpr char kBlank[] = " ,\n\r\t";
  std::vector<double> numbers;
  const char* at = text.c_str();
  while (true) {
    at += std::strspn(at, kBlank);
    if (*at == '\0') break;
    char* end = nullptr;
    const double value = std::strtod(at, &end);
    if (end == at) {
      const std::string word =
          std::string(at).substr(0, std::min<size_t>(std::strcspn(at, kBlank), 20));
      return DataLoss(source, ": expected numbers, found '", word, "' after number ",
                      numbers.size());
    }
    numbers.push_back(value);
    at = end;
  }
  if (at != text.c_str() + text.size())
    return DataLoss(source, ": expected text, found a NUL byte");
  return numbers;
}

}  // namespace paddle::lite::tools
