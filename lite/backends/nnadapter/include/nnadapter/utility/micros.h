// Macros by which a driver names and exports its device. The build defines DEVICE_NAME.
#pragma once

#define NNADAPTER_EXPORT __attribute__((visibility("default")))

// NNADAPTER_AS_STR2(DEVICE_NAME) is the name in quotes, NNADAPTER_AS_SYM2(DEVICE_NAME) the symbol
// under which the runtime looks for the device.
#define NNADAPTER_AS_STR(name) #name
#define NNADAPTER_AS_STR2(name) NNADAPTER_AS_STR(name)
#define NNADAPTER_AS_SYM(name) __nnadapter_device__##name
#define NNADAPTER_AS_SYM2(name) NNADAPTER_AS_SYM(name)
