/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_clip[] = {
  "* f[1] F(0) F(1)",
  "* f[n,13,13,3]:-9:9 F(0) F(6)",
  "* f[n,127]:-9:9 F(-1.5) F{2.5}",
  "* f[25]:special F(-1) F(1)",
  "* f[n,13] F(-inf) F(0.5)",
  "* f[n,13] F(0.25) F(0.25)",
  /* large: computed in several pieces */
  "* f[n,70001] F(0) F(1)",
  NULL
};
