#include "lite/backends/cpu/conv_s8.h"

#include <utility>

#include "lite/backends/cpu/conv_s8_parts.h"

namespace paddle::lite::cpu {

std::unique_ptr<ConvPlanS8> PlanConvS8(const ConvShape& shape, const Int8Tables& tables,
                                       const ConvOptionsS8& options) {
  std::unique_ptr<ConvPlanS8> plan;
  if (shape.depthwise()) plan = PlanDepthwiseConvS8(shape, tables, options);
  if (plan == nullptr && tables.matrix != nullptr) {
    plan = PlanMatrixConvS8(shape, *tables.matrix, options);
  }
  if (plan == nullptr && tables.winograd_planner != nullptr) {
    plan = tables.winograd_planner->plan(shape, tables, options);
  }
  return plan != nullptr ? std::move(plan) : PlanGemmConvS8(shape, tables, options);
}

}  // namespace paddle::lite::cpu
