// Functions whose work items compute tiles, of which a device may prefer one or another.
#pragma once

#include <string>
#include <vector>

#include "lite/backends/opencl/binaries.h"
#include "lite/base/span.h"
#include "lite/kernels/opencl/call.h"

namespace paddle::lite::kernels::opencl {

// What a work item computes, and the options that compile it so. What a column or a row is, the
// program says.
struct Tile {
  const char* options;
  int32_t columns, rows;

  // The work items that cover such a range.
  int64_t Across(int64_t extent) const { return (extent + columns - 1) / columns; }
  int64_t Down(int64_t extent) const { return (extent + rows - 1) / rows; }
};

// A function with a list of tiles. The first one is used, unless tuning found that another one
// takes less time for the same problem: the first launch compiles and measures all of them.
class TiledFunction {
 public:
  // `problem` has the sizes on which times depend. `tiles` are constants.
  template <typename Problem>
  Status Load(const PrepareContext& context, const std::string& file, const std::string& name,
              Span<const Tile> tiles, const Problem& problem) {
    file_ = file;
    name_ = name;
    tiles_ = tiles;
    problem_ = StrCat(file, " ", name, " ", lite::opencl::Digest(&problem, sizeof(problem)));
    std::vector<std::string> options;
    for (const Tile& tile : tiles) options.emplace_back(tile.options);
    tile_ = tiles[DeviceOf(context)->VariantFor(problem_, options, &to_measure_)];
    return function_.Load(context, file, name, tile_.options);
  }

  // `launch(call, tile)` adds the arguments to the call and returns what `Over` returns.
  template <typename Launch>
  Status Run(const RunContext& context, const Launch& launch) {
    if (to_measure_) {
      to_measure_ = false;
      LITE_RETURN_IF_ERROR(Choose(context, launch));
    }
    Call call = function_.On(context);
    return launch(call, tile_);
  }

 private:
  template <typename Launch>
  Status Choose(const RunContext& context, const Launch& launch) {
    const auto measure = [&](const LoadedFunction& function, const Tile& tile, int64_t* time) {
      Call call = function.On(context, time);
      return launch(call, tile);
    };
    int64_t least = -1;
    LITE_RETURN_IF_ERROR(measure(function_, tile_, &least));
    if (least < 0) return OkStatus();  // works in place; or the launch reports the failure
    PrepareContext prepare;
    prepare.device = context.device;
    for (size_t i = 1; i < tiles_.size(); ++i) {
      const Tile& other = tiles_[i];
      LoadedFunction function;
      // A tile may need more than the device has.
      if (!function.Load(prepare, file_, name_, other.options).ok()) continue;
      int64_t time = -1;
      LITE_RETURN_IF_ERROR(measure(function, other, &time));
      if (time < 0 || time >= least) continue;
      least = time;
      tile_ = other;
      function_ = std::move(function);
    }
    DeviceOf(prepare)->KeepVariant(problem_, tile_.options);
    return OkStatus();
  }

  std::string file_, name_, problem_;
  Span<const Tile> tiles_;
  Tile tile_ = {};
  bool to_measure_ = false;
  LoadedFunction function_;
};

}  // namespace paddle::lite::kernels::opencl
