#include "lite/model/foreign_format.h"

#include <cstdint>
#include <cstring>

#include "lite/model/byte_reader.h"

namespace paddle::lite::model {

namespace {

constexpr std::string_view kOnnx =
    "an ONNX model; convert it with x2paddle --framework=onnx, and the result with opt";
constexpr std::string_view kTensorFlow =
    "a TensorFlow model; convert it with x2paddle --framework=tensorflow, and the result with opt";
constexpr std::string_view kCaffe =
    "a Caffe model; convert it with x2paddle --framework=caffe --prototxt=... --weight=..., and "
    "the "
    "result with opt";
constexpr std::string_view kCoreMl = "a Core ML model; convert the model that it was made from";

bool StartsWith(std::string_view bytes, std::string_view magic) {
  return bytes.substr(0, magic.size()) == magic;
}

bool Contains(std::string_view bytes, std::string_view part) {
  return bytes.find(part) != std::string_view::npos;
}

// A protobuf message whose field 1 is a small number (the version of the format) and whose next
// field is one that a model has there: names, version, text, graph or operator sets. Field 1 of a
// Paddle program is a block.
bool LooksLikeOnnx(std::string_view bytes) {
  constexpr char kVersionField = 0x08;
  constexpr char kLargestVersion = 100;
  constexpr std::string_view kNextFields = "\x12\x1a\x22\x28\x32\x3a\x42";
  return bytes.size() > 2 && bytes[0] == kVersionField && bytes[1] > 0 &&
         bytes[1] <= kLargestVersion && Contains(kNextFields, bytes.substr(2, 1));
}

// The two other formats that begin with a version: the message after it begins with a field 1 that
// is a message itself, not with the text of ONNX.
bool LooksLikeVersionedMessage(std::string_view bytes) {
  ByteReader reader(bytes);
  uint8_t version[3] = {};
  for (uint8_t& byte : version) {
    if (!reader.Read(&byte).ok()) return false;
  }
  if (version[0] != 0x08 || version[1] == 0 || version[1] >= 0x80 || version[2] != 0x12)
    return false;
  uint8_t byte = 0x80;
  for (int i = 0; i < 10 && byte >= 0x80; ++i) {  // the length
    if (!reader.Read(&byte).ok()) return false;
  }
  return reader.Read(&byte).ok() && byte == 0x0a;
}

// Field `tag` of at most 127 bytes of printable text at `*at`, which is moved past it.
bool SkipShortText(std::string_view bytes, char tag, size_t* at) {
  if (*at + 2 > bytes.size() || bytes[*at] != tag) return false;
  const size_t length = static_cast<unsigned char>(bytes[*at + 1]);
  if (length == 0 || length >= 0x80 || length > bytes.size() - *at - 2) return false;
  for (const char c : bytes.substr(*at + 2, length)) {
    if (c < ' ' || c > '~') return false;
  }
  *at += 2 + length;
  return true;
}

// A graph of TensorFlow begins with a node: its name and its operator. A block, with which a Paddle
// program begins, has a number first.
bool LooksLikeTensorFlowGraph(std::string_view bytes) {
  if (bytes.empty() || bytes[0] != 0x0a) return false;
  size_t at = 1;
  while (at < bytes.size() && at < 10 && static_cast<unsigned char>(bytes[at]) >= 0x80) ++at;
  ++at;
  return SkipShortText(bytes, 0x0a, &at) && SkipShortText(bytes, 0x12, &at);
}

// A network of Caffe begins with its name; layers (fields 2 and 100) or inputs (3, 8) follow.
bool LooksLikeCaffe(std::string_view bytes) {
  size_t at = 0;
  if (!SkipShortText(bytes, 0x0a, &at) || at >= bytes.size()) return false;
  return bytes[at] == 0x12 || bytes[at] == 0x1a || bytes[at] == 0x42 ||
         bytes.substr(at, 2) == "\xa2\x06";
}

// The same as text.
bool LooksLikePrototxt(std::string_view bytes) {
  const bool begins = StartsWith(bytes, "name:") || StartsWith(bytes, "input:") ||
                      StartsWith(bytes, "layer ") || StartsWith(bytes, "layers ");
  return begins && (Contains(bytes, "layer {") || Contains(bytes, "layers {") ||
                    Contains(bytes, "input_dim") || Contains(bytes, "input_shape"));
}

// A root table near the beginning whose description is complete and fits.
bool LooksLikeFlatBuffer(std::string_view bytes) {
  constexpr uint32_t kFarthestRoot = 256;
  ByteReader reader(bytes);
  uint32_t root = 0;
  if (!reader.Read(&root).ok() || root < 8 || root > kFarthestRoot || root % 4 != 0) return false;
  int32_t distance = 0;
  if (root + sizeof(distance) > bytes.size()) return false;
  std::memcpy(&distance, bytes.data() + root, sizeof(distance));
  const int64_t description = int64_t{root} - distance;
  if (description < 4 || description + 4 > static_cast<int64_t>(bytes.size())) return false;
  uint16_t sizes[2];
  std::memcpy(sizes, bytes.data() + description, sizeof(sizes));
  return sizes[0] >= 4 && sizes[0] % 2 == 0 && sizes[0] <= kFarthestRoot && sizes[1] >= 4 &&
         sizes[1] <= kFarthestRoot && description + sizes[0] <= static_cast<int64_t>(bytes.size());
}

}  // namespace

std::string DescribeForeignModel(std::string_view head) {
  head = head.substr(0, kForeignModelHead);
  const size_t text = head.find_first_not_of(" \t\r\n");
  if (text != std::string_view::npos && head[text] == '{') {
    return Contains(head, "base_code")
               ? "a JSON program as Paddle 3 saves it; save the model in the older form "
                 "(.pdmodel): set FLAGS_enable_pir_api=0 in the environment before saving"
               : "a JSON file, not a Paddle program";
  }
  if (head.size() >= 8 && head.substr(4, 4) == "TFL3") {
    return "a TensorFlow Lite model; convert the TensorFlow model that it was made from with "
           "x2paddle --framework=tensorflow, and the result with opt";
  }
  if (StartsWith(head, "PK\x03\x04")) {
    return Contains(head, "data.pkl") || Contains(head, ".data/") || Contains(head, "/byteorder")
               ? "a PyTorch model; export it with torch.onnx.export, convert that with x2paddle "
                 "--framework=onnx, and the result with opt"
               : "a zip archive, not a Paddle program; unpack it first";
  }
  if (StartsWith(head, "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46")) {
    return "a PyTorch model; export it with torch.onnx.export, convert that with x2paddle "
           "--framework=onnx, and the result with opt";
  }
  if (StartsWith(head, "\x89HDF\r\n")) {
    return "an HDF5 file as Keras saves it; save the model in TensorFlow's form, convert that with "
           "x2paddle --framework=tensorflow, and the result with opt";
  }
  if (StartsWith(head, "7767517") || StartsWith(head, std::string_view("\xdd\x85\x76\x00", 4))) {
    return "an ncnn model; convert the model that it was made from";
  }
  if (LooksLikeVersionedMessage(head)) {
    return std::string(head[1] == 1 ? kTensorFlow : kCoreMl);
  }
  if (LooksLikeTensorFlowGraph(head)) return std::string(kTensorFlow);
  if (LooksLikeCaffe(head) || LooksLikePrototxt(head)) return std::string(kCaffe);
  if (LooksLikeOnnx(head)) return std::string(kOnnx);
  if (LooksLikeFlatBuffer(head)) {
    return "a flatbuffer, as MNN saves models; convert the model that it was made from";
  }
  return "";
}

}  // namespace paddle::lite::model
