/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_gather_nd[] = {
  "* f[7] i[3,1]:0:6",
  "* f[2,3,2,3,2,2] i[3,4]:0:1",
  "* f[5,7] i[n,2]:-1:6",
  "* f[5,7,3] i[n,1]:0:4",
  "* f[5,7,3] i[2,3,2]:0:4",
  "* f[5,7,3] I{1,2}",
  "* f[2,5,7] i[2,3,1]:0:4 | batch_dims=1",
  "* f[2,3,5] i[2,3,1]:-5:4 | batch_dims=2 negative_indices=true",
  "* b[5,7] i[4,2]:0:4",
  "* f[n,7] i[3,0]",
  "* i[5,7] i[0,2]",
  /* large: computed in several pieces */
  "* f[53,13,5] i[7001,2]:0:12",
  NULL
};
