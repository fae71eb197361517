// The inputs on which a quantised program is calibrated: the files of a folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/tools/model_io.h"

namespace paddle::lite::tools {

// How the pixels of an image become numbers: (byte / 255 - mean) / std, one value for all channels
// or one for each.
struct ImageScaling {
  std::vector<double> mean;
  std::vector<double> std;
  bool blue_first = false;  // the network takes blue, green, red
};

// From the flags --image_mean, --image_std and --image_order: lists of numbers, RGB or BGR.
Result<ImageScaling> ParseImageScaling(const std::string& mean, const std::string& std,
                                       const std::string& order);

// A folder with one sample in each file (one input), or in each subfolder: a file for every input,
// `<input name>.<extension>`, where "/" in a name is "_". Files are
//   *.npy                 NumPy arrays of any element type; a missing batch dimension is added
//   *.bin, *.raw, *.f32   the elements of the input's type, in the input's shape
//   *.pgm, *.ppm          binary images of 8 bits, scaled to the input's height and width
class CalibrationInputs {
 public:
  // `shapes` replaces the declared shapes; empty = declared. Fails if the folder cannot be read or
  // is empty.
  static Result<CalibrationInputs> Open(const std::string& folder, std::vector<InputInfo> inputs,
                                        const GivenShapes& shapes, const ImageScaling& scaling);

  // The same for samples of these names, which are not looked up here.
  static Result<CalibrationInputs> Of(const std::string& folder, std::vector<std::string> names,
                                      std::vector<InputInfo> inputs, const GivenShapes& shapes,
                                      const ImageScaling& scaling);

  size_t size() const { return samples_.size(); }
  const std::string& name(size_t index) const { return samples_[index]; }
  // The tensors of one sample in the order of the inputs.
  Result<std::vector<Tensor>> Load(size_t index) const;

 private:
  Result<std::string> FileOf(const std::string& sample, const InputInfo& input) const;
  Status LoadFile(const std::string& path, const InputInfo& input, Tensor* tensor) const;
  Status LoadImage(const std::string& bytes, const InputInfo& input, Tensor* tensor) const;

  std::string folder_;
  std::vector<InputInfo> inputs_;
  ImageScaling scaling_;
  std::vector<std::string> samples_;  // names in the folder, sorted
};

}  // namespace paddle::lite::tools
