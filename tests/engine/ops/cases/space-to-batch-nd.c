/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_space_to_batch_nd[] = {
  "* f[n,2,2,1] I{2,2} I{0,0,0,0}",
  "* f[2,3,4,1,2,2] I{2,3} I{1,0,0,2}",
  "* f[n,4,6,3] I{2,2} I{0,0,0,0}",
  "* f[n,5,7,3] I{2,2} I{1,0,0,1}",
  "* f[n,5,4,13] I{3,1} I{2,2,0,0}",
  "* f[n,13,3] I{2} I{1,2}",
  "* f[n,9,9,4] I{4,4} I{3,4,3,4}",
  "* i[1,4,4,1] I{2,2} I{0,0,0,0}",
  /* large: computed in several pieces */
  "* f[n,95,99,9] I{2,3} I{1,0,2,1}",
  NULL
};
