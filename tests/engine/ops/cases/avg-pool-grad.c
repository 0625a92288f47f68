/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_avg_pool_grad[] = {
  "* I{1,1,1,1} f[1,1,1,1] | ksize=[1,1,1,1] strides=[1,1,1,1] padding=VALID",
  "* I{2,8,8,3} f[2,4,4,3] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  "* I{3,9,8,13} f[3,5,4,13] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME",
  "* I{1,9,9,127} f[1,9,9,127] | ksize=[1,3,3,1] strides=[1,1,1,1] padding=SAME",
  "* I{2,7,7,33} f[2,1,1,33] | ksize=[1,7,7,1] strides=[1,1,1,1] padding=VALID",
  "* I{1,3,2,5} f[1,3,2,5] | ksize=[1,5,5,1] strides=[1,1,1,1] padding=SAME",
  "* I{1,13,9,3} f[1,4,3,3] | ksize=[1,2,2,1] strides=[1,3,3,1] padding=VALID",
  "* I{2,9,8,5} f[2,9,4,5] | ksize=[1,3,2,1] strides=[1,1,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,2,0,0,1,0,0]",
  "* I{2,9,8,4} f[2,5,4,4] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,0,1,0,0] count_include_pad=true",
  "* I{1,6,8,4} f[1,3,4,4] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=VALID ceil_mode=true",
  "* I{1,9,8,4} f[1,5,3,4] | ksize=[1,3,2,1] strides=[1,1,2,1] padding=VALID "
  "dilations=[1,2,3,1]",
  "* I{2,37,41,33} f[2,37,41,33] | ksize=[1,3,3,1] strides=[1,1,1,1] padding=SAME",
  "* I{0,8,8,3} f[0,4,4,3] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  "* I{1,8,8,3} f[1,4,4,3]:nan | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  NULL
};
