#!/usr/bin/env bash
# The light library with FPGA kernels for boards (ARM Linux, armv8): the task `fpga` of build.sh.
exec "$(dirname "${BASH_SOURCE[0]}")/build.sh" --arm_os=armlinux --arm_abi=armv8 "$@" fpga
