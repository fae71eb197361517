// Products of matrices: out [batch, m, n] = alpha * a [m, k] * b [k, n] + bias.

#include "epilogue.cl"

typedef struct {
  int m, n, k;
  int a_row, a_column, b_row, b_column;  // elements from one row or column to the next
  // The bias of element (i, j) of matrix l is i * bias_row + j * bias_column + l % bias_period * m.
  int bias_row, bias_column, bias_period;
  float alpha;
} Product;

#define GEMM_ARGUMENTS                                                                           \
  BUFFER_IN(a), BUFFER_IN(b), BUFFER_IN(bias), EPILOGUE_ARGUMENTS, BUFFER_OUT(out),          \
      const Walk batch, const Product p

#define GEMM_FINISH(sum, i, j)                                                                   \
  {                                                                                              \
    float total = (sum) * p.alpha;                                                               \
    if (HAS(bias)) {                                                                             \
      total += AT(bias, \
                    (i) * p.bias_row + (j) * p.bias_column + matrix % p.bias_period * p.m);      \
    }                                                                                            \
    const int to = (matrix * p.m + (i)) * p.n + (j);                                             \
    AT(out, to) = Finish(total, to, &operands, &epilogue);                               \
  }

// One element per work item: columns, rows, matrices. For few rows.
__kernel void gemm_rows(GEMM_ARGUMENTS, ITEMS) {
  if (OUTSIDE) return;
  const int j = get_global_id(0);
  const int i = get_global_id(1);
  const int matrix = get_global_id(2);
  const int2 at = WalkTo(&batch, batch.rank, matrix);
  __global const float *x = DATA(a) + at.x + i * p.a_row;
  __global const float *y = DATA(b) + at.y + j * p.b_column;
  float sum = 0;
  for (int k = 0; k < p.k; ++k) sum += x[k * p.a_column] * y[k * p.b_row];
  const EpilogueOperands operands = EPILOGUE_OPERANDS;
  GEMM_FINISH(sum, i, j)
}

// Tiles of TILE x TILE elements in groups of 8 x 8 work items, DEPTH columns of a at a time.
#define TILE 32
#define DEPTH 16

__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void gemm(GEMM_ARGUMENTS) {
  __local float rows[DEPTH][TILE];
  __local float columns[DEPTH][TILE];
  const int item = get_local_id(1) * 8 + get_local_id(0);
  const int first_row = get_group_id(1) * TILE;
  const int first_column = get_group_id(0) * TILE;
  const int matrix = get_global_id(2);
  const int2 at = WalkTo(&batch, batch.rank, matrix);
  __global const float *x = DATA(a) + at.x;
  __global const float *y = DATA(b) + at.y;
  float4 sum[4];
  for (int i = 0; i < 4; ++i) sum[i] = (float4)(0);
  for (int first = 0; first < p.k; first += DEPTH) {
    for (int e = item; e < TILE * DEPTH; e += 64) {
      // Neighbouring work items read neighbours in memory.
      const int row = p.a_column == 1 ? e / DEPTH : e % TILE;
      const int deep = p.a_column == 1 ? e % DEPTH : e / TILE;
      const int i = first_row + row;
      const int k = first + deep;
      rows[deep][row] = i < p.m && k < p.k ? x[i * p.a_row + k * p.a_column] : 0;
      const int column = p.b_row == 1 ? e / DEPTH : e % TILE;
      const int down = p.b_row == 1 ? e % DEPTH : e / TILE;
      const int j = first_column + column;
      const int l = first + down;
      columns[down][column] = j < p.n && l < p.k ? y[l * p.b_row + j * p.b_column] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < DEPTH; ++k) {
      const float4 u = vload4(get_local_id(1), rows[k]);
      const float4 v = vload4(get_local_id(0), columns[k]);
      sum[0] += u.x * v;
      sum[1] += u.y * v;
      sum[2] += u.z * v;
      sum[3] += u.w * v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const EpilogueOperands operands = EPILOGUE_OPERANDS;
  const int row = first_row + get_local_id(1) * 4;
  const int column = first_column + get_local_id(0) * 4;
  for (int i = 0; i < min(4, p.m - row); ++i) {
    const float v[4] = {sum[i].x, sum[i].y, sum[i].z, sum[i].w};
    for (int j = 0; j < min(4, p.n - column); ++j) GEMM_FINISH(v[j], row + i, column + j)
  }
}
