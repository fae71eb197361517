#!/usr/bin/env bash
exec "$(dirname "${BASH_SOURCE[0]}")/build_accelerator.sh" xpu "$@"
