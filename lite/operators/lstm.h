#pragma once

#include <string>

#include "lite/operators/recurrent.h"

namespace paddle::lite::operators {

// An LSTM with D units over every sequence of Input [T, 4D], which has one level of detail, from
// its rows of H0 and C0 or zero. Weight is [D, 4D]; columns: candidate, input, forget and output
// gate. Bias has 4D values, with peepholes followed by W_ic, W_fc and W_oc of D values each.
//
//   i = g(x_i + h W_i + c W_ic), f = g(x_f + h W_f + c W_fc)
//   c' = f c + i b(x_c + h W_c), o = g(x_o + h W_o + c' W_oc), h' = o a(c')
//
// with the gate activation g, the candidate activation b and the cell activation a.
struct Lstm final : Op {
  const Tensor* input = nullptr;
  const Tensor* h0 = nullptr;
  const Tensor* c0 = nullptr;
  const Tensor* weight = nullptr;
  const Tensor* bias = nullptr;
  bool use_peepholes = true;
  bool is_reverse = false;
  std::string gate_activation = "sigmoid";
  std::string cell_activation = "tanh";
  std::string candidate_activation = "tanh";
  Tensor* hidden = nullptr;
  Tensor* cell = nullptr;
  WeightForm weight_form;
  Tensor* batch_gate = nullptr;  // both are used in training only
  Tensor* batch_cell_pre_act = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("H0", &h0, Need::kOptional);
    v.Input("C0", &c0, Need::kOptional);
    v.Input("Weight", &weight);
    v.Input("Bias", &bias);
    v.Attr("use_peepholes", &use_peepholes);
    v.Attr("is_reverse", &is_reverse);
    v.Attr("gate_activation", &gate_activation);
    v.Attr("cell_activation", &cell_activation);
    v.Attr("candidate_activation", &candidate_activation);
    weight_form.Fields(v);
    v.Output("Hidden", &hidden);
    v.Output("Cell", &cell);
    v.Output("BatchGate", &batch_gate, Need::kOptional);
    v.Output("BatchCellPreAct", &batch_cell_pre_act, Need::kOptional);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(GateActivation("gate_activation", gate_activation).status());
    LITE_RETURN_IF_ERROR(GateActivation("cell_activation", cell_activation).status());
    LITE_RETURN_IF_ERROR(GateActivation("candidate_activation", candidate_activation).status());
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("Input", *input));
    LITE_ASSIGN_OR_RETURN(const int64_t d, HiddenSize("Input", *input, 4));
    const DDim states{static_cast<int64_t>(offsets->size()) - 1, d};
    LITE_RETURN_IF_ERROR(CheckShape("Weight", weight, DDim{d, 4 * d}));
    LITE_RETURN_IF_ERROR(CheckShape("H0", h0, states));
    LITE_RETURN_IF_ERROR(CheckShape("C0", c0, states));
    if (h0 != nullptr && c0 == nullptr)
      return InvalidArgument("C0: expected initial cells, as H0 has initial states");
    LITE_RETURN_IF_ERROR(CheckBias(bias, (use_peepholes ? 7 : 4) * d));
    for (Tensor* output : {hidden, cell}) {
      output->Resize(DDim{input->dims()[0], d});
      output->set_lod(input->lod());
    }
    LeaveEmpty({batch_gate, batch_cell_pre_act});
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckRealInputs(*this, *input, [this](const Tensor* tensor) {
      return tensor == weight && weight_form.IsInt8(*tensor);
    }));
    SetPrecision({hidden, cell, batch_gate, batch_cell_pre_act}, input->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(input->numel()) * static_cast<double>(weight->dims()[0]),
            static_cast<double>(input->memory_size() + weight->memory_size())};
  }
};

LITE_OP(lstm, Lstm);

}  // namespace paddle::lite::operators
