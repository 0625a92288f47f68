/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_concat[] = {
  "* f[3] I(0)",
  "* b[n,3] b[n,2] I(1)",
  "* f[n,3] f[n,5] I(1)",
  "* f[n,3,5,7] f[n,3,5,13] I(3)",
  "* f[n,3,5,7] f[n,3,5,13] f[n,3,5,1] I(-1)",
  "* f[1,3,5,7] f[2,3,5,7] I(0)",
  "* f[n,3,5,7] f[n,2,5,7] f[n,1,5,7] I{1}",
  "* f[n,3,5,7] f[n,3,1,7] I(-2)",
  "* i[2] I{3} i[1] I(0)",
  "* f[n,0] f[n,3] I(1)",
  "* f[2,1,3,1,2,1] f[2,1,3,1,2,4] I(5)",
  /* large: computed in several pieces */
  "* f[n,67,71,13] f[n,67,71,5] I(3)",
  "* u[n,3,5] u[n,3,7] I(2)",
  NULL
};
