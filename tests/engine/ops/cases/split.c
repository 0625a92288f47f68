/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_split[] = {
  "* f[6] | axis=0 num_split=3",
  "* f[2,3,2,6,2,3] I{1,2,3} | axis=3 num_split=3",
  "* b[n,4] | axis=1 num_split=2",
  "* f[n,7,7,12] | axis=3 num_split=2",
  "* f[n,7,7,12] | axis=-1 num_split=1",
  "* f[n,8,7,3] | axis=1 num_split=4",
  "* f[n,10] I{1,2,7} | axis=1 num_split=3",
  "* f[n,10,3] I{4,-1,0} | axis=-2 num_split=3",
  "* i[6] I{1,5} | axis=0 num_split=2",
  /* large: computed in several pieces */
  "* f[n,67,71,18] I{13,5} | axis=3 num_split=2",
  "* u[n,4] | axis=1 num_split=2",
  NULL
};
