// Out = F(x), where -DF=<name> picks one of the functions below. They work on real4.
#define RELU(x) fmax(x, (real4)(0))

__kernel void activation_image(__read_only image2d_t x, __write_only image2d_t out, int width,
                               int height) {
  const int column = get_global_id(0), row = get_global_id(1);
  if (column >= width || row >= height) return;
  WRITE_IMAGE(out, column, row, F(READ_IMAGE(x, column, row)));
}
