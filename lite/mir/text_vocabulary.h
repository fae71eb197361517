// The words and characters of the text form, shared by printer and parser.
#pragma once

#include <algorithm>
#include <string>

#include "lite/core/element.h"
#include "lite/model/program.h"

namespace paddle::lite::mir {

struct TypeName {
  model::VarType type;
  const char* name;
};

// Kinds of variables. A plain tensor only has a word if no other property is declared.
inline constexpr TypeName kKindNames[] = {
    {model::VarType::kLoDTensor, "tensor"},
    {model::VarType::kSelectedRows, "selected_rows"},
    {model::VarType::kFeedMinibatch, "feed_list"},
    {model::VarType::kFetchList, "fetch_list"},
    {model::VarType::kStepScopes, "step_scopes"},
    {model::VarType::kLoDRankTable, "rank_table"},
    {model::VarType::kLoDTensorArray, "array"},
    {model::VarType::kPlaceList, "place_list"},
    {model::VarType::kReader, "reader"},
    {model::VarType::kRaw, "raw"},
    {model::VarType::kTuple, "tuple"},
};

template <size_t N>
const char* NameOf(const TypeName (&table)[N], model::VarType type) {
  for (const TypeName& entry : table) {
    if (entry.type == type) return entry.name;
  }
  return nullptr;
}

template <size_t N>
bool FindType(const TypeName (&table)[N], const std::string& name, model::VarType* type) {
  for (const TypeName& entry : table) {
    if (name == entry.name) {
      *type = entry.type;
      return true;
    }
  }
  return false;
}

// Element types have the names of listings (ElementNames), but "float" is short; size_t is a type
// of files only. Null for other numbers.
inline const char* ElementWord(model::VarType type) {
  if (type == model::VarType::kFP32) return "float";
  if (type == model::VarType::kSizeT) return "size_t";
  for (const ElementName& element : ElementNames()) {
    if (element.number_in_files == static_cast<int>(type)) return element.name;
  }
  return nullptr;
}

inline bool FindElement(const std::string& word, model::VarType* type) {
  *type = model::VarType::kSizeT;
  if (word == ElementWord(*type)) return true;
  for (const ElementName& element : ElementNames()) {
    *type = static_cast<model::VarType>(element.number_in_files);
    if (word == ElementWord(*type)) return true;
  }
  return false;
}

inline bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
inline bool IsWordChar(char c) { return IsWordStart(c) || c == '.' || c == '@' || c == '/'; }

inline bool IsWord(const std::string& text) {
  if (text.empty() || !IsWordStart(text[0]) || text.find("..") != std::string::npos) return false;
  return std::all_of(text.begin(), text.end(), IsWordChar);
}

// feed(X=%feed) -> (Out=%x) {col=n} is written as `input %x`, fetch likewise.
struct IoForm {
  const char* type;
  const char* keyword;
  const char* holder;
  model::VarType holder_type;
};
inline constexpr IoForm kFeed = {"feed", "input", "feed", model::VarType::kFeedMinibatch};
inline constexpr IoForm kFetch = {"fetch", "output", "fetch", model::VarType::kFetchList};

inline model::VarDesc HolderDesc(const IoForm& io) {
  model::VarDesc desc;
  desc.name = io.holder;
  desc.type = io.holder_type;
  desc.persistable = true;
  return desc;
}

}  // namespace paddle::lite::mir
