#pragma once

namespace paddle::lite {

// The tag of the source tree, else "branch(commit)", else "v" and the release number. Taken when
// the build was configured.
const char* LibraryVersion();

}  // namespace paddle::lite
