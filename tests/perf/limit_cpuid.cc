// Preloaded into a program, makes the processor look as if it had nothing beyond AVX2: peers
// without such a setting can be compared on the instructions of a machine that one does not have.
//
//   cmake --build --preset dev --target limit_cpuid
//   LITE_X86_ISA=avx2 LD_PRELOAD=$PWD/build.dev/tests/perf/liblimit_cpuid.so PROGRAM
//   LITE_X86_ISA=avx512vnni LITE_CPUID_KEEP=avx512 LD_PRELOAD=... PROGRAM
//
// The kernel lets the instruction cpuid fault (processors with the flag cpuid_fault); the handler
// executes it and hides AVX-512, AVX-VNNI and AMX, or only AMX with LITE_CPUID_KEEP=avx512.

#include <asm/prctl.h>
#include <cpuid.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kEax = 0, kEbx = 1, kEcx = 2, kEdx = 3;
bool keep_avx512 = false;

bool LetCpuidRun(bool runs) {
  return syscall(SYS_arch_prctl, ARCH_SET_CPUID, runs ? 1ul : 0ul) == 0;
}

void Hide(uint32_t leaf, uint32_t subleaf, uint32_t (&r)[4]) {
  constexpr auto kBits = [](auto... bits) { return ((1u << bits) | ...); };
  if (leaf != 7) return;
  if (subleaf == 0) {
    r[kEdx] &= ~kBits(22, 24, 25);  // AMX: BF16, TILE, INT8
    if (keep_avx512) return;
    r[kEbx] &= ~kBits(16, 17, 21, 26, 27, 28, 30, 31);  // F, DQ, IFMA, PF, ER, CD, BW, VL
    r[kEcx] &= ~kBits(1, 6, 11, 12, 14);                // VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ
    r[kEdx] &= ~kBits(2, 3, 8, 23);                     // 4VNNIW, 4FMAPS, VP2INTERSECT, FP16
  } else if (subleaf == 1) {
    r[kEax] &= ~kBits(21);  // AMX-FP16
    if (!keep_avx512) {
      r[kEax] &= ~kBits(4, 5, 23);  // AVX-VNNI, AVX512-BF16, AVX-IFMA
      r[kEdx] &= ~kBits(4, 5, 10);  // AVX-VNNI-INT8, AVX-NE-CONVERT, AVX-VNNI-INT16
    }
  }
}

void OnFault(int, siginfo_t*, void* context) {
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto* const code = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  if (code[0] != 0x0f || code[1] != 0xa2) {  // another fault, which ends the program
    signal(SIGSEGV, SIG_DFL);
    return;
  }
  const auto leaf = static_cast<uint32_t>(registers[REG_RAX]);
  const auto subleaf = static_cast<uint32_t>(registers[REG_RCX]);
  uint32_t r[4];
  LetCpuidRun(true);
  __cpuid_count(leaf, subleaf, r[kEax], r[kEbx], r[kEcx], r[kEdx]);
  LetCpuidRun(false);
  Hide(leaf, subleaf, r);
  registers[REG_RAX] = r[kEax];
  registers[REG_RBX] = r[kEbx];
  registers[REG_RCX] = r[kEcx];
  registers[REG_RDX] = r[kEdx];
  registers[REG_RIP] += 2;
}

__attribute__((constructor)) void Start() {
  const char* keep = std::getenv("LITE_CPUID_KEEP");
  keep_avx512 = keep != nullptr && std::strcmp(keep, "avx512") == 0;
  struct sigaction action = {};
  action.sa_sigaction = &OnFault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  if (sigaction(SIGSEGV, &action, nullptr) != 0 || !LetCpuidRun(false)) {
    std::fprintf(stderr, "limit_cpuid: this processor or kernel cannot intercept cpuid\n");
    std::exit(1);
  }
}

}  // namespace
