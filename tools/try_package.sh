#!/usr/bin/env bash
# Installs an archive of tools/release.sh in a new system, and uses it as its reader would:
#   tools/try_package.sh [--suite=NAME] [--roots=FOLDER] [--archive_of=URL] ARCHIVE.deb [PAGE.md...]
#       installs the package with apt, and runs every block of the pages there: by default the quick start in C++ and
#       Python, and the guides of C and Java
#   tools/try_package.sh [--suite=NAME] [--roots=FOLDER] [--archive_of=URL] ARCHIVE-x86_64.tar.gz
#       unpacks the archive, compiles the programs of the guides of C and of C++ with it, and runs them, with a network that the
#       archive's opt converts if it has one
#   tools/try_package.sh [--suite=NAME] [--roots=FOLDER] [--archive_of=URL] PaddlePredictor.jar LIBRARY.so...
#       compiles the program of the guide of Java with these files in its folder, and runs it
#   tools/try_package.sh [--suite=NAME] [--roots=FOLDER] [--archive_of=URL] WHEEL.whl
#       installs the wheel with pip, converts a network and classifies an image (tests/packages/wheel.py). A wheel for aarch64
#       runs under qemu-aarch64.
#   tools/try_package.sh --first_image ARCHIVE.deb
#       times every command from a system without a compiler to the first image of one's own that is classified, in C++,
#       Python, C and Java, each in a new system (tests/packages/first_image.sh)
#   tools/try_package.sh ARCHIVE-aarch64.deb or ARCHIVE-armv7l.deb
#       unpacks the package, compiles the programs of the guides of C and of C++ with it, and runs them under qemu, with a network
#       that the package's opt converts if it has one
#   tools/try_package.sh ARCHIVE.zip
#       compiles the programs of the guides of C and of C++ for Windows with zig, with the headers and the library of the
#       package, and runs them under wine.
# All but the last two need root and debootstrap. NAME is bookworm by default, FOLDER build.roots: it keeps the systems, of which each run
# copies one. It downloads from Debian's archive, or from URL for a suite that is not there any more.
set -euo pipefail
cd "$(dirname "$0")/.."

# written PAGE NAME: the file that a page writes.
written() {
  PYTHONPATH=tests/docs python3 -B - "$1" "$2" <<'PYTHON'
import sys
import markdown
print(next(block.text for block in markdown.blocks(sys.argv[1]) if block.options.get("file") == sys.argv[2]))
PYTHON
}

# try_programs MODELS: compiles the programs of the guides of C and C++ with the caller's `compile SOURCE PROGRAM LANGUAGE`, and
# runs them with its `execute PROGRAM ARGUMENT...`.
try_programs() {
  local found program image model=$1
  written docs/c_api.md digit.c >"$work/digit.c"
  written docs/quick_start_zh.md app.cc >"$work/app.cc"
  for program in digit.c app.cc; do
    compile "$work/$program" "$work/${program%.*}.exe" "${program##*.}"
    for image in digit_4_image_050 digit_7_image_086; do
      found=$(execute "$work/${program%.*}.exe" $model/fluid.host.nb $model/$image.pgm | tr -d '\r')
      echo "$program: $found"
      [[ $found =~ (^|\ )${image:6:1}\ \( ]] || { echo "expected ${image:6:1}" >&2; exit 1; }
    done
    # An error is one line.
    found=$(execute "$work/${program%.*}.exe" none.nb $model/digit_4_image_050.pgm 2>&1 || true)
    [[ $found == *"cannot open none.nb: No such file or directory"* ]] || { echo "$program says $found" >&2; exit 1; }
  done
}

# convert TARGET MODELS FOLDER: replaces the network of MODELS by one that the package's opt writes, run by the caller's `execute`,
# for which MODELS is FOLDER.
convert() {
  rm "$2/fluid.host.nb"
  execute "$package/bin/opt" --model_file="$3/fluid/__model__" --param_file="$3/fluid/__params__" --valid_targets="$1" \
    --optimize_out_type=naive_buffer --optimize_out="$3/fluid.host"
}

try_windows() { # try_windows ARCHIVE
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' "$1" "$work"
  package=$(echo "$work"/*/)
  PATH=$PATH:/usr/lib/wine # where Debian has wine64
  export WINEPREFIX=${WINEPREFIX:-$work/wine} WINEDEBUG=-all
  cp "$package"/cxx/lib/*.dll "$work"
  compile() {
    local compiler=cc options=(-std=c99)
    [ "$3" = c ] || compiler=c++ options=(-std=c++11)
    python3 -m ziglang $compiler -target x86_64-windows-gnu "${options[@]}" -O2 "$1" -o "$2" -I"$package/cxx/include" \
      -L"$package/cxx/lib" -lpaddle_light_api_shared
  }
  execute() { wine64 "$@"; }
  try_programs tests/models/digits
}

try_board() { # try_board ARCHIVE TRIPLET QEMU
  local tool
  triplet=$2
  emulator=$3
  for tool in "$triplet-g++" "$emulator"; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: tools/install_packages.sh arm64 armv7" >&2; exit 1; }
  done
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  dpkg-deb -f "$1" Package Architecture Depends
  dpkg-deb -x "$1" "$work"
  package=$work/opt/paddle-lite
  compile() {
    local compiler=gcc options=(-std=c99)
    [ "$3" = c ] || compiler=g++ options=(-std=c++11 -Wno-psabi)
    "$triplet-$compiler" "${options[@]}" -O2 "$1" -o "$2" -I"$package/cxx/include" -L"$package/cxx/lib" -lpaddle_light_api_shared
  }
  execute() { "$emulator" -cpu max -L "/usr/$triplet" -E LD_LIBRARY_PATH="/usr/$triplet/lib:$package/cxx/lib" "$@"; }
  cp -r tests/models/digits "$work/digits"
  if [ -e "$package/bin/opt" ]; then convert arm "$work/digits" "$work/digits"; fi
  try_programs "$work/digits"
}

suite=bookworm
first_image=OFF
roots=build.roots
mirror=http://deb.debian.org/debian
words=()
for argument in "$@"; do
  case $argument in
    --help | -h)
      sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0"
      exit 0
      ;;
    --first_image) first_image=ON ;;
    --suite=*) suite=${argument#*=} ;;
    --roots=*) roots=${argument#*=} ;;
    --archive_of=*) mirror=${argument#*=} ;;
    -*)
      echo "unknown option '$argument'; see --help" >&2
      exit 2
      ;;
    *) words+=("$argument") ;;
  esac
done
archive=${words[0]:-}
pages=("${words[@]:1}")
[ -f "$archive" ] || { echo "there is no archive '$archive'; see --help" >&2; exit 2; }
if [ $first_image = ON ] && [[ $archive != *.deb ]]; then
  echo "--first_image needs a .deb, found '$archive'" >&2
  exit 2
fi
case $archive in
  *-aarch64.deb) try_board "$archive" aarch64-linux-gnu qemu-aarch64; exit 0 ;;
  *-armv7l.deb) try_board "$archive" arm-linux-gnueabihf qemu-arm; exit 0 ;;
  *.deb) packages=(g++ make cmake pkg-config python3 python3-numpy default-jdk-headless) ;;
  *-x86_64.tar.gz) packages=(g++) ;;
  *.jar) packages=(default-jdk-headless) ;;
  *.whl) packages=(python3 python3-pip python3-numpy) ;;
  *.zip) try_windows "$archive"; exit 0 ;;
  *)
    echo "expected a .deb, a .tar.gz for x86_64, a .whl, a .zip or a .jar, found '$archive'" >&2
    exit 2
    ;;
esac
if [[ $archive == *.jar ]] && [[ ${pages[0]:-} != *libpaddle_lite_jni.so ]]; then
  echo "expected libpaddle_lite_jni.so after '$archive'" >&2
  exit 2
fi
[ "$(id -u)" -eq 0 ] || { echo "a new system needs root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing: apt-get install debootstrap" >&2; exit 1; }
architecture=amd64
case $archive in *aarch64.whl) architecture=arm64 ;; esac

mkdir -p "$roots"
roots=$(cd "$roots" && pwd)
kind=${archive##*.}
if [ $first_image = ON ]; then kind=none packages=(); fi
base=$roots/$suite.$architecture.$kind
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
inside() { # inside ROOT COMMAND...
  local root=$1
  shift
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}
if [ ! -e "$base/made" ]; then
  rm -rf "$base"
  if [ $architecture = amd64 ]; then
    debootstrap --variant=minbase "$suite" "$base" "$mirror" >"$roots/debootstrap.log"
    # The JDK's installation looks for itself in /proc.
    mount -t proc proc "$base/proc"
    inside "$base" apt-get -qq install -y --no-install-recommends ${packages[@]+"${packages[@]}"} >>"$roots/debootstrap.log" ||
      { umount "$base/proc"; exit 1; }
    umount "$base/proc"
  else
    # Nothing of the other processor runs while it is made: the packages are unpacked, not set up.
    list=$(IFS=,; echo "${packages[*]}")
    debootstrap --foreign --arch=$architecture --variant=minbase --include="$list" "$suite" "$base" "$mirror" >"$roots/debootstrap.log"
    for package in "$base"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$package" "$base"; done
  fi
  touch "$base/made"
fi
root=
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
new_system() { # makes $root, with the archive in /root
  if [ -n "$root" ]; then
    umount "$root/proc"
    rm -rf "$root"
  fi
  root=$(mktemp -d "$roots/try.XXXXXX")
  cp -a "$base/." "$root"
  cp "$archive" "$root/root/"
  mount -t proc proc "$root/proc"
}
name=$(basename "$archive")
new_system
echo "$name: $(stat -c %s "$archive") bytes, in $suite $architecture"

if [ $first_image = ON ]; then
  for language in cxx python c java; do
    [ $language = cxx ] || new_system
    cp tests/packages/first_image.sh tests/packages/own.png "$root/root/"
    written docs/quick_start_cxx.md app.cc >"$root/root/app.cc"
    written docs/python_api.md own.py >"$root/root/own.py"
    written docs/c_api.md digit.c >"$root/root/digit.c"
    written docs/java_api.md Digit.java >"$root/root/Digit.java"
    inside "$root" bash -c "cd /root && ./first_image.sh $language ./$name" | tee "$roots/first_image.log"
    tail -n 1 "$roots/first_image.log" | grep -Eq '[^0-9]5( \([0-9.]+\))?$' || { echo "expected the digit 5" >&2; exit 1; }
  done
  exit 0
fi

if [ "$kind" = deb ]; then
  [ ${#pages[@]} -gt 0 ] || pages=(docs/quick_start_cxx.md docs/quick_start_zh.md docs/c_api.md docs/java_api.md)
  before=$(inside "$root" dpkg-query -f '.\n' -W | wc -l)
  inside "$root" apt-get -qq install -y --no-install-recommends "/root/$name" >"$roots/install.log" 2>&1 || { cat "$roots/install.log" >&2; exit 1; }
  echo "installed $(($(inside "$root" dpkg-query -f '.\n' -W | wc -l) - before)) packages: it, and what it depends on"
  # The pages and what runs them: nothing of the library.
  mkdir -p "$root/root/pages/tests/tools"
  cp -r docs README.md "$root/root/pages/"
  cp -r tests/docs "$root/root/pages/tests/"
  cp -r tests/tools/stand_in "$root/root/pages/tests/tools/"
  inside "$root" env LITE_INSTALLED_PACKAGE=/opt/paddle-lite sh -c "cd /root/pages && python3 -B tests/docs/run_page.py ${pages[*]}"
  exit 0
fi

cp -r tests/packages/wheel.py tests/models/digits "$root/root/"
if [ "$kind" = gz ]; then
  work=$root/root
  package=/opt/paddle-lite
  mkdir "$root$package"
  tar -xzf "$archive" -C "$root$package" --strip-components=1
  compile() {
    local compiler=gcc options=(-std=c99)
    [ "$3" = c ] || compiler=g++ options=(-std=c++11)
    inside "$root" $compiler "${options[@]}" -O2 "${1#"$root"}" -o "${2#"$root"}" -I$package/cxx/include -L$package/cxx/lib \
      -lpaddle_light_api_shared
  }
  execute() { inside "$root" env LD_LIBRARY_PATH=$package/cxx/lib "${@#"$root"}"; }
  if [ -e "$root$package/bin/opt" ]; then convert x86 "$work/digits" /root/digits; fi
  try_programs "$work/digits"
  exit 0
fi
if [ "$kind" = jar ]; then
  cp "${pages[@]}" "$root/root/"
  written docs/java_api.md Digit.java >"$root/root/Digit.java"
  java() { inside "$root" sh -c "cd /root && java -cp PaddlePredictor.jar:. -Djava.library.path=. Digit $*"; }
  inside "$root" sh -c 'cd /root && javac -cp PaddlePredictor.jar Digit.java'
  for image in digit_4_image_050 digit_7_image_086; do
    found=$(java digits/fluid.host.nb digits/$image.pgm)
    echo "Digit.java: $found"
    [ "$found" = "digits/$image.pgm: ${image:6:1}" ] || { echo "expected ${image:6:1}" >&2; exit 1; }
  done
  found=$(java none.nb digits/digit_4_image_050.pgm 2>&1 || true)
  [[ $found == *"PaddleLiteException: createPaddlePredictor: "*"none.nb: No such file or directory"* ]] ||
    { echo "Digit.java says $found" >&2; exit 1; }
  exit 0
fi
if [ $architecture = amd64 ]; then
  pip_options=(--no-index --no-deps)
  inside "$root" pip3 install --help | grep -q break-system-packages && pip_options+=(--break-system-packages)
  inside "$root" pip3 -q install "${pip_options[@]}" "/root/$name"
  found=$(inside "$root" sh -c 'cd /root && python3 wheel.py digits x86')
  inside "$root" paddle_lite_opt --version
else
  folder=$(echo "$root"/usr/lib/python3/dist-packages)
  python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' "$archive" "$folder"
  interpreter=$(readlink -f "$root/usr/bin/python3")
  found=$(cd "$root/root" && PYTHONPATH=$folder PYTHONHOME=$root/usr qemu-aarch64 -L "$root" -E LD_LIBRARY_PATH="$(
    echo "$root"/usr/lib/aarch64-linux-gnu:"$root"/usr/lib/aarch64-linux-gnu/blas:"$root"/usr/lib/aarch64-linux-gnu/lapack)" \
    "$interpreter" wheel.py digits arm)
fi
echo "wheel.py prints $found"
[ "$found" = 7 ]
