/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

/* Within their ranges; what is out of one is koma/test-indices.c. */
const char *const cases_check_indices[] = {
  "* i[1]:0:4 | sizes=[5]",
  "* i[]:0:4 | sizes=[5]",
  "* f[n,13]:0:4 | sizes=[5]",
  "* i[n,3,2]:0:4 | sizes=[5,7]",
  "* i[2,1,3,1,5,3]:0:4 | sizes=[5,7,5]",
  "* I{0,3,40} | sizes=[-1]",
  "* i[n,0] | sizes=[0]",
  NULL
};
