/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_max_pool_grad[] = {
  "* f[n,1,1,1] f[n,1,1,1] f[n,1,1,1] | ksize=[1,1,1,1] strides=[1,1,1,1] padding=VALID",
  /* a result below all pixels: the first of each window */
  "* f[n,8,8,3] f[n,4,4,3]:-5:-4 f[n,4,4,3] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  /* one within them: the first that is as large, if there is one */
  "* f[n,9,8,13] f[n,5,4,13] f[n,5,4,13] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME",
  "* f[n,8,9,13] f[n,3,4,13]:0:1 f[n,3,4,13] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=VALID",
  "* f[n,9,9,127] f[n,9,9,127]:1:2 f[n,9,9,127] | ksize=[1,3,3,1] strides=[1,1,1,1] "
  "padding=SAME",
  "* f[n,7,7,33] f[n,1,1,33]:1.8:2 f[n,1,1,33] | ksize=[1,7,7,1] strides=[1,1,1,1] "
  "padding=VALID",
  "* f[n,9,13,3] f[n,3,13,3] f[n,3,13,3] | ksize=[1,2,5,1] strides=[1,3,1,1] padding=SAME",
  "* f[n,13,9,3] f[n,4,3,3] f[n,4,3,3] | ksize=[1,2,2,1] strides=[1,3,3,1] padding=VALID",
  "* f[n,9,9,3] f[n,9,5,3] f[n,9,5,3] | ksize=[1,3,2,1] strides=[1,1,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,2,0,0,1,0,0]",
  "* f[n,6,8,4] f[n,3,4,4] f[n,3,4,4] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=VALID "
  "ceil_mode=true",
  "* f[n,9,8,4] f[n,5,3,4] f[n,5,3,4] | ksize=[1,3,2,1] strides=[1,1,2,1] padding=VALID "
  "dilations=[1,2,3,1]",
  /* all are the maximum */
  "* f[n,6,6,4]:1:1 f[n,3,3,4]:1:1 f[n,3,3,4] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  "* f[n,37,41,33] f[n,18,20,33]:0.5:2 f[n,18,20,33] | ksize=[1,2,2,1] strides=[1,2,2,1] "
  "padding=VALID",
  "* f[0,8,8,3] f[0,4,4,3] f[0,4,4,3] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  "* f[n,8,8,3]:nan f[n,4,4,3] f[n,4,4,3] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  "* f[n,8,8,3] f[n,4,4,3]:nan f[n,4,4,3] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  NULL
};
