# The light library from the checkout that contains this port (tools/vcpkg/paddle-lite): nothing is downloaded.
#   vcpkg install paddle-lite --overlay-ports=tools/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(VCPKG_BUILD_TYPE release)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES cv LITE_WITH_CV)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DLITE_ON_TINY_PUBLISH=ON -DLITE_WITH_STATIC_LIB=ON ${FEATURE_OPTIONS})
vcpkg_cmake_install()

# Headers and libraries stay together, because PaddleLiteConfig.cmake finds them from where it is.
set(root "${CURRENT_PACKAGES_DIR}/share/paddlelite")
file(MAKE_DIRECTORY "${root}/lib")
file(RENAME "${CURRENT_PACKAGES_DIR}/cxx" "${root}/cxx")
file(RENAME "${CURRENT_PACKAGES_DIR}/lib/cmake" "${root}/lib/cmake")
file(WRITE "${root}/PaddleLiteConfig.cmake"
     "include(\${CMAKE_CURRENT_LIST_DIR}/lib/cmake/PaddleLite/PaddleLiteConfig.cmake)\n")
set(VCPKG_POLICY_EMPTY_INCLUDE_FOLDER enabled)

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/demo" "${CURRENT_PACKAGES_DIR}/lib")
file(REMOVE "${CURRENT_PACKAGES_DIR}/LICENSE" "${CURRENT_PACKAGES_DIR}/NOTICE")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
