/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_top_k[] = {
  "* f[7] I(3)",
  "* f[2,3,2,4,2,3] I(2) | axis=3",
  "* f[n,13] I(13)",
  "* f[n,13] I(1)",
  "* f[n,13] I(0)",
  "* f[n,5,7] I(2) | axis=1",
  "* f[n,40] I(5) | largest=false",
  "* i[n,40]:-3:3 I(10)",
  "* i[n,40]:-3:3 I(10) | largest=false axis=-1",
  "* f[25]:special I(25)",
  "* f[25]:special I(9) | largest=false",
  "* f[n,0] I(0)",
  /* large: computed in several pieces */
  "* f[701,101] I(5)",
  NULL
};
