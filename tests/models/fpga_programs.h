// Programs on the software model of the FPGA.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lite/backends/fpga/device.h"
#include "lite/core/types.h"
#include "lite/model/program.h"
#include "lite/runtime/executable.h"
#include "tests/support/checked_fpga_driver.h"

namespace paddle::lite::test {

// Relative to the norm, of one operator or a network. The model rounds activations to half and
// filters to int8, and in its second mode also images to int8.
constexpr double kFloatTolerance = 1e-2;
constexpr double kInt8Tolerance = 5e-2;

// The device, and the host.
const std::vector<Place>& FpgaPlaces();

Result<model::Model> OptimisedForFpga(model::Model model, const std::vector<Place>& places);

struct FpgaRun {
  CheckedFpgaDriver* driver = nullptr;  // owned by the device
  std::shared_ptr<fpga::FpgaDevice> device;
  ExecutableOptions options;
};

Result<FpgaRun> MakeFpga(fpga::SoftDriverOptions soft = fpga::SoftDriverOptions());

// Types of the operators on the FPGA, each followed by a space.
std::string OnFpga(const model::Model& model);

}  // namespace paddle::lite::test
