// Conversions between element types, -DFROM and -DTO.

#include "buffers.cl"

// A real number is truncated; one that does not fit, like a NaN, becomes the smallest integer. Any
// number other than zero is true.
__kernel void cast(BUFFER_OF(const FROM, x), BUFFER_OF(TO, out), ITEMS) {
  if (OUTSIDE) return;
  const int i = get_global_id(0);
  const FROM value = AT(x, i);
#if defined(TO_BOOL)
  AT(out, i) = value != 0;
#elif defined(FROM_REAL) && defined(TO_LONG)
  const bool fits = value >= -9223372036854775808.0f && value < 9223372036854775808.0f;
  AT(out, i) = fits ? (long)value : LONG_MIN;
#elif defined(FROM_REAL) && defined(TO_INTEGER)
  const bool fits = value >= -2147483648.0f && value < 2147483648.0f;
  AT(out, i) = (TO)(fits ? (int)value : INT_MIN);
#else
  AT(out, i) = (TO)value;
#endif
}
