# Every option of the build, once. LITE_* names are the documented ones.
include(CMakeDependentOption)

string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" lite_processor)
set(lite_host_is_x86 OFF)
if(lite_processor MATCHES "^(x86_64|amd64|i[3-6]86)$")
  set(lite_host_is_x86 ON)
endif()
set(lite_host_is_arm OFF)
if(lite_processor MATCHES "^(aarch64|arm64|arm.*)$")
  set(lite_host_is_arm ON)
endif()

option(LITE_WITH_X86 "x86 CPU kernels (baseline, AVX2, AVX-512 chosen at run time)" ${lite_host_is_x86})
option(LITE_WITH_ARM "ARM CPU kernels" ${lite_host_is_arm})
option(LITE_WITH_LOG "Diagnostics on stderr; failures carry their text either way" ON)
option(LITE_WITH_EXCEPTION "Documented C++ calls throw paddle::lite_api::Error; OFF: print and abort" ON)
option(LITE_ON_TINY_PUBLISH "Light library only, optimised for size; no third-party package is looked up" OFF)
cmake_dependent_option(LITE_WITH_FULL_API "Protobuf models, optimiser, full predictor and tools" ON
                       "NOT LITE_ON_TINY_PUBLISH" OFF)
option(LITE_WITH_TESTING "Unit tests (needs GoogleTest)" OFF)
option(LITE_WITH_FUZZER "libFuzzer targets (needs clang)" OFF)
option(LITE_WITH_EXAMPLES "Build the examples of docs/ as part of the tests" ${LITE_WITH_TESTING})
option(LITE_BUILD_TAILOR "Only the operators and kernels listed by opt --record_tailoring_info" OFF)
set(LITE_OPTMODEL_DIR "" CACHE PATH "Directory with the .tailored_* lists, for LITE_BUILD_TAILOR")
set(LITE_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")

# Names that users of the original build pass. Value and effect are translated, or the option is accepted
# because it asks for what is always the case here.
if(DEFINED LITE_SHUTDOWN_LOG)
  message(STATUS "LITE_SHUTDOWN_LOG is the inverse of LITE_WITH_LOG")
  if(LITE_SHUTDOWN_LOG)
    set(LITE_WITH_LOG OFF)
  endif()
endif()
if(DEFINED WITH_TESTING)
  set(LITE_WITH_TESTING ${WITH_TESTING})
endif()
if(WITH_PADDLE_MOBILE)
  message(FATAL_ERROR "WITH_PADDLE_MOBILE: the legacy mobile engine is not part of this project")
endif()
foreach(lite_unavailable LITE_WITH_CUDA LITE_WITH_OPENCL LITE_WITH_FPGA LITE_WITH_NPU LITE_WITH_XPU
                         LITE_WITH_RKNPU LITE_WITH_APU LITE_WITH_MLU LITE_WITH_BM LITE_WITH_NNADAPTER
                         LITE_WITH_METAL LITE_WITH_CV LITE_WITH_JAVA LITE_WITH_PYTHON LITE_WITH_TRAIN)
  if(${lite_unavailable})
    message(FATAL_ERROR "${lite_unavailable}=ON: this version has no such part yet; leave it OFF")
  endif()
endforeach()
