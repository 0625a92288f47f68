/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_reverse[] = {
  "* f[] I{}",
  "* f[7] I{0}",
  "* f[n,5,7,3] I{1}",
  "* f[n,5,7,3] I{-1,2}",
  "* f[n,5,7,3] I{}",
  "* i[n,13] I(1)",
  "* b[3,13] I{0,1}",
  "* f[n,0] I{1}",
  "* f[2,3,4,2,3,2] I{0,2,5}",
  /* large: computed in several pieces */
  "* f[n,71,73,13] I{2}",
  NULL
};
