// Devices that the runtime must refuse; BROKEN_<KIND> chooses what is wrong.
#include "nnadapter/driver/device.h"
#include "nnadapter/utility/micros.h"

namespace {

using nnadapter::core::Argument;
using nnadapter::core::Cache;
using nnadapter::core::Model;

int Open(void** device) {
  *device = device;
  return BROKEN_OPEN;
}
void Nothing(void*) {}
int Context(void* device, const char*, int (*)(int, void*), void** context) {
  *context = device;
  return NNADAPTER_NO_ERROR;
}
int Build(void*, Model*, Cache*, void**) { return NNADAPTER_NO_ERROR; }
int Execute(void*, uint32_t, Argument*, uint32_t, Argument*) { return NNADAPTER_NO_ERROR; }

}  // namespace

extern NNADAPTER_EXPORT nnadapter::driver::Device NNADAPTER_AS_SYM2(BROKEN_SYMBOL);
nnadapter::driver::Device NNADAPTER_AS_SYM2(BROKEN_SYMBOL) = {
    BROKEN_NAME, "Test", NNADAPTER_ACCELERATOR, BROKEN_VERSION, Open, Nothing, Context, Nothing,
    nullptr,     Build,  BROKEN_DESTROY,        Execute,
};
