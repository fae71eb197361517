// The networks of the zoo below the predictors: as programs, and with inputs as tensors.
#pragma once

#include "lite/model/program.h"
#include "lite/runtime/executable.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {

// The program and the parameters of a network, as Paddle saved them.
Result<model::Model> LoadProgram(const ZooNet& net);

// Keeps `side` rows and columns of each image [N, C, H, W] of the case: the network takes a
// fraction of the time.
void CropImages(int64_t side, ZooCase* zoo_case);
// The program declares the inputs with the shapes of the case.
void DeclareShapes(const ZooCase& zoo_case, model::Model* model);

// A copy of an input, in the host's memory.
Status CopyInput(const ZooArray& input, Tensor* tensor);
// All inputs of a case.
Status SetInputs(const ZooCase& zoo_case, Executable* executable);

}  // namespace paddle::lite::test
