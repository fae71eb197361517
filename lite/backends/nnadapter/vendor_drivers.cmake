# Devices that need a vendor's SDK: name, file by which its folder is recognised (+ where there is none), SDK. This version
# has no source of a driver for them. NNADAPTER_WITH_<NAME> checks for the SDK, and the target <NAME> says what is missing.
set(vendor_drivers
    "amlogic_npu:+:amlnpu_ddk"
    "android_nnapi:+:the Android NDK"
    "cambricon_mlu:+:MagicMind"
    "eeasytech_npu:+:eznpu_ddk"
    "google_xnnpack:+:XNNPACK, pthreadpool and cpuinfo"
    "huawei_ascend_npu:+:CANN"
    "huawei_kirin_npu:include/HiAiModelManagerService.h:the HiAI DDK (hiai_ddk_lib_510)"
    "imagination_nna:+:imgdnn"
    "intel_openvino:+:OpenVINO 2022.1 or newer"
    "kunlunxin_xtcl:+:XTCL, XDNN and XRE"
    "mediatek_apu:+:the NeuroPilot SDK"
    "nvidia_tensorrt:+:CUDA, cuDNN and TensorRT"
    "qualcomm_qnn:+:the QNN and Hexagon SDKs"
    "rockchip_npu:include/rknpu/rknpu_pub.h:rknpu_ddk"
    "verisilicon_timvx:+:TIM-VX and the VIV SDK")
foreach(entry ${vendor_drivers})
  string(REGEX MATCH "^([^:]+):([^:]+):(.*)$" entry "${entry}")
  set(name ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  set(sdk ${CMAKE_MATCH_3})
  string(TOUPPER ${name} upper)
  option(NNADAPTER_WITH_${upper} "NNAdapter's driver ${name}; needs ${sdk}" OFF)
  set(NNADAPTER_${upper}_SDK_ROOT "" CACHE PATH "The folder with ${sdk}, for NNADAPTER_WITH_${upper}")
  set(root "${NNADAPTER_${upper}_SDK_ROOT}")
  set(reason "the driver ${name} is not part of this version; docs/nnadapter_driver.md says how to write it with ${sdk}")
  if(NNADAPTER_WITH_${upper} AND NOT root)
    message(FATAL_ERROR "NNADAPTER_WITH_${upper}=ON needs ${sdk}: NNADAPTER_${upper}_SDK_ROOT names its folder")
  elseif(NNADAPTER_WITH_${upper} AND NOT IS_DIRECTORY "${root}")
    message(FATAL_ERROR "NNADAPTER_WITH_${upper}=ON needs ${sdk}: NNADAPTER_${upper}_SDK_ROOT=${root} does not exist")
  elseif(NNADAPTER_WITH_${upper} AND NOT file STREQUAL "+" AND NOT EXISTS "${root}/${file}")
    message(FATAL_ERROR "NNADAPTER_WITH_${upper}=ON needs ${sdk}: NNADAPTER_${upper}_SDK_ROOT=${root} has no ${file}")
  elseif(NNADAPTER_WITH_${upper})
    message(WARNING "NNADAPTER_WITH_${upper}=ON: ${reason}. Everything else is built")
  endif()
  add_custom_target(${name} COMMAND ${CMAKE_COMMAND} -E echo "${reason}" COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endforeach()
