/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_transpose[] = {
  "* f[] I{}",
  "* b[5,7] I{1,0}",
  "* f[5] I{0}",
  "* f[n,13] I{1,0}",
  "* f[n,5,7,3] I{0,3,1,2}",
  "* f[n,3,5,7] I{0,2,3,1}",
  "* f[n,5,7,3] I{0,2,1,3}",
  "* f[n,5,7] I{2,0,1}",
  "* f[n,5,7] I{0,1,2}",
  "* f[n,17,33] I{0,2,1}",
  "* f[2,3,4,2,3,2] I{5,3,1,0,2,4}",
  "* f[n,5] I{-1,-2}",
  "* i[2,3] I{1,0}",
  /* large: computed in several pieces */
  "* f[n,97,101,7] I{0,3,1,2}",
  "* f[n,7,97,101] I{0,2,3,1}",
  "* f[n,211,331] I{0,2,1}",
  "* s[n,5,7,3] I{0,3,1,2}",
  NULL
};
