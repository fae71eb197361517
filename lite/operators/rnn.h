#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lite/operators/recurrent.h"

namespace paddle::lite::operators {

// Layers of recurrent cells over Input [T, B, I]; each layer reads the Out of the one before,
// [T, B, directions * H]. WeightList has, for each layer and direction, W_ih [G * H, I] and W_hh
// [G * H, H], and after all of these, in the same order, b_ih and b_hh [G * H]. PreState and State
// hold h, for LSTM h and c: [layers * directions, B, H].
//
//   LSTM      i, f, c~, o of x W_ih + b_ih + h W_hh + b_hh; c' = f c + i c~, h' = o tanh(c')
//   GRU       r, u likewise; c~ = tanh(x W_ih + b_ih + r (h W_hh + b_hh)); h' = u h + (1 - u) c~
//   RNN_TANH  h' = tanh(x W_ih + b_ih + h W_hh + b_hh); RNN_RELU alike
//
// Steps at or after SequenceLength[b] keep the state and produce zeros. Dropout between layers
// belongs to training.
struct Rnn final : Op {
  const Tensor* input = nullptr;
  std::vector<const Tensor*> pre_state;
  std::vector<const Tensor*> weight_list;
  const Tensor* sequence_length = nullptr;  // int32 [B]
  float dropout_prob = 0.0f;
  bool is_bidirec = false;
  int input_size = 10;
  int hidden_size = 100;
  int num_layers = 1;
  std::string mode = "RNN_TANH";
  int seed = 0;
  bool is_test = false;
  WeightForm weight_form;
  Tensor* out = nullptr;
  Tensor* dropout_state = nullptr;  // used in training only, like `reserve`
  std::vector<Tensor*> state;
  Tensor* reserve = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Inputs("PreState", &pre_state);
    v.Inputs("WeightList", &weight_list);
    v.Input("SequenceLength", &sequence_length, Need::kOptional);
    v.Attr("dropout_prob", &dropout_prob);
    v.Attr("is_bidirec", &is_bidirec);
    v.Attr("input_size", &input_size);
    v.Attr("hidden_size", &hidden_size);
    v.Attr("num_layers", &num_layers);
    v.Attr("mode", &mode);
    v.Attr("seed", &seed);
    v.Attr("is_test", &is_test);
    weight_form.Fields(v);
    v.Output("Out", &out);
    v.Output("DropoutState", &dropout_state, Need::kOptional);
    v.Outputs("State", &state);
    v.Output("Reserve", &reserve, Need::kOptional);
  }

  bool is_lstm() const { return mode == "LSTM"; }
  bool is_gru() const { return mode == "GRU"; }
  int64_t gates() const { return is_lstm() ? 4 : is_gru() ? 3 : 1; }
  int64_t directions() const { return is_bidirec ? 2 : 1; }
  int64_t cells() const { return directions() * num_layers; }
  // Of cell `layer * directions + direction`.
  const Tensor& w_ih(int64_t cell) const { return *weight_list[static_cast<size_t>(cell * 2)]; }
  const Tensor& w_hh(int64_t cell) const { return *weight_list[static_cast<size_t>(cell * 2 + 1)]; }
  const Tensor& b_ih(int64_t cell) const {
    return *weight_list[static_cast<size_t>((cells() + cell) * 2)];
  }
  const Tensor& b_hh(int64_t cell) const {
    return *weight_list[static_cast<size_t>((cells() + cell) * 2 + 1)];
  }

  Status InferShape() override {
    if (!is_lstm() && !is_gru() && mode != "RNN_TANH" && mode != "RNN_RELU") {
      return InvalidArgument("attribute mode: expected LSTM, GRU, RNN_TANH or RNN_RELU, found '",
                             mode, "'");
    }
    constexpr int kMaxLayers = 1 << 20;  // as a product with 8, an int
    if (num_layers < 1 || num_layers > kMaxLayers) {
      return InvalidArgument("attribute num_layers: expected a positive value, found ", num_layers);
    }
    constexpr int kMaxHidden = INT32_MAX / 8;
    if (hidden_size < 1 || hidden_size > kMaxHidden) {
      return InvalidArgument("attribute hidden_size: expected a positive value, found ",
                             hidden_size);
    }
    const DDim& dims = input->dims();
    if (dims.rank() != 3) return InvalidArgument("Input: expected rank 3, found shape ", dims);
    LITE_RETURN_IF_ERROR(CheckWeights());
    const DDim states{cells(), dims[1], hidden_size};
    const size_t count = is_lstm() ? 2 : 1;
    if (pre_state.size() != count || state.size() != count) {
      return InvalidArgument("PreState and State: expected ", count, " tensors, found ",
                             pre_state.size(), " and ", state.size());
    }
    for (size_t i = 0; i < count; ++i) {
      LITE_RETURN_IF_ERROR(CheckShape("PreState", pre_state[i], states));
      state[i]->Resize(states);
      state[i]->set_lod(LoD());
    }
    if (sequence_length != nullptr) {
      LITE_RETURN_IF_ERROR(
          CheckElementType<IndexTypes>("SequenceLength", sequence_length->precision()));
      if (sequence_length->numel() != dims[1]) {
        return InvalidArgument("SequenceLength: expected ", dims[1], " values, found shape ",
                               sequence_length->dims());
      }
    }
    LeaveEmpty({dropout_state, reserve});
    out->set_lod(LoD());
    return SetShape("Out", DDim{dims[0], dims[1], directions() * hidden_size}, out);
  }
  Status InferType() override {
    const auto is_matrix = [this](const Tensor* tensor) {
      const auto end = weight_list.begin() + static_cast<std::ptrdiff_t>(2 * cells());
      return std::find(weight_list.begin(), end, tensor) != end;
    };
    LITE_RETURN_IF_ERROR(CheckRealInputs(*this, *input, [&](const Tensor* tensor) {
      return tensor == sequence_length || (weight_form.IsInt8(*tensor) && is_matrix(tensor));
    }));
    SetPrecision({out, dropout_state, reserve}, input->precision());
    for (Tensor* tensor : state) tensor->set_precision(input->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    Cost cost;
    const double rows = static_cast<double>(input->dims()[0] * input->dims()[1]);
    for (const Tensor* weight : weight_list) {
      cost.flops += 2.0 * rows * static_cast<double>(weight->numel());
      cost.bytes += static_cast<double>(weight->memory_size());
    }
    return cost;
  }

 private:
  Status CheckWeights() const {
    const size_t count = static_cast<size_t>(cells()) * 4;
    if (weight_list.size() != count) {
      return InvalidArgument("WeightList: expected ", count, " tensors for ", num_layers,
                             " layers, found ", weight_list.size());
    }
    const int64_t columns = gates() * hidden_size;
    for (int64_t cell = 0; cell < cells(); ++cell) {
      const bool first = cell < directions();
      const int64_t width = first ? input->dims()[2] : directions() * hidden_size;
      LITE_RETURN_IF_ERROR(CheckShape("WeightList", &w_ih(cell), DDim{columns, width}));
      LITE_RETURN_IF_ERROR(CheckShape("WeightList", &w_hh(cell), DDim{columns, hidden_size}));
      for (const Tensor* bias : {&b_ih(cell), &b_hh(cell)}) {
        if (bias->numel() == columns) continue;
        return InvalidArgument("WeightList: expected a bias of ", columns, " values, found shape ",
                               bias->dims());
      }
    }
    return OkStatus();
  }
};

LITE_OP(rnn, Rnn);

}  // namespace paddle::lite::operators
