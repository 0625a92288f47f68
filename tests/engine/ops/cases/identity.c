/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_identity[] = {
  "* f[]",
  "* f[n,13,13,3]",
  "* i[3]",
  "* b[n,3]",
  "* u[n,3]",
  "* s[n,3]",
  /* large: computed in several pieces */
  "* f[n,70001]",
  "* b[n,140003]",
  NULL
};
