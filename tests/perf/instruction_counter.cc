// A plugin of qemu-user (its TCG plugin interface, version 1) that counts executed instructions by
// function of the guest program:
//
//     qemu-aarch64 -d plugin -D LOG -plugin libinstruction_counter.so,out=FILE PROGRAM ...
//
// FILE gets a line "COUNT FUNCTION" (mangled; "?" outside the program's symbols, such as in shared
// libraries) per function. qemu reads the symbols only if -d is given. Counts are exact with one
// thread. Debian's qemu-user has the interface but no header for it, so the few functions needed
// are declared here.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

extern "C" {

using PluginId = uint64_t;
struct Block;
struct Instruction;
void qemu_plugin_register_vcpu_tb_trans_cb(PluginId id, void (*translated)(PluginId, Block*));
void qemu_plugin_register_vcpu_tb_exec_inline(Block* block, int operation, void* counter,
                                              uint64_t value);
void qemu_plugin_register_atexit_cb(PluginId id, void (*at_exit)(PluginId, void*), void* data);
size_t qemu_plugin_tb_n_insns(const Block* block);
Instruction* qemu_plugin_tb_get_insn(const Block* block, size_t index);
const char* qemu_plugin_insn_symbol(const Instruction* instruction);

#define LITE_EXPORTED __attribute__((visibility("default")))
LITE_EXPORTED int qemu_plugin_version = 1;
LITE_EXPORTED int qemu_plugin_install(PluginId id, const void* info, int argc, char** argv);

}  // extern "C"

namespace {

constexpr int kAdd = 0;  // QEMU_PLUGIN_INLINE_ADD_U64

// The addresses of the counters are part of the translated code; those of a map's values are
// stable.
std::map<std::string, uint64_t>& Counts() {
  static auto* counts = new std::map<std::string, uint64_t>;
  return *counts;
}

void OnTranslated(PluginId, Block* block) {
  const size_t count = qemu_plugin_tb_n_insns(block);
  if (count == 0) return;
  const char* name = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(block, 0));
  qemu_plugin_register_vcpu_tb_exec_inline(block, kAdd, &Counts()[name == nullptr ? "?" : name],
                                           count);
}

void OnExit(PluginId, void* path) {
  std::FILE* file = std::fopen(static_cast<const char*>(path), "w");
  if (file == nullptr) {
    std::fprintf(stderr, "instruction_counter: cannot write %s\n", static_cast<char*>(path));
    return;
  }
  for (const auto& [name, count] : Counts()) {
    std::fprintf(file, "%llu %s\n", static_cast<unsigned long long>(count), name.c_str());
  }
  std::fclose(file);
}

}  // namespace

int qemu_plugin_install(PluginId id, const void*, int argc, char** argv) {
  static std::string path;
  for (int i = 0; i < argc; ++i) {
    if (std::strncmp(argv[i], "out=", 4) == 0) path = argv[i] + 4;
  }
  if (path.empty()) {
    std::fputs("instruction_counter: out=FILE is missing\n", stderr);
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, &OnTranslated);
  qemu_plugin_register_atexit_cb(id, &OnExit, path.data());
  return 0;
}
