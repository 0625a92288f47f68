/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_conv_2d[] = {
  "* f[n,1,1,1] F[1,1,1,1] | strides=[1,1,1,1] padding=VALID",
  "* f[n,5,5,1] F[3,3,1,1] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,13,3] F[3,3,3,8] F[8] | strides=[1,2,2,1] padding=SAME",
  "* f[n,13,13,3] F[3,3,3,8] F[8] | strides=[1,2,2,1] padding=VALID",
  "* f[n,12,14,3] F[3,3,3,8] F[8] | strides=[1,2,2,1] padding=SAME",
  "* f[n,7,7,16] F[1,1,16,24] F[24] | strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,13] F[1,1,13,127] | strides=[1,1,1,1] padding=VALID",
  "* f[n,8,7,13] F[1,1,13,17] F[17] | strides=[1,2,2,1] padding=SAME",
  "* f[n,9,5,2] F[5,3,2,3] F[3] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,5,2] F[2,4,2,3] F[3] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,11,3] F[7,7,3,5] F[5] | strides=[1,2,2,1] padding=SAME",
  "* f[n,9,11,3] F[3,3,3,5] | strides=[1,3,1,1] padding=SAME",
  "* f[n,9,11,3] F[3,3,3,5] | strides=[1,1,3,1] padding=VALID",
  "* f[n,3,3,5] F[3,3,5,7] | strides=[1,1,1,1] padding=VALID",
  "* f[n,2,2,5] F[5,5,5,7] | strides=[1,1,1,1] padding=SAME",
  "* f[n,1,13,5] F[1,3,5,7] F[7] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,1,5] F[3,1,5,7] F[7] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,13,4] F[3,3,4,5] | strides=[1,1,1,1] padding=SAME dilations=[1,2,2,1]",
  "* f[n,13,13,4] F[3,3,4,5] | strides=[1,1,1,1] padding=VALID dilations=[1,3,2,1]",
  "* f[n,13,13,4] F[3,2,4,5] | strides=[1,2,2,1] padding=SAME dilations=[1,2,3,1]",
  "* f[n,9,9,3] F[3,3,3,5] F[5] | strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,1,1,0,0]",
  "* f[n,9,9,3] F[3,3,3,5] | strides=[1,1,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,3,0,1,4,0,0]",
  "* f[n,9,9,3] F[1,1,3,5] | strides=[1,1,1,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,0,0,2,0,0]",
  /* a filter that the graph computes */
  "* f[n,7,7,5] f[3,3,5,6] f[6] | strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,5] f[1,1,5,6] F[6] | strides=[1,1,1,1] padding=SAME -> Relu6",
  "* f[n,7,7,4] f[3,3,2,6] | strides=[1,1,1,1] padding=SAME",
  /* groups */
  "* f[n,7,7,6] F[3,3,3,8] F[8] | strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,12] F[3,3,4,15] F[15] | strides=[1,2,2,1] padding=SAME",
  "* f[n,7,7,4] F[3,3,1,4] F[4] | strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,4] F[1,1,2,6] | strides=[1,1,1,1] padding=VALID",
  /* wide, and more than one tile */
  "* f[n,17,19,32] F[3,3,32,48] F[48] | strides=[1,1,1,1] padding=SAME",
  "* f[n,31,3,127] F[1,1,127,33] F[33] | strides=[1,1,1,1] padding=SAME",
  "* f[n,4,4,257] F[1,1,257,13] | strides=[1,1,1,1] padding=SAME",
  /* an activation behind it */
  "* f[n,9,9,5]:-5:5 F[3,3,5,13] F[13] | strides=[1,1,1,1] padding=SAME -> Relu",
  "* f[n,9,9,5]:-5:5 F[3,3,5,13] F[13] | strides=[1,2,2,1] padding=SAME -> Relu6",
  "* f[n,9,9,5]:-5:5 F[1,1,5,13] F[13] | strides=[1,1,1,1] padding=SAME -> Relu6",
  "* f[n,9,9,5] F[3,3,5,13] | strides=[1,1,1,1] padding=SAME data_format=NHWC -> Sigmoid",
  /* quantised: uint8, int8, mixed; a scale for each channel */
  "* u[n,5,5,3]@0.02@128 U[3,3,3,8]@0.01@120 I[8]:-900:900 | strides=[1,1,1,1] padding=SAME "
  "=> u@0.1@100",
  "* s[n,13,12,4]@0.02@-7 S[3,3,4,6]@0.01*6x1@0 I[6]:-900:900 | strides=[1,2,2,1] padding=SAME "
  "=> s@0.1@9",
  "* s[n,7,7,16]@0.02@-128 S[1,1,16,24]@0.01*24x1@0 I[24]:-900:900 | strides=[1,1,1,1] "
  "padding=SAME -> Relu6 => s@0.02@-128",
  "* u[n,7,7,19]@0.02@3 S[1,1,19,33]@0.01@0 | strides=[1,1,1,1] padding=VALID -> Relu => u@0.03@2",
  "* u[n,7,7,6]@0.02@255 U[3,3,3,8]@0.01@0 | strides=[1,1,1,1] padding=SAME dilations=[1,2,2,1] "
  "=> s@0.3@100",
  "* s[n,9,9,32]@0.02@0 S[3,3,32,40]@0.01*40x1@0 I[40] | strides=[1,1,1,1] padding=VALID "
  "=> s@0.3@0",
  "* s[n,9,9,5]@0.02@-3 S[3,3,5,13]@-0.01*13x1@0 I[13]:-900:900 | strides=[1,1,1,1] padding=SAME "
  "-> Relu6 => s@0.03@-128",
  "* u[n,7,7,16]@0.02@9 U[1,1,16,24]@-0.01@120 I[24]:-900:900 | strides=[1,1,1,1] padding=SAME "
  "=> u@0.1@100",
  "* u[n,31,3,127]@0.02@120 U[1,1,127,33]@0.01@130 I[33] | strides=[1,1,1,1] padding=SAME "
  "=> u@0.3@128",
  "* u[n,9,8,6]@0.02@120 U[3,3,3,8]@0.01@9 I[8] | strides=[1,2,2,1] padding=SAME => u@0.1@100",
  "* s[n,6,5,12]@0.02@-5 S[1,1,4,21]@0.01*21x1@0 | strides=[1,1,1,1] padding=VALID => s@0.1@3",
  "* s[n,4,3,700]@0.02@-5 S[3,3,700,13]@0.001@0 | strides=[1,1,1,1] padding=SAME => s@0.3@0",
  /* a NaN comes out as one */
  "* f[n,9,9,5]:nan F[3,3,5,13] F[13] | strides=[1,1,1,1] padding=SAME -> Relu6",
  "* f[n,9,9,5] F[3,3,5,13]:nan F[13] | strides=[1,1,1,1] padding=SAME -> Relu",
  "* f[n,9,9,16] F[1,1,16,33] F[33]:nan | strides=[1,1,1,1] padding=SAME -> Relu6",
  "* f[n,7,7,6]:nan F[3,3,3,8] F[8] | strides=[1,1,1,1] padding=SAME -> Relu6",
  NULL
};
