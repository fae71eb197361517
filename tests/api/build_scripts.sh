#!/usr/bin/env bash
# Every option of the build scripts is accepted and reaches CMake; unavailable ones report that.
# Builds nothing.
set -euo pipefail
tools=$(cd "$(dirname "$0")/../../lite/tools" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
checks=0

# expect STATUS TEXT COMMAND...: the exit status, and a text in the output.
expect() {
  local status=0 output
  output=$("$tools/$3" "${@:4}" 2>&1) || status=$?
  if [ "$status" -ne "$1" ] || ! grep -qF -e "$2" <<<"$output"; then
    printf '%s: exit status %s (expected %s), expected text: %s\n%s\n' "${*:3}" "$status" "$1" "$2" "$output" >&2
    exit 1
  fi
  checks=$((checks + 1))
}

for script in build.sh ci_build.sh; do
  expect 255 Tasks $script
  expect 0 Tasks $script --help
  expect 1 "unknown task" $script no_such_task
  expect 1 "unknown option" $script --no_such_option=1
done
for script in build_linux.sh build_android.sh; do
  expect 0 Options $script help
  expect 1 "unknown task" $script no_such_task
  expect 1 "unknown option" $script --no_such_option=1
done

# Options, their opposites and the resulting CMake arguments.
expect 0 -DLITE_WITH_LOG=OFF build.sh --dry_run --with_log=OFF x86
expect 0 -DLITE_WITH_LOG=OFF build.sh --dry_run --shutdown_log=ON x86
expect 0 -DLITE_WITH_LOG=ON build.sh --dry_run --shutdown_log=OFF x86
expect 0 -DLITE_WITH_EXCEPTION=OFF build.sh --dry_run --with_exception=OFF x86
expect 0 -DLITE_BUILD_EXTRA=ON build.sh --dry_run --build_extra=ON x86
expect 0 -DLITE_WITH_STATIC_LIB=ON build.sh --dry_run --with_static_lib=ON tiny_publish
expect 0 -DLITE_ON_TINY_PUBLISH=ON build.sh --dry_run tiny_publish
expect 0 -DLITE_WITH_FULL_API=ON build.sh --dry_run full_publish
expect 0 -DLITE_WITH_PROFILE=ON build.sh --dry_run --with_profile=ON x86
expect 0 -DLITE_WITH_PRECISION_PROFILE=ON build_linux.sh --dry_run --arch=x86 --with_precision_profile=ON
expect 0 -DLITE_WITH_PYTHON=ON build.sh --dry_run --build_python=ON x86
expect 0 -DLITE_WITH_FULL_API=ON build.sh --dry_run --build_python=ON tiny_publish
expect 0 -DLITE_WITH_PYTHON=ON build_linux.sh --dry_run --arch=x86 --with_python=ON full_publish
expect 0 -DLITE_OPTMODEL_DIR=/models build.sh --dry_run --build_tailor=ON --opt_model_dir=/models x86
expect 1 "needs --opt_model_dir" build.sh --dry_run --build_tailor=ON x86
expect 0 "--target opt" build.sh --dry_run build_optimize_tool
expect 0 "$work/elsewhere/build.lite.x86" build.sh --dry_run --build_dir="$work/elsewhere" x86
expect 0 -DLITE_BUILD_TAILOR=ON build_linux.sh --dry_run --arch=x86 --with_strip=ON --opt_model_dir=/models full_publish
expect 0 "--target benchmark_bin" build_linux.sh --dry_run --arch=x86 --with_benchmark=ON
expect 0 "build.lite.linux.x86.gcc" build_linux.sh --dry_run --arch=x86
if command -v aarch64-linux-gnu-g++ >/dev/null; then
  expect 0 "build.lite.armlinux.armv8.gcc" build.sh --dry_run --arm_os=armlinux --arm_abi=armv8 --arm_lang=gcc tiny_publish
  expect 0 "aarch64-linux-gnu.cmake" build.sh --dry_run --arm_os=armlinux --arm_abi=armv8 "--arm_lang=gcc " tiny_publish
  expect 0 -DARM_TARGET_ARCH_ABI=armv8 build_linux.sh --dry_run
  expect 0 -DLITE_WITH_TESTING=ON ci_build.sh --dry_run "--arm_lang=gcc " build_test_arm
  expect 1 "no task" ci_build.sh --arch=armv8
fi
if command -v arm-linux-gnueabihf-g++ >/dev/null; then
  expect 0 "arm-linux-gnueabihf.cmake" build_linux.sh --dry_run --arch=armv7hf
fi

# Features that this version lacks.
expect 1 "takes ON or OFF" build.sh --with_log=maybe x86
# The form before version 1.0, for one network.
for word in android yolo; do expect 1 "build_android_by_models.sh" build.sh $word; done
if "$tools/build.sh" android yolo 2>&1 | grep Options; then exit 1; fi
expect 1 "no task" build.sh --with_log=ON
for task in build_optimize_tool_wasm; do expect 1 "task '$task'" build.sh $task; done
for option in build_cuda_no_such; do expect 1 "unknown option" build.sh --$option=ON x86; done
for option in build_train build_npu build_apu build_xpu build_arm8_sve2; do
  expect 1 "is not part of this version" build.sh --$option=ON x86
  expect 0 cmake build.sh --dry_run --$option=OFF x86
done
expect 0 -DLITE_WITH_OPENCL=ON build.sh --dry_run opencl
expect 0 build.lite.x86.opencl build.sh --dry_run opencl
expect 0 -DLITE_WITH_CUDA=ON build.sh --dry_run cuda
expect 0 build_cuda build.sh --dry_run cuda
expect 0 -DLITE_WITH_FPGA=ON build.sh --dry_run fpga
expect 0 build.lite.x86.fpga build.sh --dry_run fpga
expect 0 -DLITE_WITH_OPENCL=ON build_linux.sh --dry_run --arch=x86 --with_opencl=ON
expect 0 -DLITE_WITH_NNADAPTER=ON build_linux.sh --dry_run --with_nnadapter=ON
expect 1 "there is no device 'no_such_npu'" build_linux.sh --dry_run --nnadapter_with_no_such_npu=ON
expect 0 -DLITE_WITH_NNADAPTER=OFF build_linux.sh --dry_run --arch=x86 --nnadapter_with_rockchip_npu=OFF
expect 0 -DLITE_WITH_NNADAPTER=ON build_linux.sh --dry_run --arch=x86 --nnadapter_with_builtin_device=ON
expect 0 -DLITE_WITH_NNADAPTER=OFF build_linux.sh --dry_run --arch=x86 --nnadapter_with_fake_device=OFF
# Every name of a driver's option, in all generations: the device reaches CMake, and its driver is built last.
driver() { # driver DEVICE SCRIPT OPTIONS...: with and without the folder of the SDK
  local upper
  upper=$(printf '%s' "$1" | tr '[:lower:]' '[:upper:]')
  expect 0 "-DLITE_WITH_NNADAPTER=ON" "${@:2}"
  expect 0 "-DNNADAPTER_WITH_$upper=ON" "${@:2}"
  expect 0 "-DNNADAPTER_${upper}_SDK_ROOT=$work/sdk" "${@:2}"
  expect 0 "--target $1" "${@:2}"
}
for device in huawei_kirin_npu rockchip_npu; do
  driver $device build_linux.sh --dry_run --arch=x86 --with_extra=ON --with_log=ON --with_nnadapter=ON \
    --nnadapter_with_$device=ON --nnadapter_${device}_sdk_root="$work/sdk"
  driver $device build_linux.sh --dry_run --arch=x86 --with_$device=ON --${device}_sdk_root=sdk
done
driver rockchip_npu build.sh --dry_run --build_extra=ON --shutdown_log=OFF --build_rknpu=ON --rknpu_ddk_root=./sdk x86
expect 1 "soft float" build.sh --arm_os=armlinux --arm_abi=armv7 tiny_publish
expect 1 "the architecture (--arm_abi, --arch) is armv8 or armv7hf" build.sh --arm_os=armlinux --arm_abi=mips tiny_publish
expect 1 "Xcode" build.sh --arm_os=ios64 --arm_abi=armv8 tiny_publish
expect 1 "--arm_os is" build.sh --arm_os=plan9 --arm_abi=armv8 tiny_publish
NDK_ROOT='' expect 1 "set NDK_ROOT" build_android.sh
NDK_ROOT=$work expect 1 "holds no Android NDK" build_android.sh
mkdir -p "$work/ndk/build/cmake" && touch "$work/ndk/build/cmake/android.toolchain.cmake"
NDK_ROOT=$work/ndk expect 0 -DANDROID_ABI=armeabi-v7a build_android.sh --dry_run --arch=armv7
NDK_ROOT=$work/ndk expect 0 -DANDROID_STL=c++_shared build_android.sh --dry_run --android_stl=c++_shared
for arch in armv7 armv8; do
  NDK_ROOT=$work/ndk driver huawei_kirin_npu build_android.sh --dry_run --arch=$arch --toolchain=clang --android_stl=c++_shared \
    --with_extra=ON --with_log=ON --with_nnadapter=ON --nnadapter_with_huawei_kirin_npu=ON \
    --nnadapter_huawei_kirin_npu_sdk_root="$work/sdk" full_publish
  NDK_ROOT=$work/ndk driver huawei_kirin_npu build_android.sh --dry_run --arch=$arch --with_huawei_kirin_npu=ON \
    --huawei_kirin_npu_sdk_root="$work/sdk"
done
NDK_ROOT=$work/ndk expect 0 "--target benchmark_bin" build_android.sh --dry_run --with_benchmark=ON
NDK_ROOT=$work/ndk expect 0 -DANDROID_PLATFORM=android-24 build_android.sh --dry_run --android_api_level=24
# An SDK that is not where the option says ends the configuration, before anything is compiled.
needs() { # TEXT=... needs STATUS OPTIONS...
  printf 'function(add_library)\nendfunction()\nfunction(add_custom_target)\nendfunction()\ninclude(%s)\n' \
    "$tools/../../lite/backends/nnadapter/vendor_drivers.cmake" >"$work/drivers.cmake"
  local status=0 output
  output=$(cmake "${@:2}" -P "$work/drivers.cmake" 2>&1) || status=$?
  output=$(tr -s ' \n' ' ' <<<"$output") # CMake folds lines
  { [ "$status" -eq "$1" ] && grep -qF -e "$TEXT" <<<"$output"; } ||
    { printf '%s: status %s, expected %s and: %s\n%s\n' "${*:2}" "$status" "$1" "$TEXT" "$output" >&2; exit 1; }
  checks=$((checks + 1))
}
mkdir -p "$work/sdk/include"
kirin=-DNNADAPTER_WITH_HUAWEI_KIRIN_NPU=ON
TEXT="needs the HiAI DDK (hiai_ddk_lib_510)" needs 1 $kirin
TEXT="_SDK_ROOT=/no/such/folder does not exist" needs 1 $kirin -DNNADAPTER_HUAWEI_KIRIN_NPU_SDK_ROOT=/no/such/folder
TEXT="has no include/HiAiModelManagerService.h" needs 1 $kirin -DNNADAPTER_HUAWEI_KIRIN_NPU_SDK_ROOT="$work/sdk"
TEXT="needs rknpu_ddk" needs 1 -DNNADAPTER_WITH_ROCKCHIP_NPU=ON
touch "$work/sdk/include/HiAiModelManagerService.h"
TEXT="huawei_kirin_npu: there is no libhiai.so" needs 1 $kirin -DNNADAPTER_HUAWEI_KIRIN_NPU_SDK_ROOT="$work/sdk"
TEXT="the driver mediatek_apu is not part of this version" \
  needs 0 -DNNADAPTER_WITH_MEDIATEK_APU=ON -DNNADAPTER_MEDIATEK_APU_SDK_ROOT="$work/sdk"
TEXT="" needs 0 -DNNADAPTER_WITH_HUAWEI_KIRIN_NPU=OFF
# Options of the original scripts say why they have no effect.
for option in with_avx with_mkl with_static_mkl with_arm_dotprod with_lto with_thread_pool with_convert_to_ssa with_arm82_fp16; do
  expect 0 "--$option=ON has no effect: " build_linux.sh --dry_run --arch=x86 --$option=ON
  if "$tools/build_linux.sh" --dry_run --arch=x86 --$option=OFF 2>&1 | grep "has no effect"; then exit 1; fi
  checks=$((checks + 1))
done
expect 0 -DPython3_EXECUTABLE=/python build_linux.sh --dry_run --arch=x86 --with_python=ON --python_executable=/python
expect 0 "--python_version=3.9 has no effect" build_linux.sh --dry_run --arch=x86 --python_version=3.9

# Scripts for systems and devices that this machine lacks: help, what is missing, and what would be run.
for script in build_npu build_xpu build_bm build_mlu build_ios build_macos build_xcode build_qnx build_{android,android_opencl,ios,linux}_by_models; do
  expect 0 "lite/tools/build_" $script.sh --help
done
for script in build_npu build_xpu build_bm build_mlu build_ios build_macos build_qnx; do
  expect 1 "unknown option" $script.sh --no_such_option=1
  expect 1 "unknown task" $script.sh no_such_task
done
for script in build_npu build_xpu build_bm build_mlu; do expect 1 Options $script.sh; done
expect 1 "needs the HiAI DDK: ./ai_ddk_lib/ has no folder include" build_npu.sh --arm_abi=armv8 tiny_publish
expect 1 "no task" build_npu.sh --ddk_root=/ddk
mkdir -p ddk/include ddk/lib64
expect 1 "ddk has no folder lib;" build_npu.sh --ddk_root=ddk --arm_abi=armv7 full_publish
for device in xpu bm mlu; do
  expect 1 "need their SDK: --${device}_sdk_root=DIR names it" build_$device.sh full_publish
  expect 1 "holds no SDK" build_$device.sh --${device}_sdk_root="$work" full_publish
  expect 0 -DLITE_WITH_NNADAPTER=ON build_$device.sh --dry_run --${device}_sdk_root=none full_publish
  expect 0 "$work/build.lite.$device" build_$device.sh --dry_run --${device}_sdk_root=none tiny_publish
done
mkdir -p sdk/XTDK/include/xpu && touch sdk/XTDK/include/xpu/runtime.h
expect 0 "-DLITE_WITH_XPU=ON -DXPU_SDK_ROOT=$work/sdk" build_xpu.sh --dry_run --xpu_sdk_root=sdk full_publish
expect 0 -DLITE_ON_TINY_PUBLISH=ON build_xpu.sh --dry_run --xpu_sdk_root=./sdk tiny_publish
expect 0 "were never compiled with an SDK" build_xpu.sh --dry_run --xpu_sdk_root=sdk
# CMake names what the SDK lacks.
expect 1 "holds no XDNN" build_xpu.sh --xpu_sdk_root=sdk
mkdir -p sdk-mlu/include && touch sdk-mlu/include/cnrt.h
expect 1 "has no driver for Cambricon MLUs" build_mlu.sh --mlu_sdk_root=sdk-mlu
if [ "$(uname -s)" != Darwin ]; then
  for script in build_ios build_macos build_xcode; do expect 1 "needs a Mac with Xcode" $script.sh; done
  expect 1 "needs a Mac with Xcode" build.sh ios
fi
expect 0 -DCMAKE_SYSTEM_NAME=iOS build_ios.sh --dry_run
expect 0 -DCMAKE_OSX_DEPLOYMENT_TARGET=13.0 build_ios.sh --dry_run --ios_deployment_target=13.0
expect 0 "--target bundle_light_api" build_ios.sh --dry_run
expect 1 "no full library for ios" build_ios.sh --dry_run full_publish
expect 1 "not an architecture of ios" build_ios.sh --dry_run --arch=x86
expect 0 -DCMAKE_OSX_ARCHITECTURES=x86_64 build_macos.sh --dry_run --arch=x86
expect 0 -DLITE_WITH_ARM=ON build_macos.sh --dry_run full_publish
expect 0 "-G Xcode" build_xcode.sh --dry_run
QNX_HOST='' expect 1 "needs the QNX SDP" build_qnx.sh
QNX_HOST=$work QNX_TARGET=$work expect 1 "holds no QNX SDP" build_qnx.sh
mkdir -p usr/bin && touch usr/bin/q++
QNX_HOST=$work QNX_TARGET=$work expect 0 -DCMAKE_SYSTEM_NAME=QNX build_qnx.sh --dry_run
QNX_HOST=$work QNX_TARGET=$work expect 1 "no full library" build_qnx.sh full_publish
if command -v aarch64-linux-gnu-g++ >/dev/null; then
  expect 0 -DLITE_WITH_FPGA=ON build_fpga.sh --dry_run
fi

# Libraries for models: the models are converted (by a program that prints its arguments), a library for each ABI.
mkdir -p models/one models/two && touch models/one/inference.pdmodel models/two/inference.pdiparams
# The text is longer than what a pipe holds, as that of the real program may be.
printf '#!/bin/sh\necho "opt --valid_targets $*"\n[ "$1" != --help ] || seq 20000\n' >opt && chmod +x opt
expect 1 "there is no folder none" build_linux_by_models.sh none
LITE_OPT=/bin/true expect 1 "LITE_OPT=/bin/true is not opt" build_linux_by_models.sh models
LITE_OPT='' expect 1 "opt is not here" build_linux_by_models.sh models
export LITE_OPT=$work/opt
NDK_ROOT='' expect 1 "set NDK_ROOT" build_android_by_models.sh models
if NDK_ROOT='' "$tools/build_android_by_models.sh" models 2>&1 | grep model_set_dir; then exit 1; fi
for text in "--model_set_dir=models --valid_targets=arm" \
  "--arch=armv7 --with_opencl=OFF --with_strip=ON --opt_model_dir=$work/models.optimised"; do
  NDK_ROOT=$work/ndk expect 0 "$text" build_android_by_models.sh --dry_run models/
done
NDK_ROOT=$work/ndk expect 0 --valid_targets=opencl build_android_opencl_by_models.sh models --dry_run
NDK_ROOT=$work/ndk expect 0 --opt_model_dir=/elsewhere build_android_arm_opencl_by_models.sh models --dry_run --optimize_out=/elsewhere
expect 0 "--arch=armv8" build_ios_by_models.sh models --dry_run
mv models yolo
NDK_ROOT=$work/ndk expect 0 --model_set_dir=yolo build.sh android yolo --dry_run

# The programs of OpenCL, by hand.
"$tools/cmake_tools/gen_opencl_code.py" "$tools/../backends/opencl/kernels" sources.cc
grep -q '^Span<const ProgramSource> ProgramSources' sources.cc
expect 1 "is not a folder with .cl files" cmake_tools/gen_opencl_code.py "$work" out.cc
expect 1 FOLDER cmake_tools/gen_opencl_code.py
expect 0 FOLDER cmake_tools/gen_opencl_code.py --help


# CMake says what an option of the original build does not do here. (It stops at the compiler, which is not needed for that.)
for option in LITE_WITH_OPENMP LITE_WITH_ARM82_FP16 LITE_WITH_ARM82_INT8_SDOT LITE_WITH_ARM8_SVE2 WITH_AVX WITH_MKL WITH_MKLDNN \
  LITE_WITH_XTCL LITE_WITH_STATIC_CUDA THIRD_PARTY_PATH WITH_STATIC_MKL WITH_SYSTEM_BLAS WITH_ARM_DOTPROD LITE_WITH_ARM_DNN_LIBRARY \
  LITE_THREAD_POOL LITE_SKIP_SUPPORT_0_DIM_TENSOR_PASS LITE_WITH_BENCHMARK_TEST LITE_WITH_XCODE WITH_GPU WITH_DSO WITH_PYTHON \
  PY_VERSION ANDROID_STL_TYPE; do
  for value in ON OFF; do
    printf 'include(%s)\n' "$tools/../../cmake/options.cmake" >"$work/options.cmake"
    output=$(cmake -D$option=$value -DLITE_ON_TINY_PUBLISH=ON -P "$work/options.cmake" 2>&1)
    warned=no
    [[ $output == *"$option=ON has no effect"* ]] && warned=yes
    [ "$value $warned" = "ON yes" ] || [ "$value $warned" = "OFF no" ] || { echo "-D$option=$value: warned: $warned" >&2; exit 1; }
    checks=$((checks + 1))
  done
done
# An SDK that is missing is named.
refused() {
  local text=$1 output
  if output=$(cmake "${@:2}" -P "$work/options.cmake" 2>&1) || [[ $(tr -s ' \n' ' ' <<<"$output") != *"$text"* ]]; then
    printf 'cmake %s: expected the error "%s"\n%s\n' "${*:2}" "$text" "$output" >&2
    exit 1
  fi
  checks=$((checks + 1))
}
refused "NNADAPTER_HUAWEI_KIRIN_NPU_SDK_ROOT" -DLITE_WITH_NPU=ON
refused "NNADAPTER_ROCKCHIP_NPU_SDK_ROOT" -DLITE_WITH_RKNPU=ON
refused "needs the SDK of Kunlunxin XPUs (xpuapi, xpurt): set XPU_SDK_ROOT" -DLITE_WITH_XPU=ON
refused "holds no SDK of Kunlunxin XPUs: there is no XTDK/include/xpu/runtime.h" -DLITE_WITH_XPU=ON -DXPU_SDK_ROOT="$work/empty"
refused "holds no XDNN: xpu/xdnn.h is neither in XTDK/include nor in XDNN/include" -DLITE_WITH_XPU=ON -DXPU_SDK_ROOT="$work/sdk"
touch sdk/XTDK/include/xpu/xdnn.h
refused "holds no library xpurt" -DLITE_WITH_XPU=ON -DXPU_SDK_ROOT="$work/sdk"

# A release, part by part: what each builds, and what is missing where it cannot be built.
tools=$(cd "$tools/../../tools" && pwd)
parts=$("$tools/release.sh" --list | awk '{print $1}')
for part in $parts; do
  if "$tools/release.sh" --list | grep "^$part " | grep -q ' needs '; then
    expect 1 "$part needs " release.sh --dry_run "$part"
  else
    expect 0 "=== $part" release.sh --dry_run "$part"
  fi
done
[ "$(wc -w <<<"$parts")" -ge 8 ] || { echo "only $parts" >&2; exit 1; }
expect 0 "-DLITE_WITH_FULL_API=OFF -DLITE_WITH_CV=ON" release.sh --dry_run light
expect 0 "cpack --config build.release/CPackConfig.cmake -B $work/out" release.sh --dry_run --output="$work/out" full
expect 2 "there is no part 'nonsense'" release.sh --dry_run nonsense
expect 2 "unknown option" release.sh --nonsense
expect 0 "release.sh --list" release.sh --help
expect 0 "FOLDER/root" target_packages.sh --help
expect 2 "expected arm64 or armhf" target_packages.sh sparc "$work/packages"
expect 2 "expected one folder" target_packages.sh arm64
# With the package ziglang, other systems and older C libraries are parts as well.
mkdir -p "$work/python/ziglang"
touch "$work/python/ziglang/__init__.py"
export PYTHONPATH=$work/python
expect 0 -DLITE_ZIG_TARGET=x86_64-windows-gnu release.sh --dry_run windows
expect 0 -DLITE_ZIG_TARGET=aarch64-macos release.sh --dry_run macos
expect 0 "tools/build_wheel.sh --portable=aarch64" release.sh --dry_run wheel_aarch64
expect 0 "--portable" build_wheel.sh --help
expect 2 "unknown option" build_wheel.sh --portable=sparc
expect 2 "expected one folder" build_wheel.sh a b
expect 2 "there is no archive 'none.deb'" try_package.sh none.deb
touch "$work/some.whl"
expect 2 "--first_image needs a .deb" try_package.sh --first_image "$work/some.whl"
# The programs that it types in are on the pages.
for program in quick_start_cxx.md:app.cc python_api.md:own.py c_api.md:digit.c java_api.md:Digit.java; do
  grep -q " file=${program#*:}$" "$tools/../docs/${program%:*}" || { echo "docs/${program%:*} has no ${program#*:}" >&2; exit 1; }
  checks=$((checks + 1))
done
# Checksums of what all parts left in the folder, with programs that only make the files in place of CMake's.
mkdir -p "$work/stand_in" "$work/release"
cat >"$work/stand_in/cpack" <<'TEXT'
#!/bin/sh
echo "$2" >"$4/paddle-lite-$(basename "$(dirname "$2")").tar.gz"
TEXT
ln -s /bin/true "$work/stand_in/cmake"
chmod +x "$work/stand_in/cpack"
for part in light full light; do
  PATH=$work/stand_in:$PATH expect 0 "paddle-lite-build.release" release.sh --output="$work/release" $part
done
(cd "$work/release" && sha256sum -c --quiet SHA256SUMS)
[ "$(awk '{print $2}' "$work/release/SHA256SUMS" | tr '\n' ' ')" = "paddle-lite-build.release.light.tar.gz paddle-lite-build.release.tar.gz " ] ||
  { cat "$work/release/SHA256SUMS" >&2; exit 1; }
checks=$((checks + 1))
touch "$work/package.jar"
expect 2 "expected libpaddle_lite_jni.so after" try_package.sh "$work/package.jar"
touch "$work/package.rpm"
expect 2 "expected a .deb, a .tar.gz for x86_64, a .whl, a .zip or a .jar" try_package.sh "$work/package.rpm"
# A .deb for another processor depends on the libraries whose symbols it refers to.
mkdir "$work/libraries" "$work/nothing"
printf '\177ELF' >"$work/libraries/one.so"
echo 'file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/one.so" DESTINATION "${CMAKE_INSTALL_PREFIX}/cxx/lib")' >"$work/libraries/cmake_install.cmake"
touch "$work/nothing/cmake_install.cmake"
cat >"$work/objdump" <<'TEXT'
#!/bin/sh
printf ' GLIBC_%s  name\n' 2.9 2.34 2.17
printf ' GLIBCXX_%s  name\n' 3.4.9 3.4.29 3.4
TEXT
chmod +x "$work/objdump"
printf 'include(%s)\nmessage("<${CPACK_DEBIAN_PACKAGE_DEPENDS}>")\n' "$tools/../cmake/archive.cmake" >"$work/depends.cmake"
depends() { cmake -DCPACK_GENERATOR=DEB -DCPACK_LITE_OBJDUMP="$work/objdump" -DCPACK_LITE_BUILD="$work/$1" -P "$work/depends.cmake" 2>&1; }
for expected in "libraries:<libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11)>" "nothing:cannot read the libraries" "release:cannot install"; do
  output=$(depends "${expected%%:*}") || true
  grep -qF "${expected#*:}" <<<"$output" || { echo "$output" >&2; exit 1; }
  checks=$((checks + 1))
done
echo "[  PASSED  ] $checks tests."
