// Where messages go without a callback.
#pragma once

#include "lite/base/paddle_log.h"

namespace paddle::lite {

// Prints one line on stderr; on Android, also writes it to the system's log under the tag "lite".
void PrintMessage(const lite_api::LogMessage& message);

}  // namespace paddle::lite
