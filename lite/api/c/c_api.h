// The C interface for other parts of the library: handles of predictors that were made in C++, and
// the text of errors.
#pragma once

#include <memory>

#include "lite/api/paddle_api.h"
#include "lite/api/paddle_c_api.h"
#include "lite/base/status.h"

namespace paddle::lite::c_api {

// Makes a failure the last error of this thread, as that of the function; returns its code.
PDL_Code Report(const char* function, const Status& status) noexcept;

PDL_Predictor AddPredictor(std::shared_ptr<lite_api::PaddlePredictor> predictor);
Result<std::shared_ptr<lite_api::PaddlePredictor>> FindPredictor(PDL_Predictor predictor);

}  // namespace paddle::lite::c_api
