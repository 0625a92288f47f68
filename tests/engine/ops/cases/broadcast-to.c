/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_broadcast_to[] = {
  "* f[] I{2,3}",
  "* f[1] I{7}",
  "* f[3] I{2,3}",
  "* i[3,1] I{3,5}",
  "* b[1,3] I{4,3}",
  "* f[2,1,3,1,2,1] I{2,4,3,3,2,2}",
  "* f[1,0] I{5,0}",
  /* large: computed in several pieces */
  "* f[1,73,1] I{71,73,13}",
  NULL
};
