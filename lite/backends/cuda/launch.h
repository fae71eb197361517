// Launches of bodies. A body is a structure of arguments with a function of an index; its launcher
// is compiled in a .cu file, by launcher.h. See docs/design/cuda.md, "Bodies".
#pragma once

#include <cstdint>

namespace paddle::lite::cuda {

// Queue body(i) for every i in [0, items), in any order and beside each other. `items` is at most
// INT32_MAX. Returns the runtime's code.
template <typename Body>
int LaunchItems(void* stream, const Body& body, int64_t items);

// Queue a body of groups of threads, see GroupBody in group_body.h, for groups [0, groups).
template <typename Body>
int LaunchGroups(void* stream, const Body& body, int64_t groups);

// Whether the build has code for the current device.
int ProbeKernels();

}  // namespace paddle::lite::cuda
