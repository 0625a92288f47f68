/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_compare[] = {
  "* f[] f[3]",
  "* f[2,1,3,1,2,1] f[1,4,1,3,1,2]",
  "* f[n,13,13,3] f[n,13,13,3]",
  "* f[n,4,3] f[n,4,1]",
  "* f[n,3,5,1] f[n,1,1,7]",
  "* F(0.5) f[n,17]",
  "* f[25]:special f[25]:special",
  "* f[25]:special F(0.5)",
  "* i[n,13]:-2:2 i[n,13]:-2:2",
  "* i[n,13]:-2:2 I(1)",
  "* f[n,0] f[1]",
  "Equal b[n,13] b[13]",
  "NotEqual b[n,13] b[n,1]",
  /* large: computed in several pieces */
  "* f[n,71,73,13] F[13]",
  "* i[n,70001]:-2:2 i[n,70001]:-2:2",
  NULL
};
