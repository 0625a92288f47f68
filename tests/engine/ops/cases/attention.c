/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_attention[] = {
  "* f[n,1,1,1] f[n,1,1,1] f[n,1,1,1]",
  "* f[n,2,5,3] f[n,2,7,3] f[n,2,7,4] | scale=0.5",
  "* f[n,3,13,32] f[n,3,17,32] f[n,3,17,24] | scale=0.2 rows_first=1",
  /* rows, keys and columns at the ends of vectors and tiles */
  "* f[n,1,12,16] f[n,1,16,16] f[n,1,16,16]",
  "* f[n,1,25,33] f[n,1,31,33] f[n,1,31,33] | scale=0.2",
  "* f[n,2,97,5] f[n,2,128,5] f[n,2,128,9]",
  /* biases: for all, for each head, for each picture, for all rows; two of them */
  "* f[n,2,5,3] f[n,2,7,3] f[n,2,7,4] F[5,7]",
  "* f[n,2,5,3] f[n,2,17,3] f[n,2,17,4] F[2,5,17] f[n,1,1,17] | scale=0.1",
  /* windows of a picture: n is 2 pictures of 3 */
  "* f[6,2,4,3] f[6,2,4,3] f[6,2,4,3] F[1,2,4,4] F[1,3,1,4,4] | bias_shape_1=[2,3,2,4,4]",
  "* f[6,2,4,3] f[6,2,4,3] f[6,2,4,3] F[6,4,4] | bias_shape_0=[2,6,4,4]",
  "* f[n,2,5,3]:nan f[n,2,7,3] f[n,2,7,4]",
  "* f[n,2,5,3]:nan f[n,2,7,3] f[n,2,7,4] | zero_nan=1",
  /* q, k and v within one tensor: [n,rows,3,heads,width], and k with columns before rows */
  "* f[2,5,3,2,4] f[2,5,3,2,4] f[2,5,3,2,4] | sizes=[2,2,5,5,4,4] q=[0,120,4,24,1] k=[8,120,4,24,1]"
  " v=[16,120,4,24,1] rows_first=1 output_shape=[2,5,8]",
  "* f[1,5,2,4] f[2,4,6] f[2,6,3] | sizes=[1,2,5,6,4,3] q=[0,40,4,8,1] k=[0,48,24,1,6]",
  /* large: in several strips and units */
  "* f[n,3,197,64] f[n,3,197,64] f[n,3,197,64] | scale=0.125 rows_first=1",
  "* f[1,2,50,8] f[1,2,1100,8] f[1,2,1100,8] F[50,1100]",
  NULL
};
