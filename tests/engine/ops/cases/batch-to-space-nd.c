/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_batch_to_space_nd[] = {
  "* f[4,1,1,1] I{2,2} I{0,0,0,0}",
  "* f[12,2,3,1,2,2] I{2,3} I{1,0,0,2}",
  "* f[8,3,2,5] I{2,2} I{0,0,0,0}",
  "* f[4,4,5,3] I{2,2} I{1,0,2,1}",
  "* f[6,2,4,3] I{3,1} I{0,1,0,0}",
  "* f[6,3,2,2] I{1,3} I{0,0,1,1}",
  "* f[4,7,3] I{2} I{1,1}",
  "* i[4,2,2,1] I{2,2} I{0,0,0,0}",
  /* large: computed in several pieces */
  "* f[6,48,34,9] I{2,3} I{1,0,2,1}",
  NULL
};
