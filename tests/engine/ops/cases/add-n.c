/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_add_n[] = {
  "* f[5]",
  "* f[n,3] f[n,3]",
  "* f[127] f[127] f[127] f[127] f[127]",
  "* i[3] i[3] I[3]",
  "* f[] f[]",
  /* large: computed in several pieces */
  "* f[n,70001] f[n,70001] f[n,70001]",
  "* i[70001] i[70001]",
  NULL
};
