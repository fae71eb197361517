#pragma once

namespace paddle::lite {

// The tag of the source tree, else "branch(commit)", else "v" and the release number. Determined
// when the build is configured.
const char* LibraryVersion();

}  // namespace paddle::lite
