/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_gather[] = {
  "* f[5] I{4,0,2}",
  "* f[2,3,2,3,2,2] I{2,0,1} I(3)",
  "* b[5,3] I{4,0,2}",
  "* f[5,n] I{4,0,2} I(0)",
  "* f[n,5,3] I{4,0,2,2} I(1)",
  "* f[n,5,13] I{12,0} I(-1)",
  "* f[n,7] I(3) I(1)",
  "* f[n,7] i[3,2]:0:6 I(1)",
  "* f[2,7] i[2,3]:0:6 I(1) | batch_dims=1",
  "* f[2,3,7,5] i[2,4]:0:6 I(2) | batch_dims=1",
  "* f[2,3,7] i[2,3,4]:0:6 I(2) | batch_dims=-1",
  "* f[n,7,3] I{-1,0,-7} I(1) | negative_indices=true",
  "* f[7,3] i[9]:-9:8 I(0) | negative_indices=true",
  /* out of range, when it is not known ahead: zeros */
  "* f[7,3] i[9]:-5:12 I(0)",
  "* I{10,20,30,40} i[3]:0:3 I(0)",
  "* i[4] I{3,1} I(0)",
  /* large: computed in several pieces */
  "* f[n,53,13] i[7001]:0:52 I(1)",
  "* f[n,3,7001] I{2,0} I(1)",
  NULL
};
