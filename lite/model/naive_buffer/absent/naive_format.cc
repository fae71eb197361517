// Instead of naive_format.cc in a library for some models (LITE_BUILD_TAILOR): opt writes their
// files in a later form.
#include "lite/model/naive_buffer/codec.h"

namespace paddle::lite::model::nb {
namespace {

Status Absent() {
  return Unsupported(
      "this library was built for some models (LITE_BUILD_TAILOR) and does not read .nb files of "
      "meta version 0 and the two-file form; convert the model with opt");
}

}  // namespace

Status ReadNaiveProgram(std::string_view, size_t, Program*) { return Absent(); }
Status ReadNaiveParams(std::string_view, size_t, const ParamSink&) { return Absent(); }
Status ReadNaiveParam(ByteReader*, const ParamSink&) { return Absent(); }
Status AppendNaiveProgram(const Program&, std::string*) { return Absent(); }
Status AppendNaiveParams(const Params&, std::string*) { return Absent(); }

}  // namespace paddle::lite::model::nb
