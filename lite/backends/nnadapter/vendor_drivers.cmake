# Devices that need a vendor's SDK: name, file by which its folder is recognised (+ where there is none), source of the driver
# (+ where this version has none), SDK. NNADAPTER_WITH_<NAME> checks for the SDK and builds lib<NAME>.so, or says what is
# missing; without it, the target <NAME> says so.
set(vendor_drivers
    "amlogic_npu:+:+:amlnpu_ddk"
    "android_nnapi:+:+:the Android NDK"
    "cambricon_mlu:+:+:MagicMind"
    "eeasytech_npu:+:+:eznpu_ddk"
    "google_xnnpack:+:google_xnnpack:XNNPACK, pthreadpool and cpuinfo"
    "huawei_ascend_npu:+:+:CANN"
    "huawei_kirin_npu:include/HiAiModelManagerService.h:huawei_kirin_npu:the HiAI DDK (hiai_ddk_lib_510)"
    "imagination_nna:+:+:imgdnn"
    "intel_openvino:+:+:OpenVINO 2022.1 or newer"
    "kunlunxin_xtcl:+:+:XTCL, XDNN and XRE"
    "mediatek_apu:+:+:the NeuroPilot SDK"
    "nvidia_tensorrt:+:+:CUDA, cuDNN and TensorRT"
    "qualcomm_qnn:+:+:the QNN and Hexagon SDKs"
    "rockchip_npu:include/rknpu/rknpu_pub.h:rockchip_npu:rknpu_ddk"
    "verisilicon_timvx:+:+:TIM-VX and the VIV SDK")

# Libraries of the drivers' SDKs.
set(huawei_kirin_npu_libraries hiai hiai_ir hiai_ir_build hcl)
set(rockchip_npu_libraries rknpu_ddk)

# nnadapter_vendor_driver(NAME FOLDER ROOT): the driver, with the headers and libraries below ROOT.
function(nnadapter_vendor_driver name folder root)
  set(folders "${root}/lib64" "${root}/lib")
  if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    set(folders "${root}/lib")
  endif()
  set(libraries "")
  foreach(library ${${name}_libraries})
    find_library(NNADAPTER_${name}_${library} ${library} PATHS ${folders} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    if(NOT NNADAPTER_${name}_${library})
      message(FATAL_ERROR "${name}: there is no lib${library}.so in ${folders}")
    endif()
    list(APPEND libraries ${NNADAPTER_${name}_${library}})
  endforeach()
  nnadapter_driver(${name} driver/${folder}/driver.cc)
  target_link_libraries(${name} PRIVATE nnadapter_vendor ${libraries})
  target_include_directories(${name} SYSTEM PRIVATE "${root}/include")
endfunction()

foreach(entry ${vendor_drivers})
  string(REGEX MATCH "^([^:]+):([^:]+):([^:]+):(.*)$" entry "${entry}")
  set(name ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  set(folder ${CMAKE_MATCH_3})
  set(sdk ${CMAKE_MATCH_4})
  string(TOUPPER ${name} upper)
  option(NNADAPTER_WITH_${upper} "NNAdapter's driver ${name}; needs ${sdk}" OFF)
  set(NNADAPTER_${upper}_SDK_ROOT "" CACHE PATH "The folder with ${sdk}, for NNADAPTER_WITH_${upper}")
  set(root "${NNADAPTER_${upper}_SDK_ROOT}")
  if(folder STREQUAL "+")
    set(reason "the driver ${name} is not part of this version; docs/nnadapter_driver.md says how to write it with ${sdk}")
  else()
    set(reason "the driver ${name} needs ${sdk}: configure with -DNNADAPTER_WITH_${upper}=ON -DNNADAPTER_${upper}_SDK_ROOT=DIR")
  endif()
  # The others are where the option says.
  if(name STREQUAL "google_xnnpack" AND NOT CMAKE_SCRIPT_MODE_FILE)
    include(${CMAKE_CURRENT_LIST_DIR}/xnnpack.cmake)
    continue()
  elseif(NNADAPTER_WITH_${upper} AND NOT root)
    message(FATAL_ERROR "NNADAPTER_WITH_${upper}=ON needs ${sdk}: NNADAPTER_${upper}_SDK_ROOT names its folder")
  elseif(NNADAPTER_WITH_${upper} AND NOT IS_DIRECTORY "${root}")
    message(FATAL_ERROR "NNADAPTER_WITH_${upper}=ON needs ${sdk}: NNADAPTER_${upper}_SDK_ROOT=${root} does not exist")
  elseif(NNADAPTER_WITH_${upper} AND NOT file STREQUAL "+" AND NOT EXISTS "${root}/${file}")
    message(FATAL_ERROR "NNADAPTER_WITH_${upper}=ON needs ${sdk}: NNADAPTER_${upper}_SDK_ROOT=${root} has no ${file}")
  elseif(NNADAPTER_WITH_${upper} AND folder STREQUAL "+")
    message(WARNING "NNADAPTER_WITH_${upper}=ON: ${reason}. Everything else is built")
  elseif(NNADAPTER_WITH_${upper})
    nnadapter_vendor_driver(${name} ${folder} "${root}")
    continue()
  endif()
  add_custom_target(${name} COMMAND ${CMAKE_COMMAND} -E echo "${reason}" COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endforeach()
