/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_gelu[] = {
  "* f[]",
  "* f[n,13,13,3]:-9:9",
  "* f[25]:special",
  "* f[n,1031]:-3:3 | approximate=false",
  "* f[n,13,13,3]:-9:9 | approximate=true",
  "* f[25]:special | approximate=true",
  "* f[n,0]",
  "* f[n,9]:-9:9 -> Relu",
  /* large: computed in several pieces */
  "* f[n,71,73,13]",
  NULL
};
