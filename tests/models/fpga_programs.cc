#include "tests/models/fpga_programs.h"

#include <utility>

#include "lite/mir/optimizer.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite::test {

const std::vector<Place>& FpgaPlaces() {
  static const std::vector<Place> places = {
      Place(TargetType::kFPGA, PrecisionType::kFP16, DataLayoutType::kNHWC),
      Place(TargetType::kHost)};
  return places;
}

Result<model::Model> OptimisedForFpga(model::Model model, const std::vector<Place>& places) {
  mir::OptimizeOptions options;
  options.valid_places = places;
  return mir::Optimize(std::move(model), options);
}

Result<FpgaRun> MakeFpga(fpga::SoftDriverOptions soft) {
  FpgaRun run;
  auto driver = std::make_unique<CheckedFpgaDriver>(soft);
  run.driver = driver.get();
  LITE_ASSIGN_OR_RETURN(run.device, fpga::FpgaDevice::Create(std::move(driver)));
  run.options.devices = {run.device};
  return run;
}

std::string OnFpga(const model::Model& model) {
  std::string types;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    const auto stored = op.attrs.find(model::kKernelTypeAttr);
    if (stored == op.attrs.end()) continue;
    const auto key = ParseKernelKey(std::get<std::string>(stored->second));
    if (key.ok() && key->place.target == TargetType::kFPGA) types += op.type + " ";
  }
  return types;
}

}  // namespace paddle::lite::test
