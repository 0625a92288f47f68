/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_reshape[] = {
  "* f[n,7,7,16] I{-1,784}",
  "* f[2,3,2,3,2,2] I{3,2,3,-1,2,2}",
  "* f[2,3,4] I{4,3,2}",
  "* f[2,3,4] I{24}",
  "* f[1] I{}",
  "* f[] I{1,1}",
  "* f[n,6] I{-1,2,3}",
  "* i[6] I{2,3}",
  "* b[6] I{3,2}",
  "* u[6] I{3,2}",
  "* f[0,3] I{3,0}",
  NULL
};
