/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_depthwise_conv_2d_backprop_filter[] = {
  "* f[n,1,1,1] I{1,1,1,1} f[n,1,1,1] | strides=[1,1,1,1] padding=VALID",
  "* f[n,13,13,3] I{3,3,3,1} f[n,13,13,3] | strides=[1,1,1,1] padding=SAME",
  "* f[n,13,12,16] I{3,2,16,1} f[n,7,6,16] | strides=[1,2,2,1] padding=SAME",
  "* f[n,13,13,24] I{3,3,24,1} f[n,6,6,24] | strides=[1,2,2,1] padding=VALID",
  "* f[n,9,7,17] I{5,5,17,1} f[n,9,7,17] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,10,8] I{3,3,8,1} f[n,3,10,8] | strides=[1,3,1,1] padding=SAME",
  "* f[n,13,13,5] I{3,3,5,1} f[n,7,7,5] | strides=[1,2,2,1] padding=SAME dilations=[1,2,2,1]",
  "* f[n,9,9,5] I{3,3,5,1} f[n,10,11,5] | strides=[1,1,1,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,3,0,1,3,0,0]",
  "* f[n,7,7,3] I{3,3,3,2} f[n,7,7,6] | strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,1] I{3,3,1,13} f[n,5,5,13] | strides=[1,1,1,1] padding=VALID",
  "* f[n,31,29,40] I{3,3,40,1} f[n,31,29,40] | strides=[1,1,1,1] padding=SAME",
  "* f[0,5,5,2] I{3,3,2,1} f[0,5,5,2] | strides=[1,1,1,1] padding=SAME",
  "* f[n,9,9,13]:nan I{3,3,13,1} f[n,9,9,13] | strides=[1,1,1,1] padding=SAME",
  NULL
};
