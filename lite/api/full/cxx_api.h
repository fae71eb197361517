// lite::Predictor, the interface of programs from before CxxConfig: build, fill the inputs, run.
// New programs use CreatePaddlePredictor (paddle_api.h).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/core/dims.h"
#include "paddle_api.h"

namespace paddle::lite {

using lite_api::Place;

// An input or an output, in the host's memory.
class PredictorTensor {
 public:
  explicit PredictorTensor(std::unique_ptr<lite_api::Tensor> tensor) : tensor_(std::move(tensor)) {}

  void Resize(const DDim& dims) { tensor_->Resize(lite_api::shape_t(dims.begin(), dims.end())); }
  DDim dims() const { return DDim(tensor_->shape()); }
  // Memory for dims() elements.
  template <typename T>
  T* mutable_data() {
    return tensor_->mutable_data<T>();
  }
  template <typename T>
  const T* data() const {
    return tensor_->data<T>();
  }

 private:
  std::unique_ptr<lite_api::Tensor> tensor_;
};

// Failures are those of the documented calls: an exception, or the text and the end of the program
// if the library has no exceptions.
class Predictor {
 public:
  // `model_file` and `param_file` name a combined model; without them `model_dir` is read.
  void Build(const std::string& model_dir, const std::string& model_file,
             const std::string& param_file, const std::vector<Place>& valid_places) {
    lite_api::CxxConfig config;
    config.set_model_dir(model_dir);
    if (!model_file.empty()) config.set_model_file(model_file);
    if (!param_file.empty()) config.set_param_file(param_file);
    config.set_valid_places(valid_places);
    predictor_ = lite_api::CreatePaddlePredictor<lite_api::CxxConfig>(config);
    inputs_.clear();
    outputs_.clear();
  }
  // Build has been called. The tensors live as long as the predictor.
  PredictorTensor* GetInput(size_t index) {
    if (inputs_.size() <= index) inputs_.resize(index + 1);
    if (inputs_[index] == nullptr) {
      inputs_[index] =
          std::make_unique<PredictorTensor>(predictor_->GetInput(static_cast<int>(index)));
    }
    return inputs_[index].get();
  }
  void Run() { predictor_->Run(); }
  // The output of the last Run, valid until the next call for this index.
  const lite_api::Tensor* GetOutput(size_t index) {
    if (outputs_.size() <= index) outputs_.resize(index + 1);
    outputs_[index] = predictor_->GetOutput(static_cast<int>(index));
    return outputs_[index].get();
  }

 private:
  std::shared_ptr<lite_api::PaddlePredictor> predictor_;
  std::vector<std::unique_ptr<PredictorTensor>> inputs_;
  std::vector<std::unique_ptr<const lite_api::Tensor>> outputs_;
};

}  // namespace paddle::lite
