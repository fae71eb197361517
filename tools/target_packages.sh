#!/usr/bin/env bash
# Unpacks Debian's packages for another processor that the full library and its programs are built with, into a folder of their own:
#   tools/target_packages.sh arm64|armhf FOLDER
# CMake finds them there by a toolchain file of cmake/toolchains and -DCMAKE_FIND_ROOT_PATH=FOLDER/root, where FOLDER is an absolute
# path. They are those of the release that this machine has, from apt's own sources; no package of the machine changes.
set -euo pipefail
case ${1:-} in
  --help | -h)
    sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0"
    exit 0
    ;;
  arm64 | armhf) ;;
  *)
    echo "expected arm64 or armhf, and a folder, found '$*'; see --help" >&2
    exit 2
    ;;
esac
[ $# -eq 2 ] || { echo "expected one folder, found '${*:2}'; see --help" >&2; exit 2; }
cd "$(dirname "$0")/.."
architecture=$1
mkdir -p "$2"/{lists,cache/archives,debs}/partial
folder=$(cd "$2" && pwd)
options=(-o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o Dir::State::lists="$folder/lists"
  -o Dir::Cache="$folder/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=)
apt-get -qq "${options[@]}" update

# What the build needs, and what these packages depend on. The compiler has its own C and C++ libraries.
mapfile -t names < <(tools/install_packages.sh --print build | grep '^lib.*-dev$')
for ((i = 0; i < ${#names[@]}; ++i)); do
  while read -r name; do
    [[ $name =~ ^(libc6|libc6-dev|libgcc-s1|libstdc\+\+6)$ || " ${names[*]} " == *" $name "* ]] || names+=("$name")
  done < <(apt-cache "${options[@]}" depends --important "${names[i]}" | sed -n 's/^ *|\{0,1\}\(Pre\)\{0,1\}Depends: \([a-z0-9]\)/\2/p')
done
rm -rf "$folder/root" "$folder/root.part" "$folder/debs"
mkdir -p "$folder/root.part" "$folder/debs"
(cd "$folder/debs" && apt-get -qq "${options[@]}" download "${names[@]}")
for package in "$folder"/debs/*.deb; do dpkg-deb -x "$package" "$folder/root.part"; done
mv "$folder/root.part" "$folder/root"
echo "$folder/root: ${names[*]}"
