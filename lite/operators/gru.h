#pragma once

#include <string>

#include "lite/operators/recurrent.h"

namespace paddle::lite::operators {

// The weights of a GRU with D units: D * 3D numbers, a matrix [D, 2D] of the update and the reset
// gate followed by a matrix [D, D] of the candidate. Columns of Input and Bias: update, reset,
// candidate.
//
//   u = g(x_u + h W_u), r = g(x_r + h W_r), c = a(x_c + (r * h) W_c), where x includes the bias
//   h' = (1 - u) h + u c; with origin_mode u h + (1 - u) c
//
// As in Paddle, Weight may have further dimensions, and its first numbers count.
inline Status CheckGruWeight(const Tensor& weight, int64_t d, bool is_real) {
  const DDim& dims = weight.dims();
  const int rank = dims.rank();
  const bool ranked = rank == 2 || (rank > 2 && is_real && dims.Count(2, rank) > 0);
  if (ranked && dims[0] == d && dims[1] == 3 * d) return OkStatus();
  return InvalidArgument("Weight: expected shape ", DDim{d, 3 * d}, ", found ", dims);
}

// gru: every sequence of Input [T, 3D], which has one level of detail, from its row of H0 or zero.
struct Gru final : Op {
  const Tensor* input = nullptr;
  const Tensor* h0 = nullptr;
  const Tensor* weight = nullptr;
  const Tensor* bias = nullptr;
  std::string activation = "tanh";
  std::string gate_activation = "sigmoid";
  bool is_reverse = false;
  bool origin_mode = false;
  WeightForm weight_form;
  Tensor* batch_gate = nullptr;  // the three are used in training only
  Tensor* batch_reset_hidden_prev = nullptr;
  Tensor* batch_hidden = nullptr;
  Tensor* hidden = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("H0", &h0, Need::kOptional);
    v.Input("Weight", &weight);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("activation", &activation);
    v.Attr("gate_activation", &gate_activation);
    v.Attr("is_reverse", &is_reverse);
    v.Attr("origin_mode", &origin_mode);
    weight_form.Fields(v);
    v.Output("Hidden", &hidden);
    v.Output("BatchGate", &batch_gate, Need::kOptional);
    v.Output("BatchResetHiddenPrev", &batch_reset_hidden_prev, Need::kOptional);
    v.Output("BatchHidden", &batch_hidden, Need::kOptional);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(GateActivation("activation", activation).status());
    LITE_RETURN_IF_ERROR(GateActivation("gate_activation", gate_activation).status());
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("Input", *input));
    LITE_ASSIGN_OR_RETURN(const int64_t d, HiddenSize("Input", *input, 3));
    const int64_t sequences = static_cast<int64_t>(offsets->size()) - 1;
    LITE_RETURN_IF_ERROR(CheckGruWeight(*weight, d, weight_form.bits == 0));
    LITE_RETURN_IF_ERROR(CheckShape("H0", h0, DDim{sequences, d}));
    LITE_RETURN_IF_ERROR(CheckBias(bias, 3 * d));
    hidden->Resize(DDim{input->dims()[0], d});
    hidden->set_lod(input->lod());
    LeaveEmpty({batch_gate, batch_reset_hidden_prev, batch_hidden});
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckRealInputs(*this, *input, [this](const Tensor* tensor) {
      return tensor == weight && weight_form.IsInt8(*tensor);
    }));
    SetPrecision({hidden, batch_gate, batch_reset_hidden_prev, batch_hidden}, input->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(input->numel()) * static_cast<double>(weight->dims()[0]),
            static_cast<double>(input->memory_size() + weight->memory_size())};
  }
};

// One step: Input [B, 3D], HiddenPrev [B, D], whose further rows are not read, as in Paddle. Gate
// receives u, r and c, ResetHiddenPrev r * h.
struct GruUnit final : Op {
  const Tensor* input = nullptr;
  const Tensor* hidden_prev = nullptr;
  const Tensor* weight = nullptr;
  const Tensor* bias = nullptr;
  int activation = 2;
  int gate_activation = 1;
  bool origin_mode = false;
  Tensor* gate = nullptr;
  Tensor* reset_hidden_prev = nullptr;
  Tensor* hidden = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("HiddenPrev", &hidden_prev);
    v.Input("Weight", &weight);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("activation", &activation);
    v.Attr("gate_activation", &gate_activation);
    v.Attr("origin_mode", &origin_mode);
    v.Output("Gate", &gate);
    v.Output("ResetHiddenPrev", &reset_hidden_prev);
    v.Output("Hidden", &hidden);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(GateActivation("activation", activation).status());
    LITE_RETURN_IF_ERROR(GateActivation("gate_activation", gate_activation).status());
    LITE_ASSIGN_OR_RETURN(const int64_t d, HiddenSize("Input", *input, 3));
    const int64_t rows = input->dims()[0];
    const DDim& states = hidden_prev->dims();
    if (states.rank() != 2 || states[0] < rows || states[1] != d) {
      return InvalidArgument("HiddenPrev: expected shape ", DDim{rows, d}, ", found ", states);
    }
    LITE_RETURN_IF_ERROR(CheckGruWeight(*weight, d, true));
    LITE_RETURN_IF_ERROR(CheckBias(bias, 3 * d));
    gate->Resize(DDim{rows, 3 * d});
    reset_hidden_prev->Resize(DDim{rows, d});
    hidden->Resize(DDim{rows, d});
    gate->set_lod(LoD());
    reset_hidden_prev->set_lod(LoD());
    hidden->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckRealInputs(*this, *input, [](const Tensor*) { return false; }));
    SetPrecision({gate, reset_hidden_prev, hidden}, input->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(input->numel()) * static_cast<double>(weight->dims()[0]),
            static_cast<double>(input->memory_size() + weight->memory_size())};
  }
};

LITE_OP(gru, Gru);
LITE_OP(gru_unit, GruUnit);

}  // namespace paddle::lite::operators
