#include "lite/tools/operator_libraries.h"

#include "lite/api/custom_operators.h"
#include "lite/base/strings.h"

namespace paddle::lite::tools {

Status LoadOperatorLibraries(const std::string& list) {
  for (const std::string& part : SplitString(list, ',')) {
    const std::string path(StripWhitespace(part));
    if (!path.empty()) LITE_RETURN_IF_ERROR(LoadCustomOperators(path));
  }
  return OkStatus();
}

}  // namespace paddle::lite::tools
