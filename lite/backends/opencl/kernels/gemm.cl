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

// Tiles of ROWS x COLUMNS elements, COLUMNS a multiple of 4, in groups of 8 x 8 work items, DEPTH
// columns of a at a time.
#ifndef ROWS
#define ROWS 4
#define COLUMNS 4
#endif
#define GROUP_ROWS (8 * ROWS)
#define GROUP_COLUMNS (8 * COLUMNS)
#define DEPTH 16

__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void gemm(GEMM_ARGUMENTS) {
  __local float rows[DEPTH][GROUP_ROWS];
  __local float columns[DEPTH][GROUP_COLUMNS];
  const int item = get_local_id(1) * 8 + get_local_id(0);
  const int first_row = get_group_id(1) * GROUP_ROWS;
  const int first_column = get_group_id(0) * GROUP_COLUMNS;
  const int matrix = get_global_id(2);
  const int2 at = WalkTo(&batch, batch.rank, matrix);
  __global const float *x = DATA(a) + at.x;
  __global const float *y = DATA(b) + at.y;
  float4 sum[ROWS][COLUMNS / 4];
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS / 4; ++j) sum[i][j] = (float4)(0);
  }
  for (int first = 0; first < p.k; first += DEPTH) {
    // Neighbouring work items read neighbours in memory.
    for (int e = item; e < GROUP_ROWS * DEPTH; e += 64) {
      const int row = p.a_column == 1 ? e / DEPTH : e % GROUP_ROWS;
      const int deep = p.a_column == 1 ? e % DEPTH : e / GROUP_ROWS;
      const int i = first_row + row;
      const int k = first + deep;
      rows[deep][row] = i < p.m && k < p.k ? x[i * p.a_row + k * p.a_column] : 0;
    }
    for (int e = item; e < GROUP_COLUMNS * DEPTH; e += 64) {
      const int column = p.b_row == 1 ? e / DEPTH : e % GROUP_COLUMNS;
      const int down = p.b_row == 1 ? e % DEPTH : e / GROUP_COLUMNS;
      const int j = first_column + column;
      const int l = first + down;
      columns[down][column] = j < p.n && l < p.k ? y[l * p.b_row + j * p.b_column] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < DEPTH; ++k) {
      float4 v[COLUMNS / 4];
      for (int j = 0; j < COLUMNS / 4; ++j) {
        v[j] = vload4(get_local_id(0) * (COLUMNS / 4) + j, columns[k]);
      }
      for (int i = 0; i < ROWS; ++i) {
        const float u = rows[k][get_local_id(1) * ROWS + i];
        for (int j = 0; j < COLUMNS / 4; ++j) sum[i][j] += u * v[j];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const EpilogueOperands operands = EPILOGUE_OPERANDS;
  const int row = first_row + get_local_id(1) * ROWS;
  for (int i = 0; i < min(ROWS, p.m - row); ++i) {
    for (int j = 0; j < COLUMNS / 4; ++j) {
      const float v[4] = {sum[i][j].x, sum[i][j].y, sum[i][j].z, sum[i][j].w};
      const int column = first_column + get_local_id(0) * COLUMNS + j * 4;
      for (int l = 0; l < min(4, p.n - column); ++l) GEMM_FINISH(v[l], row + i, column + l)
    }
  }
}
