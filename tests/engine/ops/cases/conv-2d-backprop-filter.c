/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_conv_2d_backprop_filter[] = {
  "* f[n,1,1,1] I{1,1,1,1} f[n,1,1,1] | strides=[1,1,1,1] padding=VALID",
  "* f[n,5,5,1] I{3,3,1,1} f[n,5,5,1] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,13,3] I{3,3,3,8} f[n,7,7,8] | strides=[1,2,2,1] padding=SAME",
  "* f[n,13,12,3] I{3,2,3,8} f[n,6,6,8] | strides=[1,2,2,1] padding=VALID",
  "* f[n,7,7,16] I{1,1,16,24} f[n,7,7,24] | strides=[1,1,1,1] padding=SAME",
  "* f[n,8,7,13] I{1,1,13,17} f[n,4,4,17] | strides=[1,2,2,1] padding=SAME",
  "* f[n,9,11,3] I{3,5,3,5} f[n,3,11,5] | strides=[1,3,1,1] padding=SAME",
  "* f[n,2,2,5] I{5,5,5,7} f[n,2,2,7] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,13,4] I{3,3,4,5} f[n,9,9,5] | strides=[1,1,1,1] padding=VALID dilations=[1,2,2,1]",
  "* f[n,13,12,4] I{3,2,4,5} f[n,7,6,5] | strides=[1,2,2,1] padding=SAME dilations=[1,2,3,1]",
  "* f[n,9,9,3] I{3,3,3,5} f[n,9,6,5] | strides=[1,1,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,2,0,1,4,0,0]",
  "* f[n,9,9,3] I{1,1,3,5} f[n,10,11,5] | strides=[1,1,1,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,0,0,2,0,0]",
  /* groups */
  "* f[n,7,7,6] I{3,3,3,8} f[n,7,7,8] | strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,12] I{3,3,4,15} f[n,4,4,15] | strides=[1,2,2,1] padding=SAME",
  "* f[n,7,7,4] I{1,1,2,6} f[n,7,7,6] | strides=[1,1,1,1] padding=VALID",
  /* large: cut into chunks, more than one tile, rows that do not fit on the stack */
  "* f[n,28,28,1] I{3,3,1,32} f[n,28,28,32] | strides=[1,1,1,1] padding=SAME",
  "* f[n,17,19,32] I{3,3,32,48} f[n,17,19,48] | strides=[1,1,1,1] padding=SAME",
  "* f[n,31,3,127] I{1,1,127,33} f[n,31,3,33] | strides=[1,1,1,1] padding=SAME",
  "* f[n,5,5,130] I{3,3,130,70} f[n,5,5,70] | strides=[1,1,1,1] padding=SAME",
  /* no pictures, no sum */
  "* f[0,5,5,2] I{3,3,2,3} f[0,5,5,3] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,9,5]:nan I{3,3,5,13} f[n,9,9,13] | strides=[1,1,1,1] padding=SAME",
  NULL
};
