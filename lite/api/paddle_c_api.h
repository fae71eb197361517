/* The C interface: runs optimised models (.nb) from C and from every language that calls C (Swift,
 * Rust, Go, C#, Python's ctypes). Public header; parses as C99 and as C++11. The light library and
 * the full one export these functions.
 *
 * Every function that can fail returns a PDL_Code and leaves a text for PDL_GetLastError. None of
 * them throws or ends the process, whatever is passed: null, a destroyed handle or one of another
 * kind is PDL_INVALID_ARGUMENT. Results are only written on success.
 *
 * A handle is a number, not the address of an object, and is never reused within 2^32 creations, so
 * a use after the release, or a second release, is reported. The owner releases every handle with
 * the Destroy function of its type.
 *
 * A configuration, and a predictor with its tensors, is used by one thread at a time: a run of a
 * predictor that is busy in another thread returns PDL_FAILED_PRECONDITION. Clones of a predictor
 * may run at the same time. */
#ifndef PADDLE_C_API_H_
#define PADDLE_C_API_H_

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && !defined(__clang__)
#define PDL_API
#else
#define PDL_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Enumerations are 32-bit integers, whose values are checked.
 *
 * --- results */

typedef int32_t PDL_Code;
enum {
  PDL_OK = 0,
  PDL_INVALID_ARGUMENT = 1,    /* the caller passed something that can never be right */
  PDL_NOT_FOUND = 2,           /* a file, variable, operator or kernel does not exist */
  PDL_UNSUPPORTED = 3,         /* legal, but this library cannot do it */
  PDL_DATA_LOSS = 4,           /* a model file is damaged or truncated */
  PDL_OUT_OF_RANGE = 5,        /* an index, size or shape is outside what is allowed */
  PDL_RESOURCE_EXHAUSTED = 6,  /* out of memory or over a configured limit */
  PDL_FAILED_PRECONDITION = 7, /* called at the wrong time, e.g. a run before an input was set */
  PDL_IO_ERROR = 8,            /* the operating system refused to read or write */
  PDL_INTERNAL = 9             /* a defect of this library */
};

/* "INVALID_ARGUMENT"; "UNKNOWN" for other numbers. */
PDL_API const char* PDL_CodeName(PDL_Code code);
/* What was wrong in the last call that failed in this thread: what was expected and what was found.
 * Empty before the first failure. Valid until the next failure in this thread. */
PDL_API const char* PDL_GetLastError(void);
/* The library's tag, or "branch(commit)". */
PDL_API const char* PDL_GetVersion(void);
/* Changes when a function, type or constant of the C headers is removed or changes, not when one is
 * added. A program that loads the library at run time compares it with that of its header. */
#define PDL_ABI_VERSION 1
PDL_API int32_t PDL_GetAbiVersion(void);

/* --- messages */

typedef int32_t PDL_LogLevel;
enum {
  PDL_LOG_DEFAULT = -1, /* the environment decides (GLOG_minloglevel), as before the first call */
  PDL_LOG_INFO = 0,
  PDL_LOG_WARNING = 1,
  PDL_LOG_ERROR = 2,
  PDL_LOG_OFF = 3
};

/* Drops messages below `level`, for the whole process. */
PDL_API PDL_Code PDL_SetLogLevel(PDL_LogLevel level);
/* `text` is valid during the call only. The callback runs in the thread that has the message,
 * possibly in several threads at once, in the middle of a call of the library: it must not use the
 * predictor that this thread is using. */
typedef void (*PDL_LogCallback)(PDL_LogLevel level, const char* text, void* user_data);
/* Passes later messages to `callback` instead of printing them on stderr; null prints again. */
PDL_API PDL_Code PDL_SetLogCallback(PDL_LogCallback callback, void* user_data);

/* The type of an element; the numbers are those of PrecisionType in C++. */
typedef int32_t PDL_Type;
enum {
  PDL_FLOAT32 = 1,
  PDL_INT8 = 2,
  PDL_INT32 = 3,
  PDL_FLOAT16 = 5, /* the 16 bits of an IEEE binary16 */
  PDL_BOOL = 6,    /* one byte, 0 or 1 */
  PDL_INT64 = 7,
  PDL_INT16 = 8,
  PDL_UINT8 = 9,
  PDL_FLOAT64 = 10
};

/* --- configuration */

typedef struct PDL_ConfigHandle* PDL_Config;

PDL_API PDL_Code PDL_ConfigCreate(PDL_Config* config);
PDL_API PDL_Code PDL_ConfigDestroy(PDL_Config config);
/* The path of a .nb file, UTF-8. */
PDL_API PDL_Code PDL_ConfigSetModelFile(PDL_Config config, const char* path);
/* The bytes of a .nb file; copied. */
PDL_API PDL_Code PDL_ConfigSetModelBuffer(PDL_Config config, const void* data, size_t size);
/* Threads of one predictor, the calling one included; at least 1. */
PDL_API PDL_Code PDL_ConfigSetThreads(PDL_Config config, int threads);

typedef int32_t PDL_PowerMode;
enum {
  PDL_POWER_HIGH = 0, /* the fast cores */
  PDL_POWER_LOW = 1,  /* the efficient cores */
  PDL_POWER_FULL = 2,
  PDL_POWER_NO_BIND = 3, /* the default: the operating system decides */
  PDL_POWER_RAND_HIGH = 4,
  PDL_POWER_RAND_LOW = 5
};
PDL_API PDL_Code PDL_ConfigSetPowerMode(PDL_Config config, PDL_PowerMode mode);
/* The maximum number of iterations, at least 1, that all loops of the program may make in one run;
 * a run that exceeds it fails. The default is 1,000,000, or LITE_MAX_LOOP_ITERATIONS from the
 * environment. */
PDL_API PDL_Code PDL_ConfigSetMaxLoopIterations(PDL_Config config, int64_t iterations);
/* Each new predictor of the configuration runs once on every group of inputs, in the order of
 * `group`, so that the first run on the shapes of the last group only computes. A group has all
 * inputs of the model; `input` is the index of one. `data` (`size` bytes) are the elements, which
 * are copied; null stands for zeros. The inputs keep the data of the last group. */
PDL_API PDL_Code PDL_ConfigSetWarmupInput(PDL_Config config, size_t group, size_t input,
                                          PDL_Type type, const int64_t* dims, size_t rank,
                                          const void* data, size_t size);

/* --- predictor */

typedef struct PDL_PredictorHandle* PDL_Predictor;
typedef struct PDL_TensorHandle* PDL_Tensor;

/* The configuration may be destroyed or changed afterwards. */
PDL_API PDL_Code PDL_PredictorCreate(PDL_Config config, PDL_Predictor* predictor);
/* A predictor of the same model that shares the weights, for another thread. */
PDL_API PDL_Code PDL_PredictorClone(PDL_Predictor predictor, PDL_Predictor* clone);
/* Later uses of its tensors return PDL_FAILED_PRECONDITION; their handles remain to be destroyed.
 */
PDL_API PDL_Code PDL_PredictorDestroy(PDL_Predictor predictor);
/* Runs the model once on the current shapes and data of the inputs, which keep their data. */
PDL_API PDL_Code PDL_PredictorRun(PDL_Predictor predictor);
/* Frees all memory except the weights. Inputs must be filled again before the next run. */
PDL_API PDL_Code PDL_PredictorShrinkMemory(PDL_Predictor predictor);

PDL_API PDL_Code PDL_PredictorGetInputCount(PDL_Predictor predictor, size_t* count);
PDL_API PDL_Code PDL_PredictorGetOutputCount(PDL_Predictor predictor, size_t* count);
/* The name is valid until the predictor is destroyed. */
PDL_API PDL_Code PDL_PredictorGetInputName(PDL_Predictor predictor, size_t index,
                                           const char** name);
PDL_API PDL_Code PDL_PredictorGetOutputName(PDL_Predictor predictor, size_t index,
                                            const char** name);

/* Handles of tensors are numbered in the order of the model's inputs and outputs. An output can be
 * read only. */
PDL_API PDL_Code PDL_PredictorGetInput(PDL_Predictor predictor, size_t index, PDL_Tensor* tensor);
PDL_API PDL_Code PDL_PredictorGetOutput(PDL_Predictor predictor, size_t index, PDL_Tensor* tensor);
PDL_API PDL_Code PDL_PredictorGetInputByName(PDL_Predictor predictor, const char* name,
                                             PDL_Tensor* tensor);
PDL_API PDL_Code PDL_PredictorGetOutputByName(PDL_Predictor predictor, const char* name,
                                              PDL_Tensor* tensor);

/* For debugging: any variable of the optimised program, to be read only. A tensor may have been
 * fused away, and its memory may have been reused by a later one. */
PDL_API PDL_Code PDL_PredictorGetTensor(PDL_Predictor predictor, const char* name,
                                        PDL_Tensor* tensor);

/* --- tensors */

PDL_API PDL_Code PDL_TensorDestroy(PDL_Tensor tensor);

/* Sets the shape of an input: at most 9 dimensions, each at least 0. */
PDL_API PDL_Code PDL_TensorResize(PDL_Tensor tensor, const int64_t* dims, size_t rank);
/* Writes the rank, and as many dimensions as fit into `capacity` (`dims` may be null if it is 0).
 * Before an input was resized, and before the first run for an output, this is the shape that the
 * model declares, with -1 for open dimensions. */
PDL_API PDL_Code PDL_TensorGetShape(PDL_Tensor tensor, int64_t* dims, size_t capacity,
                                    size_t* rank);
/* Fails if the tensor has neither data nor a declared type. */
PDL_API PDL_Code PDL_TensorGetType(PDL_Tensor tensor, PDL_Type* type);

/* Copies the elements, in row-major order. `size` in bytes must be that of the tensor's shape with
 * elements of `type`. */
PDL_API PDL_Code PDL_TensorCopyFrom(PDL_Tensor tensor, PDL_Type type, const void* data,
                                    size_t size);
PDL_API PDL_Code PDL_TensorCopyTo(PDL_Tensor tensor, PDL_Type type, void* data, size_t size);
/* The tensor's own memory, without a copy, and its size in bytes: valid until the tensor is resized
 * or its predictor runs. */
PDL_API PDL_Code PDL_TensorGetData(PDL_Tensor tensor, const void** data, size_t* size);
PDL_API PDL_Code PDL_TensorGetMutableData(PDL_Tensor tensor, PDL_Type type, void** data,
                                          size_t* size);
/* Uses the caller's memory as the data of an input. It must be valid until the tensor has other
 * data or its predictor is destroyed. */
PDL_API PDL_Code PDL_TensorShareMemory(PDL_Tensor tensor, PDL_Type type, void* data, size_t size);

/* The level of detail: how rows form sequences, per level a list of offsets such as 0, 2, 5. */
PDL_API PDL_Code PDL_TensorSetLod(PDL_Tensor tensor, const uint64_t* const* levels,
                                  const size_t* sizes, size_t count);
PDL_API PDL_Code PDL_TensorGetLodLevels(PDL_Tensor tensor, size_t* count);
/* Writes the number of offsets, and as many of them as fit into `capacity`. */
PDL_API PDL_Code PDL_TensorGetLod(PDL_Tensor tensor, size_t level, uint64_t* offsets,
                                  size_t capacity, size_t* size);

#ifdef __cplusplus
}
#endif

#endif /* PADDLE_C_API_H_ */
