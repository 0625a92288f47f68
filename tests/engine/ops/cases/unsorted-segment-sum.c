/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_unsorted_segment_sum[] = {
  "* f[7,3] i[7]:-1:5 I(5)",
  "* i[7,3] i[7]:0:4 I(4)",
  "* f[n,4,3] i[n,4]:0:2 I(2)",
  "* f[5] i[5]:0:2 I(3)",
  "* f[2,3,2,2,2,3] i[2]:0:3 I(3)",
  "* f[5,3] i[5,3]:0:4 I(4)",
  "* f[3,2] i[] I(4)",
  "* f[0,3] i[0] I(4)",
  "* f[4,3] i[4]:0:3 I(0)",
  "* f[97,133] i[97]:0:9 I(9)",
  "* f[7,3]:nan i[7]:0:5 I(5)",
  NULL
};
