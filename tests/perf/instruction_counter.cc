// A plugin of qemu-user (its TCG plugin interface, version 1) that counts executed instructions by
// function of the guest program:
//
//     qemu-aarch64 -d plugin -D LOG -plugin
//     libinstruction_counter.so,out=FILE[,memory=on|,blocks=on] PROGRAM ...
//
// FILE gets a line "COUNT FUNCTION" (mangled; "?" outside the program's symbols, such as in shared
// libraries) per function. With memory=on, it also has lines "COUNT #NAME" of what a small memory
// model counts: bytes moved by loads and stores, and misses of caches and of a micro-TLB. The model
// is that of a small core (below): true LRU, virtual addresses, no prefetcher, the same caches for
// data of all kinds. It ranks orders of loops; it is not a time. With blocks=on, a line is one
// block of the translator: "COUNT FUNCTION ADDRESS WORD ...", the address and the instructions in
// hexadecimal, for arm_cycles.py. qemu reads the symbols only if -d is given. Counts are exact with
// one thread. Debian's qemu-user has the interface but no header for it, so the few functions
// needed are declared here.
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
uint64_t qemu_plugin_tb_vaddr(const Block* block);
const char* qemu_plugin_insn_symbol(const Instruction* instruction);
const void* qemu_plugin_insn_data(const Instruction* instruction);
void qemu_plugin_register_vcpu_mem_cb(Instruction* instruction,
                                      void (*accessed)(unsigned, uint32_t, uint64_t, void*),
                                      int registers, int accesses, void* data);
unsigned qemu_plugin_mem_size_shift(uint32_t info);

#define LITE_EXPORTED __attribute__((visibility("default")))
LITE_EXPORTED int qemu_plugin_version = 1;
LITE_EXPORTED int qemu_plugin_install(PluginId id, const void* info, int argc, char** argv);

}  // extern "C"

namespace {

constexpr int kAdd = 0;             // QEMU_PLUGIN_INLINE_ADD_U64
constexpr int kNoRegisters = 0;     // QEMU_PLUGIN_CB_NO_REGS
constexpr int kReadsAndWrites = 3;  // QEMU_PLUGIN_MEM_RW

bool with_memory = false;
bool with_blocks = false;

// A cache of kSets * kWays lines that replaces the one used least recently.
template <int kSets, int kWays>
class LruCache {
 public:
  bool Access(uint64_t line) {
    uint64_t* const set = lines_[line % kSets];
    int at = 0;
    while (at < kWays - 1 && set[at] != line + 1) ++at;
    const bool hit = set[at] == line + 1;
    for (; at > 0; --at) set[at] = set[at - 1];  // the first one is the last that was used
    set[0] = line + 1;
    misses += !hit;
    return hit;
  }
  uint64_t misses = 0;

 private:
  uint64_t lines_[kSets][kWays] = {};  // plus 1; 0: empty
};

struct Memory {
  uint64_t bytes = 0;
  LruCache<128, 4> l1;    // 32 KiB, lines of 64 bytes
  LruCache<256, 16> l2;   // 256 KiB
  LruCache<1, 10> pages;  // the micro-TLB, pages of 4 KiB
};
Memory& TheMemory() {
  static auto* memory = new Memory;
  return *memory;
}

void OnAccess(unsigned, uint32_t info, uint64_t address, void*) {
  Memory& memory = TheMemory();
  const uint64_t size = uint64_t{1} << qemu_plugin_mem_size_shift(info);
  memory.bytes += size;
  memory.pages.Access(address >> 12);
  for (uint64_t line = address >> 6; line <= (address + size - 1) >> 6; ++line) {
    if (!memory.l1.Access(line)) memory.l2.Access(line);
  }
}

// The addresses of the counters are part of the translated code; those of a map's values are
// stable.
std::map<std::string, uint64_t>& Counts() {
  static auto* counts = new std::map<std::string, uint64_t>;
  return *counts;
}

// What is counted of a block: its executions, and not its instructions, if the line has its words.
std::string BlockText(const Block* block, size_t count) {
  char text[20];
  std::snprintf(text, sizeof text, " %llx",
                static_cast<unsigned long long>(qemu_plugin_tb_vaddr(block)));
  std::string result = text;
  for (size_t i = 0; i < count; ++i) {
    uint32_t word;
    std::memcpy(&word, qemu_plugin_insn_data(qemu_plugin_tb_get_insn(block, i)), sizeof word);
    std::snprintf(text, sizeof text, " %08x", word);
    result += text;
  }
  return result;
}

void OnTranslated(PluginId, Block* block) {
  const size_t count = qemu_plugin_tb_n_insns(block);
  if (count == 0) return;
  const char* symbol = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(block, 0));
  std::string name = symbol == nullptr ? "?" : symbol;
  if (with_blocks) name += BlockText(block, count);
  qemu_plugin_register_vcpu_tb_exec_inline(block, kAdd, &Counts()[name], with_blocks ? 1 : count);
  for (size_t i = 0; with_memory && i < count; ++i) {
    qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(block, i), &OnAccess, kNoRegisters,
                                     kReadsAndWrites, nullptr);
  }
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
  if (with_memory) {
    const Memory& memory = TheMemory();
    const auto print = [file](uint64_t count, const char* name) {
      std::fprintf(file, "%llu #%s\n", static_cast<unsigned long long>(count), name);
    };
    print(memory.bytes, "bytes");
    print(memory.l1.misses, "l1");
    print(memory.l2.misses, "l2");
    print(memory.pages.misses, "pages");
  }
  std::fclose(file);
}

}  // namespace

int qemu_plugin_install(PluginId id, const void*, int argc, char** argv) {
  static std::string path;
  for (int i = 0; i < argc; ++i) {
    if (std::strncmp(argv[i], "out=", 4) == 0) path = argv[i] + 4;
    with_memory = with_memory || std::strcmp(argv[i], "memory=on") == 0;
    with_blocks = with_blocks || std::strcmp(argv[i], "blocks=on") == 0;
  }
  if (path.empty()) {
    std::fputs("instruction_counter: out=FILE is missing\n", stderr);
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, &OnTranslated);
  qemu_plugin_register_atexit_cb(id, &OnExit, path.data());
  return 0;
}
