/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_pad[] = {
  "* f[5] I{4,3}",
  "* f[n,5,7,3] I{0,0,1,1,1,1,0,0}",
  "* f[n,5,7,3] I{0,0,0,1,0,1,0,0}",
  "* f[n,5,7,3] I{0,0,3,1,0,2,1,4} F(0.5)",
  "* f[n,5] I{1,1,0,0} F(-inf)",
  "* f[n,5] I{0,0,0,0}",
  "* f[2,1,3,1,2,1] I{1,0,0,1,2,0,0,0,1,1,0,3}",
  "* f[n,0] I{0,0,2,1}",
  "* i[n,5] I{1,1,0,2}",
  "* i[n,5] I{1,1,0,2} I(-2147483648)",
  /* large: computed in several pieces */
  "* f[n,97,101,7] I{0,0,3,2,1,4,0,0} F(0.5)",
  /* quantised */
  "* u[n,5,7,3]@0.02@7 I{0,0,1,1,1,2,0,0} => u@0.02@7",
  "* s[n,5]@0.02@-7 I{0,0,1,2} F(0.5) => s@0.02@-7",
  NULL
};
