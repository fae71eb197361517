/* The C interface of libnnadapter.so: build a model of standard operations, compile it for one or
 * several devices, run it. Valid as C11 and as C++17.
 *
 * Functions that return int return an NNAdapterResultCode. A failure is also logged, with the name
 * of the item at fault. No function throws or aborts, and null handles and null results are
 * INVALID_PARAMETER (destroy functions ignore them).
 *
 * Threads: a model or a compilation that is being built belongs to one thread. A finished
 * compilation is immutable. Executions are independent of each other, and one thread at a time
 * uses each of them. */
#ifndef NNADAPTER_NNADAPTER_H_
#define NNADAPTER_NNADAPTER_H_

#include "nnadapter/types.h"

#if defined(_WIN32)
#define NNADAPTER_API
#else
#define NNADAPTER_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Writes NNADAPTER_VERSION. */
NNADAPTER_API int NNAdapter_getVersion(uint32_t* version);
/* Writes the number of drivers opened so far, and one for the built-in device. */
NNADAPTER_API int NNAdapter_getDeviceCount(uint32_t* numDevices);

/* Makes a handle of the device `name` (letters, digits and underscores). The first use of a name
 * loads lib<name>.so through the system's search path. DEVICE_NOT_FOUND, and null in *device, if
 * it cannot be loaded or opened. Several handles of a device are legal. */
NNADAPTER_API int NNAdapterDevice_acquire(const char* name, NNAdapterDevice** device);
/* Frees the handle; the driver stays loaded. */
NNADAPTER_API void NNAdapterDevice_release(NNAdapterDevice* device);
/* The strings live as long as the driver. */
NNADAPTER_API int NNAdapterDevice_getName(const NNAdapterDevice* device, const char** name);
NNADAPTER_API int NNAdapterDevice_getVendor(const NNAdapterDevice* device, const char** vendor);
NNADAPTER_API int NNAdapterDevice_getType(const NNAdapterDevice* device, NNAdapterDeviceType* type);
/* The version of the HAL for which the driver was built. */
NNADAPTER_API int NNAdapterDevice_getVersion(const NNAdapterDevice* device, int32_t* version);

/* Opens one context for each of the devices. `properties` (may be null) is "KEY=value;KEY=value;";
 * every device gets all of it. `callback` (may be null) is a way from a driver to the application.
 * The device handles may be released while the context is in use. */
NNADAPTER_API int NNAdapterContext_create(NNAdapterDevice** devices, uint32_t num_devices,
                                          const char* properties,
                                          int (*callback)(int event_id, void* user_data),
                                          NNAdapterContext** context);
NNADAPTER_API void NNAdapterContext_destroy(NNAdapterContext* context);

NNADAPTER_API int NNAdapterModel_create(NNAdapterModel** model);
/* Frees copied constants, never referenced ones. Finished compilations stay valid. */
NNADAPTER_API void NNAdapterModel_destroy(NNAdapterModel* model);
/* Copies the type, including scales per channel. The lifetime in it is ignored. */
NNADAPTER_API int NNAdapterModel_addOperand(NNAdapterModel* model, const NNAdapterOperandType* type,
                                            NNAdapterOperand** operand);
/* Makes the operand a constant, once: a copy, or a reference to a buffer that stays valid and
 * unchanged until the model is destroyed. `length` is the size of the type in bytes. Parameters get
 * their value before the operation that reads them is added. */
NNADAPTER_API int NNAdapterModel_setOperandValue(NNAdapterOperand* operand, void* buffer,
                                                 uint32_t length, bool copy);
/* Writes a pointer to the operand's type, for reading; after addOperation it shows the inferred
 * dimensions and precision. Valid until the model is destroyed. */
NNADAPTER_API int NNAdapterModel_getOperandType(NNAdapterOperand* operand,
                                                NNAdapterOperandType** type);
/* Adds an operation and infers the precision and the dimensions of its outputs. A null entry is an
 * absent optional operand. */
NNADAPTER_API int NNAdapterModel_addOperation(NNAdapterModel* model, NNAdapterOperationType type,
                                              uint32_t input_count, NNAdapterOperand** inputs,
                                              uint32_t output_count, NNAdapterOperand** outputs,
                                              NNAdapterOperation** operation);
NNADAPTER_API int NNAdapterModel_identifyInputsAndOutputs(NNAdapterModel* model,
                                                          uint32_t input_count,
                                                          NNAdapterOperand** inputs,
                                                          uint32_t output_count,
                                                          NNAdapterOperand** outputs);
/* Validates the model; nothing can be added afterwards. */
NNADAPTER_API int NNAdapterModel_finish(NNAdapterModel* model);
/* Writes one flag for each operation in the order in which they were added: whether any device of
 * the context supports it. FEATURE_NOT_SUPPORTED if a device cannot tell. */
NNADAPTER_API int NNAdapterModel_getSupportedOperations(const NNAdapterModel* model,
                                                        NNAdapterContext* context,
                                                        bool* supported_operations);

/* Prepares a compilation from the cache buffer, or else the file <cache_dir>/<cache_token>.nnc, or
 * else the model. A cache that is damaged or was written for another model, device, version or
 * context is ignored with a warning if there is a model, and is an error without one. A model with
 * token and directory is written to that file after the first successful execution. Strings may be
 * null. The buffer is copied. */
NNADAPTER_API int NNAdapterCompilation_create(NNAdapterModel* model, const char* cache_token,
                                              void* cache_buffer, uint32_t cache_length,
                                              const char* cache_dir, NNAdapterContext* context,
                                              NNAdapterCompilation** compilation);
NNADAPTER_API void NNAdapterCompilation_destroy(NNAdapterCompilation* compilation);
/* Partitions the model over the devices of the context and builds their programs, or restores
 * them. */
NNADAPTER_API int NNAdapterCompilation_finish(NNAdapterCompilation* compilation);
/* Writes the counts if both arrays are null, else also the types. Types are valid until the
 * compilation is destroyed. */
NNADAPTER_API int NNAdapterCompilation_queryInputsAndOutputs(NNAdapterCompilation* compilation,
                                                             uint32_t* input_count,
                                                             NNAdapterOperandType** input_types,
                                                             uint32_t* output_count,
                                                             NNAdapterOperandType** output_types);

NNADAPTER_API int NNAdapterExecution_create(NNAdapterCompilation* compilation,
                                            NNAdapterExecution** execution);
NNADAPTER_API void NNAdapterExecution_destroy(NNAdapterExecution* execution);
/* Binds `memory`; the last call for an index wins. `access` is called during compute, once or
 * several times. For an input, it writes the rank and the extents into type->dimensions and returns
 * the data. For an output, it resizes `memory` to the precision and the extents in *type and
 * returns the data, or null if there is no memory. It only reads these fields of *type. */
NNADAPTER_API int NNAdapterExecution_setInput(NNAdapterExecution* execution, int32_t index,
                                              void* memory,
                                              void* (*access)(void* memory,
                                                              NNAdapterOperandType* type));
NNADAPTER_API int NNAdapterExecution_setOutput(NNAdapterExecution* execution, int32_t index,
                                               void* memory,
                                               void* (*access)(void* memory,
                                                               NNAdapterOperandType* type));
/* Runs the programs and returns when the outputs are written. INVALID_DIMENSIONS: this compilation
 * cannot take these input shapes, another one may. */
NNADAPTER_API int NNAdapterExecution_compute(NNAdapterExecution* execution);

#ifdef __cplusplus
}
#endif

#endif /* NNADAPTER_NNADAPTER_H_ */
