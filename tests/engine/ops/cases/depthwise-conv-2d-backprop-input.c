/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_depthwise_conv_2d_backprop_input[] = {
  "* I{1,1,1,1} f[1,1,1,1] f[1,1,1,1] | strides=[1,1,1,1] padding=VALID",
  "* I{2,13,13,3} F[3,3,3,1] f[2,13,13,3] | strides=[1,1,1,1] padding=SAME",
  "* I{1,13,12,16} f[3,2,16,1] f[1,7,6,16] | strides=[1,2,2,1] padding=SAME",
  "* I{2,13,14,24} f[3,3,24,1] f[2,6,6,24] | strides=[1,2,2,1] padding=VALID",
  "* I{3,9,7,17} f[5,5,17,1] f[3,9,7,17] | strides=[1,1,1,1] padding=SAME",
  "* I{1,9,10,8} f[3,3,8,1] f[1,3,10,8] | strides=[1,3,1,1] padding=SAME",
  "* I{2,13,13,5} f[3,3,5,1] f[2,7,7,5] | strides=[1,2,2,1] padding=SAME dilations=[1,2,2,1]",
  "* I{1,9,9,5} f[3,3,5,1] f[1,10,11,5] | strides=[1,1,1,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,3,0,1,3,0,0]",
  "* I{2,7,7,3} f[3,3,3,2] f[2,7,7,6] | strides=[1,1,1,1] padding=SAME",
  "* I{2,7,7,1} f[3,3,1,13] f[2,4,4,13] | strides=[1,2,2,1] padding=SAME",
  "* I{2,31,29,40} f[3,3,40,1] f[2,31,29,40] | strides=[1,1,1,1] padding=SAME",
  "* I{0,5,5,2} f[3,3,2,1] f[0,5,5,2] | strides=[1,1,1,1] padding=SAME",
  "* I{1,9,9,13} f[3,3,13,1] f[1,9,9,13]:nan | strides=[1,1,1,1] padding=SAME",
  NULL
};
