# Finds nvcc, and compiles the kernels of CUDA as the library lite_cuda.

if(NOT CMAKE_CUDA_COMPILER)
  # CMake itself looks at the environment's CUDACXX and at PATH.
  find_program(LITE_NVCC nvcc HINTS ${CUDA_TOOLKIT_ROOT_DIR}/bin $ENV{CUDA_PATH}/bin PATHS /usr/local/cuda/bin)
  if(NOT LITE_NVCC AND NOT DEFINED ENV{CUDACXX})
    message(FATAL_ERROR "LITE_WITH_CUDA=ON: nvcc was not found in PATH or /usr/local/cuda/bin. Install the CUDA toolkit, "
                        "then set -DCUDA_TOOLKIT_ROOT_DIR=<its folder>, or the environment's CUDACXX=<path of nvcc>")
  endif()
  if(NOT DEFINED ENV{CUDACXX})
    set(CMAKE_CUDA_COMPILER ${LITE_NVCC})
  endif()
endif()
if(NOT CMAKE_CUDA_HOST_COMPILER)
  set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
endif()
set(CMAKE_CUDA_ARCHITECTURES ${LITE_CUDA_ARCHITECTURES})
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
if(LITE_CCACHE)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
enable_language(CUDA)
# The runtime is linked statically: it opens the driver when it is first used, so that the library starts where there is none.
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
find_package(CUDAToolkit REQUIRED)

# A library of its own, because options of the C++ compiler mean nothing to nvcc.
file(GLOB lite_cuda_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lite/backends/cuda/*.cu)
add_library(lite_cuda STATIC ${lite_cuda_sources})
target_include_directories(lite_cuda PRIVATE ${CMAKE_SOURCE_DIR})
set(lite_cuda_host_options -Wall -Wno-unknown-pragmas -fvisibility=hidden)
foreach(folder base core api)
  list(APPEND lite_cuda_host_options -iquote ${CMAKE_SOURCE_DIR}/lite/${folder})
endforeach()
list(JOIN lite_cuda_host_options "," lite_cuda_host_options)
target_compile_options(lite_cuda PRIVATE -Xcompiler=${lite_cuda_host_options} $<$<BOOL:${LITE_WITH_TESTING}>:-Werror=all-warnings>)
target_link_libraries(lite_cuda PUBLIC CUDA::cudart_static)
