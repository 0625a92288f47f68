/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_tile[] = {
  "* f[3] I{4}",
  "* b[2,3] I{2,3}",
  "* f[n,3] I{2,1}",
  "* f[n,3,1,5] I{1,2,7,3}",
  "* f[2,1,3,1,2,1] I{1,2,1,3,2,2}",
  "* f[n,3] I{1,0}",
  "* i[2] I{3}",
  "* f[] I{}",
  /* large: computed in several pieces */
  "* f[n,97,3] I{2,3,50}",
  "* s[2,3] I{2,3}",
  NULL
};
