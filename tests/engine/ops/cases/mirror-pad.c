/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_mirror_pad[] = {
  "* f[5] I{4,3} | mode=REFLECT",
  "* f[2,3,2,3,2,3] I{1,0,2,1,0,1,0,0,1,1,2,0} | mode=REFLECT",
  "* f[5] I{5,4} | mode=SYMMETRIC",
  "* f[n,5,7,3] I{0,0,2,1,3,0,0,0} | mode=REFLECT",
  "* f[n,5,7,3] I{0,0,2,5,0,3,0,0} | mode=SYMMETRIC",
  "* f[2,3,4,5,2] I{1,1,0,0,0,0,1,2,0,0} | mode=REFLECT",
  "* f[2,3] I{1,1,2,2} | mode=REFLECT",
  "* f[2,3] I{2,2,3,3} | mode=SYMMETRIC",
  "* f[n,1,3] I{0,0,0,0,1,1} | mode=REFLECT",
  "* f[n,5,7,3] I{0,0,2,9,0,3,0,0} | mode=EDGE",
  "* f[2,3] I{1,1,7,5} | mode=WRAP",
  "* f[1,3] I{3,2,0,1} | mode=WRAP",
  "* i[n,5] I{0,0,2,1} | mode=EDGE",
  "* i[n,5] I{0,0,2,1} | mode=REFLECT",
  /* large: computed in several pieces */
  "* f[n,97,101,7] I{0,0,3,2,1,4,0,0} | mode=REFLECT",
  "* u[n,5,7,3]@0.02@7 I{0,0,2,1,3,0,0,0} | mode=REFLECT => u@0.02@7",
  NULL
};
