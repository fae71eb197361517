#!/usr/bin/env bash
# Runs the demo on a device that is connected by adb, and prints what it prints.
#
#   ./run_with_adb.sh MODEL OS ABI [DEVICES [SERIAL]]
#
# MODEL: its name in ../assets/models. OS and ABI: android arm64-v8a | armeabi-v7a, linux arm64 | armhf | amd64.
# DEVICES: cpu (default), or devices of NNAdapter with commas: huawei_kirin_npu, rockchip_npu.
# SERIAL: which of several connected devices (adb devices). README.md has the variables of the environment.
IMAGE_NAME=${IMAGE_NAME:-dog.raw}
LABEL_NAME=${LABEL_NAME:-pascalvoc_label_list}
# The next line without its '#': operators that a file beside the model names stay on the processor.
#SUBGRAPH_PARTITION_CONFIG_FILE=subgraph_partition_config_file.txt
DEMO_NAME=ssd_detection_demo
source "$(dirname "$0")/../../shared/run_with_adb.sh"
