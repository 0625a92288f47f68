/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_conv_2d_backprop_input[] = {
  "* I{1,1} F[1,1,1,1] f[n,1,1,1] | strides=[1,1,1,1] padding=SAME",
  "* I{14,14} F[3,3,5,8] f[n,7,7,8] F[5] | strides=[1,2,2,1] padding=SAME",
  "* I{13,13} F[3,3,5,8] f[n,7,7,8] F[5] | strides=[1,2,2,1] padding=SAME",
  "* I{15,15} F[3,3,5,8] f[n,7,7,8] F[5] | strides=[1,2,2,1] padding=VALID",
  "* I{16,16} F[3,3,5,8] f[n,7,7,8] | strides=[1,2,2,1] padding=VALID",
  "* I{-1,10,6,2} F[2,2,2,3] f[n,5,3,3] | strides=[1,2,2,1] padding=SAME",
  "* I{10,6} F[1,1,2,3] f[n,5,3,3] | strides=[1,2,2,1] padding=SAME",
  "* I{5,3} F[5,5,13,3] f[n,5,3,3] F[13] | strides=[1,1,1,1] padding=SAME",
  "* I{7,9} F[3,5,2,3] f[n,5,5,3] | strides=[1,1,1,1] padding=VALID",
  "* I{15,10} F[4,4,3,17] f[n,5,5,17] F[3] | strides=[1,3,2,1] padding=SAME",
  "* I{9,9} F[3,3,2,3] f[n,9,9,3] | strides=[1,1,1,1] padding=SAME dilations=[1,2,2,1]",
  "* I{9,9} F[3,3,2,3] f[n,5,5,3] | strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,1,1,0,0]",
  "* I{8,8} F[4,4,16,32] f[n,4,4,32] F[16] | strides=[1,2,2,1] padding=SAME",
  "* I{8,8} F[4,4,13,5] f[n,4,4,5]:-5:5 F[13] | strides=[1,2,2,1] padding=SAME -> Relu6",
  "* I{8,8} f[4,4,13,5] f[n,4,4,5] f[13] | strides=[1,2,2,1] padding=SAME",
  /* rows and columns that no window reaches */
  "* I{6,9} F[2,3,2,3] f[n,3,3,3] F[2] | strides=[1,2,3,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,0,1,1,0,0,0]",
  /* groups */
  "* I{8,8} F[3,3,5,6] f[n,4,4,6] F[10] | strides=[1,2,2,1] padding=SAME groups=2",
  "* I{7,7} F[3,3,1,6] f[n,7,7,6] F[6] | strides=[1,1,1,1] padding=SAME groups=6",
  "* I{9,9} F[2,2,3,4] f[n,4,4,4] | strides=[1,2,2,1] padding=VALID groups=4 -> Relu",
  "* I{8,8} f[4,4,13,6] f[n,4,4,6] f[39] | strides=[1,2,2,1] padding=SAME groups=3",
  /* a NaN comes out as one */
  "* I{8,8} F[4,4,13,5] f[n,4,4,5] F[13]:nan | strides=[1,2,2,1] padding=SAME -> Relu6",
  "* I{8,8} F[4,4,13,5] f[n,4,4,5]:nan F[13] | strides=[1,2,2,1] padding=SAME -> Relu",
  NULL
};
