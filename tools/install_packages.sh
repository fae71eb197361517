#!/usr/bin/env bash
# Installs the missing Debian packages of the named groups; if none is missing, does nothing and
# needs no privileges. third-party/packages.txt lists the groups.
#   tools/install_packages.sh GROUP...          for example: light build test
#   tools/install_packages.sh --print GROUP...  prints the packages of the groups, installs nothing
set -euo pipefail
manifest=$(dirname "$0")/../third-party/packages.txt

# packages_of GROUP: the packages of all lines of the manifest that name the group.
packages_of() {
  awk -F'|' -v group="$1" '
    !/^#/ {
      count = split($6, groups, " ")
      for (i = 1; i <= count; ++i) if (groups[i] == group) {print $5; found = 1}
    }
    END {exit !found}' "$manifest" || {
    echo "$0: unknown group '$1'; see third-party/packages.txt" >&2
    exit 2
  }
}

if [ "${1:-}" = --print ]; then
  shift
  for group in "$@"; do
    packages=$(packages_of "$group")
    printf '%s\n' $packages
  done
  exit 0
fi

missing=()
want() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
  done
}

for group in "$@"; do
  packages=$(packages_of "$group")
  # shellcheck disable=SC2086
  want $packages
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "These packages are missing; please run: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo -n)
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get -qq update </dev/null
"${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}" </dev/null >/dev/null
