#include "lite/tools/quantisation/calibration_inputs.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lite/base/checked_math.h"
#include "lite/core/element.h"
#include "lite/model/file.h"

namespace paddle::lite::tools {
namespace {

constexpr int64_t kMaxImageSide = 32767;

std::string ExtensionOf(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

// A dimension of -1 takes any size. A missing batch dimension is added.
Result<std::vector<int64_t>> FittedShape(std::vector<int64_t> found, const InputInfo& input) {
  const std::vector<int64_t>& declared = input.shape;
  if (found.size() + 1 == declared.size() && declared[0] <= 1) found.insert(found.begin(), 1);
  bool fits = found.size() == declared.size();
  for (size_t i = 0; fits && i < found.size(); ++i) {
    fits = found[i] > 0 && (declared[i] < 0 || declared[i] == found[i]);
  }
  if (fits) return found;
  return InvalidArgument("shape [", ShapeText(found), "], input '", input.name, "' expects [",
                         ShapeText(declared), "]");
}

struct NumpyArray {
  PrecisionType precision = PrecisionType::kUnk;
  std::vector<int64_t> shape;
  size_t data = 0;  // offset of the elements
};

PrecisionType NumpyType(const std::string& descr) {
  for (const ElementName& element : ElementNames()) {
    // Byte order, first letter of the name, size: "<f4" is float32, "|b1" is bool.
    const size_t bytes = PrecisionTypeLength(element.precision);
    if (descr == StrCat(bytes == 1 ? "|" : "<", std::string(1, element.name[0]), bytes)) {
      return element.precision;
    }
  }
  return PrecisionType::kUnk;
}

// What follows `'key':` in the header, which is the text of a Python dictionary.
std::string NumpyField(const std::string& header, const std::string& key) {
  const size_t at = header.find("'" + key + "':");
  if (at == std::string::npos) return "";
  return std::string(StripWhitespace(std::string_view(header).substr(at + key.size() + 3)));
}

Result<NumpyArray> ParseNumpy(const std::string& bytes) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  if (bytes.size() < 12 || bytes.compare(0, kMagic.size(), kMagic) != 0) {
    return DataLoss("not a NumPy file");
  }
  const auto byte = [&](size_t at) { return static_cast<size_t>(static_cast<uint8_t>(bytes[at])); };
  const bool long_header = bytes[6] > 1;
  const size_t begin = long_header ? 12 : 10;
  const size_t length =
      byte(8) | byte(9) << 8 | (long_header ? byte(10) << 16 | byte(11) << 24 : 0);
  if (length > bytes.size() - begin) return DataLoss("the header is cut off");
  const std::string header = bytes.substr(begin, length);
  NumpyArray array;
  array.data = begin + length;
  const std::string descr = NumpyField(header, "descr");
  array.precision = descr.size() >= 5 ? NumpyType(descr.substr(1, 3)) : PrecisionType::kUnk;
  if (array.precision == PrecisionType::kUnk) {
    return Unsupported("element type ", descr.substr(0, 8), ", expected numbers of this machine");
  }
  if (NumpyField(header, "fortran_order").rfind("False", 0) != 0) {
    return Unsupported("the array is in column-major order, save it with numpy.ascontiguousarray");
  }
  const std::string shape = NumpyField(header, "shape");
  const size_t end = shape.find(')');
  if (shape.empty() || shape[0] != '(' || end == std::string::npos) {
    return DataLoss("the header states no shape");
  }
  for (const std::string& word : SplitString(shape.substr(1, end - 1), ',')) {
    const std::string number(StripWhitespace(word));
    if (number.empty()) continue;
    const bool digits = std::all_of(number.begin(), number.end(),
                                    [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!digits || number.size() > 12) return DataLoss("dimension '", number, "'");
    array.shape.push_back(std::stoll(number));
  }
  return array;
}

Result<size_t> ByteCount(const std::vector<int64_t>& shape, PrecisionType precision) {
  LITE_ASSIGN_OR_RETURN(const DDim dims, DDim::FromVector(shape));
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(dims));
  return static_cast<size_t>(count) * PrecisionTypeLength(precision);
}

Status AllocateInput(const InputInfo& input, const std::vector<int64_t>& shape, Tensor* tensor) {
  tensor->Resize(shape);
  LITE_RETURN_IF_ERROR(tensor->Allocate(input.precision));
  tensor->set_lod(WholeSequence(input.lod_level, shape));
  return OkStatus();
}

Status CopyElements(const char* bytes, PrecisionType precision, Tensor* tensor) {
  // Elements of a file are at any address.
  const size_t length = PrecisionTypeLength(precision);
  alignas(16) char element[16];
  for (int64_t i = 0; i < tensor->numel(); ++i) {
    std::memcpy(element, bytes + static_cast<size_t>(i) * length, length);
    const double value = ElementAt(element, precision, 0);
    if (!std::isfinite(value)) return DataLoss("element ", i, " is ", value);
    StoreElement(tensor->mutable_raw_data(), tensor->precision(), i, value);
  }
  return OkStatus();
}

struct PlainImage {
  int64_t width = 0, height = 0, channels = 0;
  const uint8_t* pixels = nullptr;
};

// Binary PGM or PPM.
Result<PlainImage> ParseImage(const std::string& bytes) {
  PlainImage image;
  if (bytes.size() < 2 || bytes[0] != 'P' || (bytes[1] != '5' && bytes[1] != '6')) {
    return DataLoss("not a binary PGM or PPM image (P5, P6)");
  }
  image.channels = bytes[1] == '5' ? 1 : 3;
  size_t at = 2;
  const auto number = [&]() -> int64_t {
    const auto blank = [&] { return std::isspace(static_cast<unsigned char>(bytes[at])) != 0; };
    while (at < bytes.size() && (blank() || bytes[at] == '#')) {
      if (bytes[at] == '#') at = std::min(bytes.find('\n', at), bytes.size() - 1);
      ++at;
    }
    int64_t value = -1;
    for (; at < bytes.size() && bytes[at] >= '0' && bytes[at] <= '9' && value < 1000000; ++at) {
      value = std::max<int64_t>(value, 0) * 10 + (bytes[at] - '0');
    }
    return value;
  };
  image.width = number();
  image.height = number();
  const int64_t largest = number();
  ++at;  // one blank ends the header
  if (image.width <= 0 || image.height <= 0 || image.width > kMaxImageSide ||
      image.height > kMaxImageSide || largest != 255) {
    return DataLoss("the header is damaged, or the image has more than 8 bits for a colour");
  }
  const size_t size = static_cast<size_t>(image.width * image.height * image.channels);
  if (bytes.size() < at || bytes.size() - at < size) return DataLoss("the pixels are cut off");
  image.pixels = reinterpret_cast<const uint8_t*>(bytes.data()) + at;
  return image;
}

// A sample of `from` pixels at the centre of pixel `i` of `to`.
struct Tap {
  int64_t first, second;
  double weight;  // of the second
};
Tap TapOf(int64_t i, int64_t to, int64_t from) {
  const double at =
      (static_cast<double>(i) + 0.5) * static_cast<double>(from) / static_cast<double>(to) - 0.5;
  const double inside = std::clamp(at, 0.0, static_cast<double>(from - 1));
  Tap tap;
  tap.first = static_cast<int64_t>(inside);
  tap.second = std::min(tap.first + 1, from - 1);
  tap.weight = inside - static_cast<double>(tap.first);
  return tap;
}

}  // namespace

Result<ImageScaling> ParseImageScaling(const std::string& mean, const std::string& std,
                                       const std::string& order) {
  ImageScaling images;
  LITE_ASSIGN_OR_RETURN(images.mean, ParseNumbers(mean, "--image_mean"));
  LITE_ASSIGN_OR_RETURN(images.std, ParseNumbers(std, "--image_std"));
  double largest = 1;  // of what is divided
  for (const double value : images.mean) {
    if (!std::isfinite(static_cast<float>(value))) {
      return InvalidArgument("--image_mean: found ", value, ", expected a finite number");
    }
    largest = std::max(largest, 1 + std::fabs(value));
  }
  for (const double value : images.std) {
    if (!(value > 0)) return InvalidArgument("--image_std: found ", value, ", expected above 0");
    if (!std::isfinite(value) || !std::isfinite(static_cast<float>(largest / value))) {
      return InvalidArgument("--image_std: found ", value,
                             ", which does not scale pixels to finite numbers");
    }
  }
  if (order != "RGB" && order != "BGR") {
    return InvalidArgument("--image_order: found '", order, "', expected RGB or BGR");
  }
  images.blue_first = order == "BGR";
  return images;
}

Result<CalibrationInputs> CalibrationInputs::Of(const std::string& folder,
                                                std::vector<std::string> names,
                                                std::vector<InputInfo> inputs,
                                                const GivenShapes& shapes,
                                                const ImageScaling& scaling) {
  CalibrationInputs data;
  data.folder_ = folder;
  data.scaling_ = scaling;
  if (inputs.empty()) return InvalidArgument("the model has no inputs");
  if (!shapes.empty()) {
    LITE_ASSIGN_OR_RETURN(const auto settled, SettleShapes(inputs, shapes));
    for (size_t i = 0; i < inputs.size(); ++i) inputs[i].shape = settled[i];
  }
  data.inputs_ = std::move(inputs);
  data.samples_ = std::move(names);
  return data;
}

Result<CalibrationInputs> CalibrationInputs::Open(const std::string& folder,
                                                  std::vector<InputInfo> inputs,
                                                  const GivenShapes& shapes,
                                                  const ImageScaling& scaling) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator it(folder, error);
  for (; !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name[0] != '.') names.push_back(name);
  }
  if (error) return IoError("--calibration_data: ", folder, ": ", error.message());
  if (names.empty()) {
    return NotFound("--calibration_data: folder ", folder,
                    " is empty, expected *.npy, *.bin, *.pgm or *.ppm files");
  }
  std::sort(names.begin(), names.end());
  return Of(folder, std::move(names), std::move(inputs), shapes, scaling);
}

Result<std::string> CalibrationInputs::FileOf(const std::string& sample,
                                              const InputInfo& input) const {
  const std::string path = model::JoinPath(folder_, sample);
  if (!model::DirectoryExists(path)) {
    if (inputs_.size() == 1) return path;
    return InvalidArgument("a file, but the model has ", inputs_.size(),
                           " inputs: expected a folder with a file for each");
  }
  std::string name = input.name;
  std::replace(name.begin(), name.end(), '/', '_');
  for (const char* extension : {".npy", ".bin", ".raw", ".f32", ".pgm", ".ppm"}) {
    const std::string file = model::JoinPath(path, name + extension);
    if (model::FileExists(file)) return file;
  }
  return NotFound("no file ", name, ".npy or .bin in the folder");
}

Result<std::vector<Tensor>> CalibrationInputs::Load(size_t index) const {
  std::vector<Tensor> tensors(inputs_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    LITE_ASSIGN_OR_RETURN(const std::string path, FileOf(samples_[index], inputs_[i]));
    LITE_RETURN_IF_ERROR(LoadFile(path, inputs_[i], &tensors[i]));
  }
  return tensors;
}

Status CalibrationInputs::LoadFile(const std::string& path, const InputInfo& input,
                                   Tensor* tensor) const {
  const std::string extension = ExtensionOf(path);
  const bool raw = extension == ".bin" || extension == ".raw" || extension == ".f32";
  const bool image = extension == ".pgm" || extension == ".ppm";
  if (!raw && !image && extension != ".npy") {
    return Unsupported("extension '", extension,
                       "', expected .npy, .bin, .raw, .f32, .pgm or .ppm");
  }
  LITE_ASSIGN_OR_RETURN(const std::string bytes, model::ReadFile(path));
  if (image) return LoadImage(bytes, input, tensor);
  NumpyArray array;
  if (raw) {
    array.precision = input.precision;
    LITE_ASSIGN_OR_RETURN(const auto settled, SettleShapes({input}, {}));
    array.shape = settled[0];
  } else {
    LITE_ASSIGN_OR_RETURN(array, ParseNumpy(bytes));
  }
  LITE_ASSIGN_OR_RETURN(const size_t expected, ByteCount(array.shape, array.precision));
  if (bytes.size() - array.data != expected) {
    return DataLoss(bytes.size() - array.data, " bytes of elements, expected ", expected,
                    " for shape [", ShapeText(array.shape), "] of ",
                    PrecisionToStr(array.precision));
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, FittedShape(array.shape, input));
  LITE_RETURN_IF_ERROR(AllocateInput(input, shape, tensor));
  return CopyElements(bytes.data() + array.data, array.precision, tensor);
}

Status CalibrationInputs::LoadImage(const std::string& bytes, const InputInfo& input,
                                    Tensor* tensor) const {
  const std::vector<double>&mean = scaling_.mean, &std = scaling_.std;
  if (mean.empty() || std.empty()) {
    return InvalidArgument(
        "set --image_mean and --image_std as the network was trained, e.g. "
        "0.485,0.456,0.406 and 0.229,0.224,0.225");
  }
  LITE_ASSIGN_OR_RETURN(const PlainImage image, ParseImage(bytes));
  std::vector<int64_t> shape = input.shape;
  if (shape.size() != 4 || (shape[1] != 1 && shape[1] != 3) ||
      input.precision != PrecisionType::kFloat) {
    return InvalidArgument("an image, but input '", input.name, "' has shape [",
                           ShapeText(input.shape), "], expected [N, 1 or 3, height, width]");
  }
  shape[0] = 1;
  const int64_t channels = shape[1];
  // An open side follows the image.
  const auto side = [](int64_t wanted, int64_t other, int64_t own, int64_t own_other) {
    if (wanted >= 0) return wanted;
    return other < 0 ? own : std::max<int64_t>(1, (own * other + own_other / 2) / own_other);
  };
  const int64_t height = side(shape[2], shape[3], image.height, image.width);
  const int64_t width = side(shape[3], shape[2], image.width, image.height);
  shape[2] = height;
  shape[3] = width;
  for (const std::vector<double>* list : {&mean, &std}) {
    if (list->size() != 1 && list->size() != static_cast<size_t>(channels)) {
      return InvalidArgument("--image_mean and --image_std have ", list->size(), " values, input '",
                             input.name, "' has ", channels, " channels");
    }
  }
  if (image.channels > channels) {
    return InvalidArgument("a colour image, input '", input.name, "' has one channel");
  }
  LITE_RETURN_IF_ERROR(ByteCount(shape, input.precision).status());
  LITE_RETURN_IF_ERROR(AllocateInput(input, shape, tensor));
  float* out = tensor->mutable_data<float>();
  for (int64_t c = 0; c < channels; ++c) {
    const int64_t from = image.channels == 1 ? 0 : scaling_.blue_first ? channels - 1 - c : c;
    const double m = mean[mean.size() == 1 ? 0 : static_cast<size_t>(c)];
    const double s = std[std.size() == 1 ? 0 : static_cast<size_t>(c)];
    for (int64_t y = 0; y < height; ++y) {
      const Tap row = TapOf(y, height, image.height);
      for (int64_t x = 0; x < width; ++x) {
        const Tap column = TapOf(x, width, image.width);
        const auto pixel = [&](int64_t py, int64_t px) {
          return static_cast<double>(image.pixels[(py * image.width + px) * image.channels + from]);
        };
        const auto line = [&](int64_t py) {
          return pixel(py, column.first) * (1 - column.weight) +
                 pixel(py, column.second) * column.weight;
        };
        const double value = line(row.first) * (1 - row.weight) + line(row.second) * row.weight;
        *out++ = static_cast<float>((value / 255 - m) / s);
      }
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::tools
