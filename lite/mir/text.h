// The text form of programs: printed, parsed, compared in tests, and the language of fusion
// patterns. docs/design/mir.md has the grammar.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/mir/graph.h"
#include "lite/model/program.h"

namespace paddle::lite::mir {

struct PrintOptions {
  // Constants with more elements are printed as a hash, which cannot be parsed back.
  size_t max_elements = 8;
  // The declared kind, element type and shape at the first mention of a variable.
  bool types = true;
};

// The same model produces the same text, and parsed text prints unchanged.
std::string PrintModel(const model::Model& model, const PrintOptions& options = {});
std::string PrintGraph(const Graph& graph, const PrintOptions& options = {});

// Errors contain line and column.
Result<model::Model> ParseModel(std::string_view text);
Result<std::unique_ptr<Graph>> ParseGraph(std::string_view text);

// --- the parsed form, from which programs and patterns are built

// `%name`, `%name?` (may be absent; patterns) or `%name: type`.
struct TextValue {
  std::string name;
  bool optional = false;
  bool has_desc = false;
  model::VarDesc desc;
};

struct TextSlot {
  std::string name;
  std::vector<TextValue> values;
};

// `name = value`, or `name = $computed` in a replacement.
struct TextAttr {
  std::string name;
  model::AttrValue value;
  std::string computed;
};

struct TextOp {
  std::string label;               // "conv" in `conv: conv2d(...)`
  std::vector<std::string> types;  // alternatives; one in a program
  std::string type_of;             // "conv" in `@conv(...)`
  std::string computed_type;       // "kind" in `$kind(...)`
  std::vector<TextSlot> inputs;
  std::vector<TextSlot> outputs;
  std::vector<TextAttr> attrs;
  // `..` among the inputs: other inputs are allowed. `..conv`: take over the inputs / attributes of
  // conv. `X=%x ~ Y=%y`: the operands may be exchanged. `$*`: all computed attributes that are not
  // named.
  bool open_inputs = false;
  bool exchangeable = false;
  bool all_computed = false;
  std::string inputs_of;
  std::string attrs_of;
  int line = 0;
};

struct TextDecl {
  TextValue value;
  bool constant = false;
  bool has_data = false;
  Tensor data;
};

struct TextBlock {
  int index = 0;
  int parent = -1;
  int forward_block = -1;
  std::vector<TextDecl> decls;
  std::vector<TextOp> ops;
};

struct TextModule {
  int64_t version = 0;
  std::map<std::string, int> op_versions;
  std::vector<TextBlock> blocks;
};

Result<TextModule> ParseText(std::string_view text);

}  // namespace paddle::lite::mir
