/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_cumsum[] = {
  "* f[7] I(0)",
  "* f[n,5,13] I(1)",
  "* f[n,5,13] I(-1) | exclusive=true",
  "* f[n,5,13] I(1) | reverse=true",
  "* f[n,5,13] I(2) | reverse=true exclusive=true",
  "* i[n,5] I(1)",
  "* I{2147483647,1,1} I(0)",
  "* I{2147483647,3,-5} I(0)",
  "* f[2,3,2,3,2,3] I(3) | exclusive=true",
  "* f[n,0] I(1)",
  /* a NaN comes out as one */
  "* f[n,9]:nan I(1)",
  /* large: computed in several pieces */
  "Cumsum f[301,303]:0.5:2 I(0)",
  "Cumsum f[301,303]:0.5:2 I(1) | reverse=true",
  "Cumprod f[301,303]:0.99:1.01 I(0)",
  NULL
};
