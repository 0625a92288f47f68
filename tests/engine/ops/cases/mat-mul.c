/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_mat_mul[] = {
  "* f[n,1] F[1,1]",
  "* f[2,1,3,1,5,7] f[1,2,3,2,7,3]",
  "* f[n,3] F[3,2] F[2]",
  "* f[n,127] F[127,13] F[13]",
  "* f[n,127] F[13,127] F[13] | transpose_b=true",
  "* f[n,64] F[64,1001] F[1001]",
  "* f[127,n] F[127,13] | transpose_a=true transpose_b=false",
  "* f[5,n] F[13,5] | transpose_a=true transpose_b=true",
  "* f[13,17] f[17,5]",
  "* f[13,17] f[5,17] | transpose_b=true",
  "* f[17,13] f[17,5] | transpose_a=true",
  "* f[17,13] f[5,17] | transpose_a=true transpose_b=true",
  "* F[3,17] f[17,5]",
  "* f[n,5,7] f[n,7,3]",
  "* f[n,5,7] F[7,3] F[3]",
  "* f[n,5,7] f[1,7,3]",
  "* f[2,1,5,7] f[3,7,2]",
  "* f[2,3,7,5] f[2,3,2,7] | transpose_a=true transpose_b=true",
  "* f[n,0] F[0,3]",
  "* f[n,31]:-5:5 F[31,13] F[13] -> Relu",
  "* f[n,31]:-5:5 F[31,13] -> Relu6",
  "* f[n,31] F[31,13] F[13] -> Softmax",
  "* f[n,7] f[7,5] f[5]",
  /* integers, exact beyond 2^24, and wrapping */
  "* i[n,13]:-9999:9999 i[13,5]:-9999:9999",
  "* i[n,3]:-99999:99999 I[3,2]:-99999:99999",
  "* i[n,7] i[5,7] | transpose_b=true",
  "* i[7,n] i[7,5] | transpose_a=true",
  "* i[2,3,7,5] i[2,3,2,7] | transpose_a=true transpose_b=true",
  "* i[2,1,5,7] i[3,7,2]",
  "* i[n,0] i[0,3]",
  /* quantised */
  "* u[n,127]@0.02@128 U[127,13]@0.01@120 I[13]:-900:900 => u@0.1@100",
  "* s[n,64]@0.02@-3 S[64,1001]@0.01*1001x1@0 I[1001] -> Relu => s@0.1@-128",
  "* s[n,64]@0.02@-3 S[64,37]@-0.01*37x1@0 I[37]:-900:900 -> Relu => s@0.1@-128",
  "* u[n,64]@0.02@3 U[64,37]@-0.01@99 => u@0.1@128",
  "* s[n,31]@0.02@-3 S[33,31]@0.01*33x31@0 I[33] | transpose_b=true => s@0.1@5",
  "* u[n,3,31]@0.02@0 S[31,33]@0.01@0 => u@0.1@128",
  /* a NaN comes out as one */
  "* f[n,31]:nan F[31,13] F[13] -> Relu",
  "* f[n,31] F[31,40]:nan F[40] -> Relu6",
  "* f[n,31] F[31,13] F[13]:nan -> Relu6",
  NULL
};
