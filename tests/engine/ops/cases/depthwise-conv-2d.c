/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_depthwise_conv_2d[] = {
  "* f[n,1,1,1] F[1,1,1,1] | strides=[1,1,1,1] padding=VALID",
  "* f[n,5,5,1] F[3,3,1,1] F[1] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,13,3] F[3,3,3,1] F[3] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,13,16] F[3,3,16,1] F[16] | strides=[1,2,2,1] padding=SAME",
  "* f[n,12,14,24] F[3,3,24,1] F[24] | strides=[1,2,2,1] padding=SAME",
  "* f[n,13,13,24] F[3,3,24,1] F[24] | strides=[1,2,2,1] padding=VALID",
  "* f[n,13,12,127] F[3,3,127,1] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,7,17] F[5,5,17,1] F[17] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,7,17] F[5,5,17,1] F[17] | strides=[1,2,2,1] padding=SAME",
  "* f[n,9,7,17] F[7,7,17,1] F[17] | strides=[1,1,1,1] padding=SAME",
  "* f[n,2,3,13] F[5,5,13,1] F[13] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,7,8] F[2,3,8,1] F[8] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,7,8] F[3,1,8,1] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,7,8] F[1,3,8,1] | strides=[1,1,1,1] padding=VALID",
  "* f[n,9,10,8] F[3,3,8,1] | strides=[1,1,2,1] padding=SAME",
  "* f[n,9,10,8] F[3,3,8,1] | strides=[1,3,3,1] padding=SAME",
  "* f[n,13,13,5] F[3,3,5,1] F[5] | strides=[1,1,1,1] padding=SAME dilations=[1,2,2,1]",
  "* f[n,13,13,5] F[3,3,5,1] F[5] | strides=[1,1,1,1] padding=VALID dilations=[1,3,2,1]",
  "* f[n,13,13,5] F[3,3,5,1] F[5] | strides=[1,2,2,1] padding=SAME dilations=[1,2,2,1]",
  "* f[n,9,9,5] F[3,3,5,1] | strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,0,1,0,1,0,0]",
  "* f[n,9,9,5] F[3,3,5,1] | strides=[1,1,1,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,4,0,1,3,0,0]",
  /* a filter that the graph computes */
  "* f[n,7,7,5] f[3,3,5,1] f[5] | strides=[1,1,1,1] padding=SAME",
  /* multipliers */
  "* f[n,7,7,3] F[3,3,3,2] F[6] | strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,3] F[3,3,3,8] F[24] | strides=[1,2,2,1] padding=SAME",
  "* f[n,7,7,1] F[3,3,1,13] F[13] | strides=[1,1,1,1] padding=VALID",
  /* an activation behind it */
  "* f[n,9,9,13]:-5:5 F[3,3,13,1] F[13] | strides=[1,1,1,1] padding=SAME -> Relu",
  "* f[n,9,9,13]:-5:5 F[3,3,13,1] F[13] | strides=[1,2,2,1] padding=SAME -> Relu6",
  "* f[n,9,9,3]:-5:5 F[3,3,3,2] F[6] | strides=[1,1,1,1] padding=SAME -> Relu6",
  /* quantised */
  "* u[n,5,5,3]@0.02@128 U[3,3,3,1]@0.01@120 I[3]:-900:900 | strides=[1,1,1,1] padding=SAME "
  "=> u@0.04@100",
  "* s[n,13,12,16]@0.02@-7 S[3,3,16,1]@0.01*16x1@0 I[16]:-900:900 | strides=[1,2,2,1] padding=SAME "
  "=> s@0.04@9",
  "* u[n,9,7,17]@0.02@0 U[5,5,17,1]@0.01@130 | strides=[1,1,1,1] padding=VALID "
  "-> Relu6 => u@0.03@0",
  "* u[n,9,7,127]@0.02@99 S[3,3,127,1]@0.01*127x1@0 I[127] | strides=[1,1,1,1] padding=SAME "
  "=> u@0.03@128",
  "* s[n,9,7,3]@0.02@0 S[3,3,3,2]@0.01*6x1@0 I[6] | strides=[1,1,1,1] padding=SAME "
  "dilations=[1,2,2,1] -> Relu => s@0.03@-10",
  "* u[n,8,7,20]@0.02@7 S[7,7,20,1]@0.005*20x1@0 | strides=[1,1,1,1] padding=SAME => u@0.1@128",
  "* u[n,9,14,33]@0.02@7 S[3,3,33,1]@0.01*33x1@0 | strides=[1,1,1,1] padding=SAME "
  "dilations=[1,3,3,1] => s@0.03@0",
  "* s[n,9,7,19]@0.02@-4 S[3,3,19,1]@-0.01*19x1@0 I[19]:-900:900 | strides=[1,1,1,1] padding=SAME "
  "-> Relu => s@0.03@-100",
  "* s[n,9,3,5]@0.02@7 U[3,3,5,1]@0.01@128 | strides=[1,1,1,1] padding=SAME "
  "dilations=[1,4,4,1] => u@0.03@128",
  /* a NaN comes out as one */
  "* f[n,9,9,13]:nan F[3,3,13,1] F[13] | strides=[1,1,1,1] padding=SAME -> Relu6",
  "* f[n,9,9,24] F[3,3,24,1]:nan F[24] | strides=[1,2,2,1] padding=SAME -> Relu6",
  "* f[n,9,7,17] F[5,5,17,1] F[17]:nan | strides=[1,1,1,1] padding=SAME -> Relu",
  "* f[n,9,9,3]:nan F[3,3,3,2] F[6] | strides=[1,1,1,1] padding=SAME -> Relu6",
  NULL
};
