// The functions of the system's unwinder that a C++ library refers to, for the linker;
// libgcc_s.so.1 of the system has them. A compiler that has its own unwinder would link that one
// into the module, which cannot read what the system's passes to it while it ends a thread.
extern "C" {
void _Unwind_Backtrace() {}
void _Unwind_DeleteException() {}
void _Unwind_FindEnclosingFunction() {}
void _Unwind_ForcedUnwind() {}
void _Unwind_GetCFA() {}
void _Unwind_GetDataRelBase() {}
void _Unwind_GetGR() {}
void _Unwind_GetIP() {}
void _Unwind_GetIPInfo() {}
void _Unwind_GetLanguageSpecificData() {}
void _Unwind_GetRegionStart() {}
void _Unwind_GetTextRelBase() {}
void _Unwind_RaiseException() {}
void _Unwind_Resume() {}
void _Unwind_Resume_or_Rethrow() {}
void _Unwind_SetGR() {}
void _Unwind_SetIP() {}
}
