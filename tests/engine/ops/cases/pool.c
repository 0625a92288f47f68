/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_pool[] = {
  "* f[n,1,1,1] | ksize=[1,1,1,1] strides=[1,1,1,1] padding=VALID",
  "* f[n,8,8,3] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID",
  "* f[n,9,8,13] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME",
  "* f[n,8,9,13] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=VALID",
  "* f[n,9,9,127] | ksize=[1,3,3,1] strides=[1,1,1,1] padding=SAME",
  "* f[n,7,7,33] | ksize=[1,7,7,1] strides=[1,1,1,1] padding=VALID",
  "* f[n,7,7,33] | ksize=[1,7,7,1] strides=[1,7,7,1] padding=SAME",
  "* f[n,3,2,5] | ksize=[1,5,5,1] strides=[1,1,1,1] padding=SAME",
  "* f[n,9,13,3] | ksize=[1,2,5,1] strides=[1,3,1,1] padding=SAME",
  "* f[n,13,9,3] | ksize=[1,1,1,1] strides=[1,2,2,1] padding=SAME",
  "* f[n,13,9,3] | ksize=[1,2,2,1] strides=[1,3,3,1] padding=VALID",
  "* f[n,5,5,25]:special | ksize=[1,1,1,1] strides=[1,1,1,1] padding=SAME",
  "* f[n,9,9,7]:-9:9 | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME -> Relu",
  "* f[n,9,9,7]:-9:9 | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID -> Relu6",
  "MaxPool f[n,9,9,3] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,1,1,0,0]",
  "MaxPool f[n,9,9,3]:-9:-1 | ksize=[1,3,2,1] strides=[1,1,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,2,0,0,1,0,0]",
  "AvgPool f[n,9,8,5] | ksize=[1,3,2,1] strides=[1,1,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,2,0,0,1,0,0]",
  "* f[n,9,8,4] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,0,1,0,0] count_include_pad=true",
  "* f[n,7,7,3] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME count_include_pad=true",
  "* f[n,6,8,4] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=VALID ceil_mode=true",
  "* f[n,7,2,3] | ksize=[1,2,3,1] strides=[1,2,2,1] padding=VALID ceil_mode=true",
  "* f[n,6,7,4] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,1,1,0,0] ceil_mode=true",
  /* another window would lie in the padding alone */
  "* f[n,2,2,1] | ksize=[1,1,1,1] strides=[1,2,2,1] padding=VALID ceil_mode=true",
  "* f[n,6,7,4] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,1,1,0,0] ceil_mode=true count_include_pad=true",
  "* f[n,9,8,4] | ksize=[1,3,2,1] strides=[1,1,2,1] padding=VALID dilations=[1,2,3,1]",
  "* f[n,9,8,4] | ksize=[1,3,2,1] strides=[1,1,1,1] padding=SAME dilations=[1,2,3,1]",
  "* f[n,5,1,4] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,1,1,0,0] dilations=[1,2,2,1] ceil_mode=true "
  "count_include_pad=true",
  "* f[n,5,1,4] | ksize=[1,2,2,1] strides=[1,2,2,1] padding=EXPLICIT "
  "explicit_paddings=[0,0,1,1,1,1,0,0] dilations=[1,2,2,1]",
  /* large: computed in several pieces */
  "* f[n,67,71,5]:0.5:2 | ksize=[1,67,71,1] strides=[1,1,1,1] padding=VALID",
  "* f[n,37,41,33] | ksize=[1,3,3,1] strides=[1,1,1,1] padding=SAME",
  /* a NaN comes out as one */
  "* f[n,9,9,7]:nan | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME -> Relu6",
  "* f[n,9,9,16]:nan | ksize=[1,9,9,1] strides=[1,1,1,1] padding=VALID",
  /* quantised */
  "AvgPool u[n,9,8,13]@0.02@128 | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME => u@0.01@100",
  "AvgPool s[n,7,7,133]@0.02@-5 | ksize=[1,7,7,1] strides=[1,1,1,1] padding=VALID -> Relu "
  "=> s@0.005@-128",
  "MaxPool u[n,9,8,13]@0.02@128 | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME => u@0.02@128",
  "MaxPool s[n,8,8,67]@0.02@-5 | ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID -> Relu "
  "=> s@0.02@-5",
  NULL
};
