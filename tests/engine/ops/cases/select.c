/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_select[] = {
  "* b[] f[3] f[3]",
  "* b[2,1,3,1,2,1] f[1,4,1,3,1,2] f[2,4,3,3,2,2]",
  "* b[n,13,3] f[n,13,3] f[n,13,3]",
  "* b[n,13,3] f[n,13,3] F(0)",
  "* b[n,1,1,7] f[n,3,5,1] f[7]",
  "* b[5,1] i[3] I(-1)",
  "* b[n,4] b[n,4] b[4]",
  "* b[n,9] b[n,9] b[1]",
  "* b[25] f[25]:special F(nan)",
  "* b[2,1,3,1,2,1] f[1,4,1,3,1,2] f[1,1,1,1,1,1]",
  "* b[n,0] f[1] f[1]",
  /* large: computed in several pieces */
  "* b[n,71,73,13] f[n,71,73,13] f[13]",
  "* b[n,197,197] f[n,197,197] F(-inf)",
  "* b[n,197,197] F(2) f[n,197,197]",
  NULL
};
