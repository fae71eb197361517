// Moves operators of a program to test devices.
#pragma once

#include <vector>

#include "lite/model/program.h"
#include "lite/runtime/executable.h"
#include "tests/support/test_device.h"

namespace paddle::lite::test {

// The program, whose operators name kernels of the host or none, with each operator that a test
// device can run moved to a random one of `targets` with probability `share`, and the copies that
// this needs: io_copy_once for parameters, io_copy through the host for all others.
Result<model::Model> Partition(const model::Model& model, const std::vector<TargetType>& targets,
                               uint64_t seed, double share);
// The same with these kernels of devices instead of those of test devices.
Result<model::Model> Partition(const model::Model& model,
                               const std::vector<const KernelDef*>& kernels, uint64_t seed,
                               double share);

// Options that run such a program on the devices, and its other operators on kernels of the host
// only. With `races`, the host's kernels tell it what they use.
ExecutableOptions OptionsFor(const std::vector<std::shared_ptr<TestDevice>>& devices,
                             RaceChecker* races = nullptr);

}  // namespace paddle::lite::test
