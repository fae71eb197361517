#include "lite/api/boundary.h"

#include <cstdio>
#include <cstdlib>

namespace paddle::lite {

void RaiseError(const Status& status) {
#ifdef LITE_WITH_EXCEPTION
  throw lite_api::Error(status);
#else
  // Not through the log, which may be compiled out: the abort must always come with its reason.
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  std::abort();
#endif
}

}  // namespace paddle::lite
