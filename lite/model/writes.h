// What operators write, where a file's slots say something else.
#pragma once

#include "lite/model/program.h"

namespace paddle::lite::model {

// After this, the outputs of every operator are the variables that it writes:
//   a batch_norm of a program saved for inference also lists its statistics as outputs, which it
//   only changes in training: they are removed;
//   write_back, which the official converter of release 2.10 adds to loops, lists what it writes as
//   an input: tensors become an assign, lists of tensors are also listed as an output. Placeholders
//   (FakeAssociatedOut), which nothing writes, are not copied;
//   quantisation as it is trained also reads parameters that it only lists as outputs: they are
//   listed as inputs, in slots that Paddle does not have.
// May be applied again.
void ResolveWrites(Program* program);

}  // namespace paddle::lite::model
