#include "lite/tools/conversion.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <utility>
#include <vector>

#include "lite/api/version.h"
#include "lite/core/bfloat16_use.h"
#include "lite/core/targets.h"
#include "lite/core/weight_bits.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/quantised.h"
#include "lite/model/weight_only.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/tools/op_report.h"
#include "lite/tools/output.h"
#include "lite/tools/output_files.h"
#include "lite/tools/stored_weights.h"
#include "lite/tools/valid_targets.h"
#include "lite/tools/verification.h"

namespace paddle::lite::tools {
namespace {

void PrintLine(Progress* progress, const std::string& line) {
  progress->Clear();
  Print(line + "\n");
  (void)FlushOutput();  // checked at the end
}

void AnnounceSource(const model::PaddleModelSource& source, const model::Model& model,
                    Progress* progress) {
  PrintLine(progress, StrCat("Loading topology data from ", model.source));
  const std::string& dir = source.model_dir;
  const auto first = model.params.begin();
  if (!source.param_file.empty()) {
    PrintLine(progress, StrCat("Loading params data from ", source.param_file));
  } else if (first != model.params.end() && !dir.empty()) {
    const bool separate = model::FileExists(StrCat(dir, "/", first->first));
    PrintLine(progress,
              StrCat("Loading ", separate ? "non-combined " : "", "params data from ", dir));
  }
  PrintLine(progress, "1. Model is successfully loaded!");
}

void AnnounceStoredWeights(const StoredWeights& stored, Progress* progress) {
  PrintLine(progress, stored.summary);
  if (!stored.warning.empty()) PrintError(StrCat("opt: warning: ", stored.warning, "\n"));
}

int BFloat16Count(const model::Model& model) {
  int count = 0;
  for (const model::BlockDesc& block : model.program.blocks) {
    for (const model::OpDesc& op : block.ops) count += op.HasAttr(kBFloat16Attr) ? 1 : 0;
  }
  return count;
}

bool AnyIsDynamic(const model::Program& program) {
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      if (op.HasAttr(kDynamicInt8Attr)) return true;
    }
  }
  return false;
}

// The operators that have one attribute, and not the other.
void ListWith(const model::Program& program, const char* attribute, const char* without,
              std::ostream* explanation) {
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const auto& ops = program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      if (!ops[i].HasAttr(attribute) || (without != nullptr && ops[i].HasAttr(without))) continue;
      *explanation << " " << ops[i].type << " (op " << i << " of block " << b << ")";
    }
  }
  *explanation << "\n";
}

// What `opt --explain` prints of operators that request bfloat16.
void ExplainBFloat16(const model::Model& model, std::ostream* explanation) {
  if (explanation == nullptr) return;
  *explanation << "bfloat16: products of " << BFloat16Count(model)
               << " operators, where they are faster on the processor that runs them:";
  ListWith(model.program, kBFloat16Attr, nullptr, explanation);
}

// What `opt --explain` prints of operators whose weights are stored in fewer bits.
void ExplainWeights(const model::Model& model, std::ostream* explanation) {
  if (explanation == nullptr) return;
  *explanation << "weights in fewer bits, products in float:";
  ListWith(model.program, kWeightBitsAttr, kDynamicInt8Attr, explanation);
  *explanation << "weights in 8 bits, inputs rounded to 8 bits in every run:";
  ListWith(model.program, kDynamicInt8Attr, nullptr, explanation);
}

using Comparisons = std::vector<OutputComparison>;

double ThresholdFor(const ConversionOptions& options, const model::Program& optimised) {
  const bool rounded = options.weight_bits == 8 || options.bf16_weights || AnyIsDynamic(optimised);
  return options.verify_threshold.value_or(
      DefaultThreshold(rounded || model::IsQuantised(optimised),
                       RequestsHalfOnProcessor(options.optimize.valid_places)));
}

const char* MeasureOf(const OutputComparison& output) {
  return output.is_share ? "share of differing elements" : "relative L2";
}

// Written so that a NaN difference fails.
bool IsWithin(const OutputComparison& output, double threshold) {
  return output.difference <= threshold;
}

Result<Comparisons> Compare(const ConversionOptions& options, const model::Model& original,
                            const model::Model& optimised) {
  auto compared = CompareModels(original, optimised, options.verify_shapes);
  if (!compared.ok()) return compared.status().WithContext("verification");
  return compared;
}

Status Verify(const ConversionOptions& options, const Comparisons& compared,
              const model::Model& optimised, Progress* progress) {
  const double threshold = ThresholdFor(options, optimised.program);
  if (options.bf16_weights) {
    PrintLine(progress, StrCat("verify: ", BFloat16Count(optimised),
                               " operators with products in bfloat16 where the shapes allow it"));
  }
  std::string failed;
  for (const OutputComparison& output : compared) {
    const bool good = IsWithin(output, threshold);
    char line[256];
    std::snprintf(line, sizeof(line), ": %s %.3e, max abs %.3e, bound %.1e: %s", MeasureOf(output),
                  output.difference, output.max_absolute, threshold, good ? "ok" : "DIFFERENT");
    PrintLine(progress, StrCat("verify ", output.name, " ", ListToString(output.shape), line));
    if (!good) failed += StrCat(failed.empty() ? "" : ", ", output.name);
  }
  if (failed.empty()) return OkStatus();
  return Internal("verification: the optimised program computes other values for: ", failed);
}

// The same program in the same element types, for a processor of this machine: a file in float16
// for another one would run in float32 here.
Result<model::Model> OptimiseForThisMachine(model::Model model, mir::OptimizeOptions options) {
  std::vector<Place> places;
  for (const Place& place : options.valid_places) {
    if (!InfoOf(place.target).is_cpu || HasKernels(place.target)) {
      places.push_back(place);
      continue;
    }
    for (const TargetType target : BuildTargets()) {
      places.emplace_back(target, place.precision, place.layout);
    }
  }
  options.valid_places = std::move(places);
  options.explain = nullptr;
  options.print_ir_after.clear();
  return mir::Optimize(std::move(model), options);
}

// A program in float16 as it runs on this machine, and its outputs.
struct InHalf {
  model::Model model;
  Comparisons compared;
};

// Adds the operators that lose most to those that stay in float32: those with at least half of the
// largest error, at most `limit` of them. One that is in float32 already reads what was rounded
// before: then the operators that wrote it are added. Returns whether there are any.
bool KeepInSingle(const std::vector<HalfLoss>& losses, int limit, mir::OptimizeOptions* options,
                  Progress* progress) {
  bool any = false;
  for (const HalfLoss& loss : losses) {
    if (limit-- == 0 || loss.error < losses.front().error / 2) break;
    char error[32];
    std::snprintf(error, sizeof(error), "%.3e", loss.error);
    if (loss.in_half) {
      if (!options->loses_in_half.insert(loss.value).second) continue;
      any = true;
      PrintLine(progress, StrCat("verify float16: ", loss.op, " (", loss.value,
                                 ") stays in float32: error ", error));
      continue;
    }
    for (const HalfLoss::Writer& writer : loss.writers) {
      if (!options->loses_in_half.insert(writer.value).second) continue;
      any = true;
      PrintLine(progress, StrCat("verify float16: ", writer.op, " (", writer.value,
                                 ") stays in float32: ", loss.op, " (", loss.value,
                                 "), which reads it, has error ", error));
    }
  }
  return any;
}

// Operators return to float32 until the outputs are within the bound. If that needs all of them,
// or more rounds, the result is beyond the bound, and the verification fails.
Status ReturnToSingle(const model::Model& model, const model::Model& original,
                      const model::Model& single, ConversionOptions* options, InHalf* half,
                      Progress* progress) {
  constexpr int kMaxRounds = 8;
  const double threshold = ThresholdFor(*options, half->model.program);
  for (int round = 0;; ++round) {
    LITE_ASSIGN_OR_RETURN(half->compared, Compare(*options, original, half->model));
    const OutputComparison* worst = nullptr;
    for (const OutputComparison& output : half->compared) {
      if (IsWithin(output, threshold)) continue;
      if (worst == nullptr || output.difference > worst->difference) worst = &output;
    }
    if (worst == nullptr || round == kMaxRounds) return OkStatus();
    auto losses = MeasureHalfLosses(half->model, single, options->verify_shapes);
    if (!losses.ok()) return losses.status().WithContext("verification");
    if (losses->empty()) return OkStatus();
    char numbers[64];
    std::snprintf(numbers, sizeof(numbers), "%s %.3e, bound %.1e", MeasureOf(*worst),
                  worst->difference, threshold);
    PrintLine(progress, StrCat("verify float16: ", worst->name, ": ", numbers));
    if (!KeepInSingle(*losses, 1 << round, &options->optimize, progress)) return OkStatus();
    LITE_ASSIGN_OR_RETURN(half->model, OptimiseForThisMachine(model, options->optimize));
    if (!ComputesInHalf(half->model.program)) {
      return Internal("verification: within the bound, no operator is left in float16");
    }
  }
}

// Values that float16 cannot hold, and operators that lose too much, are added to those that stay
// in float32.
Result<InHalf> OptimiseInHalf(const model::Model& model, const model::Model& original,
                              ConversionOptions* options, Progress* progress) {
  LITE_ASSIGN_OR_RETURN(model::Model half, OptimiseForThisMachine(model, options->optimize));
  mir::OptimizeOptions in_single = options->optimize;
  std::vector<Place>& places = in_single.valid_places;
  places.erase(std::remove_if(places.begin(), places.end(),
                              [](const Place& place) { return RequestsHalfOnProcessor({place}); }),
               places.end());
  LITE_ASSIGN_OR_RETURN(const model::Model single, OptimiseForThisMachine(model, in_single));
  auto measured = MeasureHalfRange(half, single, options->verify_shapes);
  if (!measured.ok()) return measured.status().WithContext("verification");
  const HalfRange::Value& largest = measured->largest;
  char number[32];
  std::snprintf(number, sizeof(number), "%.3e of %.0f", largest.largest, double{mir::kMaxHalf});
  PrintLine(progress,
            StrCat("verify float16: largest ", number,
                   largest.name.empty() ? "" : StrCat(" (", largest.name, " of ", largest.op, ")"),
                   "; ", measured->overflows, " of ", measured->count, " values overflow, ",
                   measured->too_large.size(), " stay in float32"));
  if (!measured->too_large.empty()) {
    options->optimize.too_large_for_half.merge(measured->too_large);
    LITE_ASSIGN_OR_RETURN(half, OptimiseForThisMachine(model, options->optimize));
  }
  InHalf result;
  result.model = std::move(half);
  LITE_RETURN_IF_ERROR(ReturnToSingle(model, original, single, options, &result, progress));
  return result;
}

// `size` receives the bytes of the .nb file or, without one, of the two files in Paddle's form.
Status Write(const ConversionOptions& options, const model::Model& optimised,
             const TailoringInfo& used, OutputFiles* files, size_t* size) {
  std::ostream* explanation = options.optimize.explain;
  if (explanation != nullptr && !explanation->flush()) {
    return IoError("cannot write standard error: ", std::strerror(errno));
  }
  const std::string& base = options.output;
  if (options.write_naive_buffer) {
    model::NaiveBufferWriteOptions write;
    write.opt_version = LibraryVersion();
    LITE_ASSIGN_OR_RETURN(const std::string bytes, model::EncodeNaiveBuffer(optimised, write));
    LITE_RETURN_IF_ERROR(files->AddFile(base + ".nb", bytes));
    *size = bytes.size();
  }
  if (options.write_protobuf || options.record_tailoring)
    LITE_RETURN_IF_ERROR(files->AddFolder(base));
  if (options.write_protobuf) {
    LITE_ASSIGN_OR_RETURN(const std::string program, model::EncodePaddleProgram(optimised.program));
    LITE_ASSIGN_OR_RETURN(const std::string params, model::EncodePaddleParams(optimised));
    LITE_RETURN_IF_ERROR(files->AddFile(base + "/model", program));
    LITE_RETURN_IF_ERROR(files->AddFile(base + "/params", params));
    if (!options.write_naive_buffer) *size = program.size() + params.size();
  }
  if (options.record_tailoring) {
    for (const auto& file : TailoringFiles(used)) {
      LITE_RETURN_IF_ERROR(files->AddFile(StrCat(base, "/", file.first), file.second));
    }
  }
  return OkStatus();
}

// What became of the model: "Operators: 85 before, 30 after (x86 28, host 2); 16.9 MB; 0.4 s".
std::string Summary(int ops_before, const model::Program& optimised, size_t bytes, double seconds) {
  char text[64];
  std::snprintf(text, sizeof(text), "; %.1f %s; %.1f s",
                static_cast<double>(bytes) / (bytes < 1000000 ? 1e3 : 1e6),
                bytes < 1000000 ? "KB" : "MB", seconds);
  return StrCat("Operators: ", ops_before, " before, ", OpCount(optimised), " after (",
                KernelMix(KernelCounts(optimised)), ")", text);
}

// What a quantisation leaves behind in addition to the optimised model: path and content.
using MoreFiles = std::vector<std::pair<std::string, std::string>>;

Status QuantiseFrom(const ConversionOptions& options, Progress* progress, model::Model* model,
                    MoreFiles* files) {
  LITE_ASSIGN_OR_RETURN(QuantisationResult result,
                        Quantise(*model, *options.quantise, options.optimize, progress));
  progress->Clear();
  for (const std::string& skipped : result.skipped) {
    PrintError(StrCat("opt: notice: calibration input skipped: ", skipped, "\n"));
  }
  PrintLine(progress, StrCat("Quantised: ", result.quantised, " of ", result.candidates,
                             " operators; ", result.accuracy));
  if (!options.report_path.empty()) files->emplace_back(options.report_path, result.report);
  if (options.optimize.explain != nullptr) *options.optimize.explain << result.report << "\n";
  if (!options.quantised_path.empty()) {
    LITE_ASSIGN_OR_RETURN(std::string program, model::EncodePaddleProgram(result.model.program));
    LITE_ASSIGN_OR_RETURN(std::string params, model::EncodePaddleParams(result.model));
    files->emplace_back(options.quantised_path + "/model.pdmodel", std::move(program));
    files->emplace_back(options.quantised_path + "/model.pdiparams", std::move(params));
  }
  *model = std::move(result.model);
  return OkStatus();
}

Status WriteMore(const ConversionOptions& options, const MoreFiles& more, OutputFiles* files) {
  if (!options.quantised_path.empty()) {
    LITE_RETURN_IF_ERROR(files->AddFolder(options.quantised_path));
  }
  for (const auto& [path, content] : more) LITE_RETURN_IF_ERROR(files->AddFile(path, content));
  return OkStatus();
}

Status CheckHasOutputs(const model::Model& model) {
  for (const model::BlockDesc& block : model.program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      if (op.type == "fetch") return OkStatus();
    }
  }
  return InvalidArgument(model.source,
                         ": the program has no outputs (operators fetch); export it for inference");
}

}  // namespace

double DefaultThreshold(bool rounded, bool half) {
  if (rounded) return 5e-2;
  return half ? 1e-2 : 1e-4;
}

std::string OutputBase(const std::string& optimize_out) {
  std::string base = optimize_out;
  while (base.size() > 1 && base.back() == '/') base.pop_back();
  constexpr std::string_view kSuffix = ".nb";
  if (base.size() > kSuffix.size() &&
      base.compare(base.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0) {
    base.resize(base.size() - kSuffix.size());
  }
  return base;
}

Status CheckOutput(const ConversionOptions& options) {
  const std::pair<const char*, const std::string*> texts[] = {
      {"--explain_out", &options.explain_path}, {"--quant_report", &options.report_path}};
  for (const auto& [flag, path] : texts) {
    if (path->empty()) continue;
    LITE_RETURN_IF_ERROR(CheckWritableFile(*path));
    if (model::IsPartOf(options.source, *path)) {
      return InvalidArgument("'", *path, "' of flag ", flag, " is part of the model to convert");
    }
    if (options.write_naive_buffer && *path == options.output + ".nb") {
      return InvalidArgument("'", *path, "' of flag ", flag,
                             " is also the model of --optimize_out");
    }
  }
  if (!options.explain_path.empty() && options.explain_path == options.report_path) {
    return InvalidArgument("'", options.explain_path,
                           "' of flag --explain_out is also the file of --quant_report");
  }
  if (!options.quantised_path.empty()) {
    LITE_RETURN_IF_ERROR(CheckWritableFolder(options.quantised_path));
  }
  if (options.output.empty()) return OkStatus();
  const std::string name = options.output.substr(options.output.find_last_of('/') + 1);
  if (name.empty() || name == "." || name == ".." || name == ".nb") {
    return InvalidArgument("'", options.output, "' of flag --optimize_out names no file");
  }
  if (options.write_naive_buffer) {
    LITE_RETURN_IF_ERROR(CheckWritableFile(options.output + ".nb"));
  }
  if (options.write_protobuf || options.record_tailoring) {
    LITE_RETURN_IF_ERROR(CheckWritableFolder(options.output));
  }
  return OkStatus();
}

Status Convert(const ConversionOptions& given, Progress* progress, TailoringInfo* used) {
  const auto begin = std::chrono::steady_clock::now();
  ConversionOptions options = given;
  LITE_RETURN_IF_ERROR(CheckOutput(options));

  progress->Stage(0, "loading");
  LITE_ASSIGN_OR_RETURN(model::Model model, model::LoadPaddleModel(options.source));
  AnnounceSource(options.source, model, progress);
  LITE_RETURN_IF_ERROR(CheckHasOutputs(model));

  MoreFiles more;
  if (options.quantise.has_value()) {
    LITE_RETURN_IF_ERROR(QuantiseFrom(options, progress, &model, &more));
  }

  progress->Stage(60, "optimising");
  model::Model original;
  model::Model verified;  // if it is not what is written
  Comparisons compared;
  const bool half = RequestsHalfOnProcessor(options.optimize.valid_places);
  if (options.verify) {
    LITE_ASSIGN_OR_RETURN(original, RunnableAsItIs(model));
    if (half) {
      LITE_ASSIGN_OR_RETURN(InHalf in_half, OptimiseInHalf(model, original, &options, progress));
      verified = std::move(in_half.model);
      compared = std::move(in_half.compared);
    }
  }
  const int ops_before = OpCount(model.program);
  const std::string source_name = model.source;
  const int source_bits = model::StoredWeightBits(model.program);
  auto result = mir::Optimize(std::move(model), options.optimize);
  if (!result.ok()) return result.status().WithContext(source_name);
  model::Model optimised = *std::move(result);
  if (options.weight_bits != 0) {
    LITE_RETURN_IF_ERROR(model::QuantizeWeights(options.weight_bits, &optimised));
    if (options.dynamic_int8) model::RequestDynamicInt8(&optimised);
  }
  // The form of the source, unless the user states another one.
  const bool keeps_form = source_bits != 0 && options.weight_bits == 0 && !options.bf16_weights;
  if (keeps_form) LITE_RETURN_IF_ERROR(model::StoreExactWeights(source_bits, &optimised));
  if (options.weight_bits != 0 || keeps_form || AnyIsDynamic(optimised.program)) {
    ExplainWeights(optimised, options.optimize.explain);
  }
  if (options.bf16_weights) {
    LITE_RETURN_IF_ERROR(model::StoreWeightsInBFloat16(&optimised));
    ExplainBFloat16(optimised, options.optimize.explain);
  }
  if (options.weight_bits != 0 || keeps_form || options.bf16_weights) {
    AnnounceStoredWeights(DescribeStoredWeights(optimised, options.dynamic_int8), progress);
  }

  if (options.verify) {
    progress->Stage(75, "verifying");
    if (options.bf16_weights) {  // on every processor, to measure what it costs
      verified = optimised;
      model::RequireBFloat16(&verified);
    }
    const model::Model& result = half || options.bf16_weights ? verified : optimised;
    if (!half) {
      LITE_ASSIGN_OR_RETURN(compared, Compare(options, original, result));
    }
    LITE_RETURN_IF_ERROR(Verify(options, compared, result, progress));
  }
  if (!options.program_cache.empty()) {
    progress->Stage(80, "compiling subgraphs");
    LITE_RETURN_IF_ERROR(CompileSubgraphs(optimised, options.verify_shapes, options.program_rows,
                                          options.program_cache)
                             .WithContext("nnadapter_model_cache_dir"));
    PrintLine(progress, StrCat("compiled subgraphs are in ", options.program_cache));
  }
  TailoringInfo info;
  info.Add(optimised.program);
  if (used != nullptr) used->Add(optimised.program);

  progress->Stage(90, "writing");
  OutputFiles files;
  LITE_RETURN_IF_ERROR(WriteMore(options, more, &files));
  if (options.explanation != nullptr) {
    LITE_RETURN_IF_ERROR(files.AddFile(options.explain_path, options.explanation->str()));
  }
  if (options.output.empty()) return files.Commit();
  size_t bytes = 0;
  LITE_RETURN_IF_ERROR(Write(options, optimised, info, &files, &bytes));
  LITE_RETURN_IF_ERROR(files.Commit());
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  PrintLine(progress, Summary(ops_before, optimised.program, bytes, time.count()));
  std::string written = options.write_naive_buffer ? options.output + ".nb" : "";
  if (options.write_protobuf) {
    written += StrCat(written.empty() ? "" : " and ", options.output, "/{model,params}");
  }
  PrintLine(progress, StrCat("2. Model is optimized and saved into ", written, " successfully"));
  if (options.record_tailoring) {
    PrintLine(progress, StrCat("operators information of tailored model is stored into: ",
                               options.output, "/.tailored_ops_list"));
    PrintLine(progress, StrCat("kernels information of tailored model is stored into: ",
                               options.output, "/.tailored_kernels_list"));
  }
  return OkStatus();
}

}  // namespace paddle::lite::tools
