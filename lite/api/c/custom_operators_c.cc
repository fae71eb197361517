// The C interface of operators and passes that an application adds.
#include "lite/api/boundary.h"
#include "lite/api/c/c_api.h"
#include "lite/api/custom_operators.h"
#include "lite/api/custom_passes.h"

using paddle::lite::CatchAll;
using paddle::lite::InvalidArgument;
using paddle::lite::Status;

PDL_Code PDL_RegisterOperator(const PDL_Operator* op) {
  return paddle::lite::c_api::Report(
      __func__, CatchAll([&] { return paddle::lite::RegisterCustomOperator(op); }));
}

PDL_Code PDL_RegisterPass(const PDL_Pass* pass) {
  return paddle::lite::c_api::Report(
      __func__, CatchAll([&] { return paddle::lite::RegisterCustomPass(pass); }));
}

PDL_Code PDL_LoadOperators(const char* path) {
  return paddle::lite::c_api::Report(__func__, CatchAll([&]() -> Status {
                                       if (path == nullptr)
                                         return InvalidArgument("the argument 'path' is null");
                                       return paddle::lite::LoadCustomOperators(path);
                                     }));
}
