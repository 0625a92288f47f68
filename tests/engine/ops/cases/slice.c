/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_slice[] = {
  "* f[7] I{2} I{3}",
  "* b[5,7] I{1,2} I{3,4}",
  "* f[n,5,7,3] I{0,1,2,0} I{-1,3,-1,2}",
  "* f[n,5,7,13] I{0,0,0,4} I{-1,5,7,4}",
  "* f[2,3,4,2,3,2] I{1,0,1,0,2,1} I{1,2,3,2,1,1}",
  "* f[n,5] I{0,5} I{-1,0}",
  "* i[5] I{1} I{-1}",
  "* f[] I{} I{}",
  /* large: computed in several pieces */
  "* f[n,131,97,7] I{0,1,2,0} I{-1,120,90,7}",
  "* u[n,5,7] I{0,1,2} I{-1,3,4}",
  NULL
};
