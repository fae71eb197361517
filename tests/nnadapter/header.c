/* Uses the interface from C11. */
#include "nnadapter/nnadapter.h"

_Static_assert(sizeof(NNAdapterOperandDimensionType) == 296, "8 shapes of 8 extents, and their numbers");
_Static_assert(NNADAPTER_YOLO_BOX == 95, "codes are never renumbered");

int Use(NNAdapterModel* model) {
  NNAdapterOperandType type = {.precision = NNADAPTER_FLOAT32, .dimensions = {.count = 1, .data = {4}}};
  type.symm_per_layer_params.scale = 1.0f;
  NNAdapterOperand* operand = 0;
  bool copy = true;
  return NNAdapterModel_addOperand(model, &type, &operand) ||
         NNAdapterModel_setOperandValue(operand, 0, 0, copy);
}
