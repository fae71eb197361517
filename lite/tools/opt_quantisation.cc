#include "lite/tools/opt_quantisation.h"

#include <gflags/gflags.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/tools/command_line.h"
#include "lite/tools/model_io.h"
#include "lite/tools/output.h"
#include "lite/tools/quantisation/quantise.h"

DEFINE_bool(quant_model, false, "store weights in fewer bits");
DEFINE_string(quant_type, "QUANT_INT16", "QUANT_INT8, QUANT_INT16 or QUANT_DYNAMIC");
DEFINE_bool(enable_bf16, false, "weights and products in bfloat16");

// Names are those of paddle.static.quantization where it has them.
DEFINE_string(calibration_data, "", "folder of inputs; the model is quantised to int8");
DEFINE_string(quantize_model_path, "", "folder for the quantised model in Paddle's form");
DEFINE_string(quant_report, "", "file for the decision about every operator");
DEFINE_string(algo, "mse", "how scales are found");
DEFINE_double(hist_percent, 0.99999, "share of values within the scale, for --algo=hist");
DEFINE_int32(batch_nums, 0, "number of calibration inputs; 0 = all");
DEFINE_string(quantizable_op_type, "", "types of operators to quantise; all by default");
DEFINE_string(skip_tensor_list, "", "operators that read or write these tensors stay in float");
DEFINE_bool(is_full_quantize, false, "also round operators without weights");
DEFINE_bool(bias_correction, true, "remove the mean error of each channel");
DEFINE_string(weight_quantize_type, "channel_wise_abs_max", "or abs_max: one scale for a weight");
DEFINE_int32(weight_bits, 8, "8");
DEFINE_int32(activation_bits, 8, "8");
DEFINE_double(quant_error_budget, 0.1, "largest relative error of an operator");
DEFINE_bool(quant_only_faster, true, "keep operators in float that int8 does not make faster");
DEFINE_string(image_mean, "", "of images among the inputs, for values from 0 to 1");
DEFINE_string(image_std, "", "of images among the inputs, for values from 0 to 1");
DEFINE_string(image_order, "RGB", "RGB or BGR");

namespace paddle::lite::tools {

const char kQuantisationHelp[] = R"(
Quantisation
  --quant_model=true --quant_type=(QUANT_INT8|QUANT_INT16|QUANT_DYNAMIC)
                                  store weights in 8 or 16 bits, compute in float; default 16. DYNAMIC:
                                  8 bits, and products round their inputs to 8 bits when they run
  --enable_bf16=true              store weights in bfloat16, and multiply in it on x86 where that is
                                  faster; sums are float
  --calibration_data=<folder>     compute in int8, with scales from these inputs: a file for each
                                  (.npy, .bin, .pgm, .ppm), or a folder with one for each input
  --input_shape=1,3,224,224       shapes of .bin files, and sizes to which images are scaled
  --image_mean=0.485,0.456,0.406 --image_std=0.229,0.224,0.225 --image_order=(RGB|BGR)
                                  images become (byte / 255 - mean) / std
  --batch_nums=<number>           use this many inputs; default all
  --algo=(mse|KL|hist|abs_max|avg|moving_average_abs_max)
                                  how scales of activations are found; default mse
  --hist_percent=<number>         share of values within the scale, for hist; default 0.99999
  --weight_quantize_type=(channel_wise_abs_max|abs_max)
                                  scales of weights: one for each output channel, or one
  --bias_correction=(true|false)  remove the mean error of each channel; default true
  --quant_error_budget=<number>   operators with a larger relative error stay in float; default 0.1
  --quant_only_faster=(true|false)
                                  also keep those that int8 does not make faster; default true
  --quantizable_op_type=<types>   only these; --skip_tensor_list=<names>: not those with these tensors
  --is_full_quantize=true         also sums, products and pooling
  --quant_report=<file>           scales, errors, decisions and their reasons
  --quantize_model_path=<folder>  also write the model in Paddle's form, with quantize_linear and
                                  dequantize_linear
)";

namespace {

std::set<std::string> NamesIn(const std::string& list) {
  std::set<std::string> names;
  for (const std::string& part : SplitString(list, ',')) {
    const std::string_view name = StripWhitespace(part);
    if (!name.empty()) names.emplace(name);
  }
  return names;
}

Status CheckBits(const char* flag, int bits) {
  if (bits == 8) return OkStatus();
  return Unsupported("--", flag, ": found ", bits, ", operators compute in 8 bits",
                     bits == 16 ? "; weights are stored in 16 bits by --quant_model=true "
                                  "--quant_type=QUANT_INT16 without --calibration_data"
                                : "");
}

Status SetCandidates(CandidateOptions* candidates) {
  candidates->full = FLAGS_is_full_quantize;
  candidates->types = NamesIn(FLAGS_quantizable_op_type);
  candidates->skip_tensors = NamesIn(FLAGS_skip_tensor_list);
  const std::vector<std::string> known = QuantisableTypes(true);
  for (const std::string& type : candidates->types) {
    if (std::find(known.begin(), known.end(), type) == known.end()) {
      return InvalidArgument("--quantizable_op_type: '", type, "' cannot be quantised",
                             DidYouMean(type, known), "; expected ", ListToString(known));
    }
    const std::vector<std::string> weighted = QuantisableTypes(false);
    if (std::find(weighted.begin(), weighted.end(), type) == weighted.end()) {
      candidates->full = true;
    }
  }
  return OkStatus();
}

}  // namespace

Status CheckQuantType() {
  for (const char* type : {"QUANT_INT8", "QUANT_INT16", "QUANT_DYNAMIC"}) {
    if (FLAGS_quant_type == type) return OkStatus();
  }
  return InvalidArgument("Unsupported quant type: ", FLAGS_quant_type,
                         " (expected QUANT_INT8, QUANT_INT16 or QUANT_DYNAMIC)");
}

const std::vector<std::string>& CalibrationFlags() {
  static const auto* const flags = new std::vector<std::string>{
      "quantize_model_path", "quant_report",         "algo",
      "hist_percent",        "batch_nums",           "is_full_quantize",
      "bias_correction",     "weight_quantize_type", "weight_bits",
      "activation_bits",     "skip_tensor_list",     "quant_error_budget",
      "quant_only_faster",   "image_mean",           "image_std",
      "image_order",         "quantizable_op_type"};
  return *flags;
}

bool QuantisationWritesFiles() {
  return !FLAGS_quantize_model_path.empty() || !FLAGS_quant_report.empty();
}

Status SetQuantisation(ConversionOptions* options) {
  if (FLAGS_quant_model && FLAGS_enable_bf16) {
    return InvalidArgument(
        "--quant_model and --enable_bf16: weights are stored in one form, leave out one of them");
  }
  options->bf16_weights = FLAGS_enable_bf16;
  if (FLAGS_calibration_data.empty()) {
    for (const std::string& flag : CalibrationFlags()) {
      if (FlagGiven(flag.c_str())) {
        return InvalidArgument("--", flag, " has no effect without --calibration_data");
      }
    }
    if (FLAGS_quant_model) options->weight_bits = FLAGS_quant_type == "QUANT_INT16" ? 16 : 8;
    options->dynamic_int8 = FLAGS_quant_model && FLAGS_quant_type == "QUANT_DYNAMIC";
    return OkStatus();
  }
  if (FlagGiven("quant_type") && FLAGS_quant_type != "QUANT_INT8") {
    return Unsupported("--quant_type=", FLAGS_quant_type,
                       " with --calibration_data: operators compute in 8 bits, with scales of the "
                       "inputs; leave out one of them");
  }
  if (FLAGS_quant_model) {
    return InvalidArgument(
        "--quant_model with --calibration_data: operators that are quantised store their weights "
        "in 8 bits; leave out --quant_model, or --calibration_data to store all weights in fewer "
        "bits");
  }
  LITE_RETURN_IF_ERROR(CheckBits("weight_bits", FLAGS_weight_bits));
  LITE_RETURN_IF_ERROR(CheckBits("activation_bits", FLAGS_activation_bits));
  QuantisationOptions quantise;
  quantise.data = FLAGS_calibration_data;
  LITE_RETURN_IF_ERROR(CheckRange("batch_nums", FLAGS_batch_nums, 0, 1000000000));
  quantise.max_inputs = FLAGS_batch_nums;
  quantise.shapes = options->verify_shapes;
  LITE_ASSIGN_OR_RETURN(quantise.algorithm, ParseCalibrationAlgorithm(FLAGS_algo));
  LITE_RETURN_IF_ERROR(CheckRange("hist_percent", FLAGS_hist_percent, 0.5, 1.0));
  quantise.percentile = FLAGS_hist_percent;
  if (FLAGS_weight_quantize_type != "channel_wise_abs_max" &&
      FLAGS_weight_quantize_type != "abs_max") {
    return InvalidArgument("--weight_quantize_type: found '", FLAGS_weight_quantize_type,
                           "', expected channel_wise_abs_max or abs_max");
  }
  quantise.per_channel = FLAGS_weight_quantize_type != "abs_max";
  quantise.bias_correction = FLAGS_bias_correction;
  LITE_RETURN_IF_ERROR(CheckRange("quant_error_budget", FLAGS_quant_error_budget, 0.0, 1000.0));
  quantise.error_budget = FLAGS_quant_error_budget;
  quantise.only_if_faster = FLAGS_quant_only_faster;
  LITE_ASSIGN_OR_RETURN(quantise.images,
                        ParseImageScaling(FLAGS_image_mean, FLAGS_image_std, FLAGS_image_order));
  LITE_RETURN_IF_ERROR(SetCandidates(&quantise.candidates));
  options->quantise = std::move(quantise);
  options->quantised_path = FLAGS_quantize_model_path;
  while (options->quantised_path.size() > 1 && options->quantised_path.back() == '/') {
    options->quantised_path.pop_back();
  }
  options->report_path = FLAGS_quant_report;
  return OkStatus();
}

}  // namespace paddle::lite::tools
