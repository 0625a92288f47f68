/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_prelu[] = {
  "* f[1] f[1]",
  "* f[n,13,13,3] F[3]",
  "* f[n,13,13,3] F[1,1,3]",
  "* f[n,5,7,3] F[5,7,3]",
  "* f[n,5,7,3] F[1,5,7,3]",
  "* f[n,127] F(0.25)",
  "* f[n,127] F[127]",
  "* f[n,13] f[13]",
  "* f[n,3,1] F[1]",
  "* f[5,40] F[5,1]",
  "* f[25]:special F(0.1)",
  /* large: computed in several pieces */
  "* f[n,71,73,13] F[13]",
  NULL
};
