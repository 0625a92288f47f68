/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_arg_max[] = {
  "* f[7] I(0)",
  "* f[2,3,2,3,2,3] I(3)",
  "* f[n,127] I(1)",
  "* f[n,5,13] I(-1)",
  "* f[n,5,13] I(1)",
  "* f[n,5,13] I{0}",
  "* f[2,3,4,5] I(2)",
  /* equal elements: the first of them */
  "* f[40]:0:0 I(0)",
  "* i[n,13] I(1)",
  "* f[40]:0:0 I(0) | select_last_index=true",
  "* f[n,5,13] I(1) | select_last_index=true",
  "* i[n,40]:-3:3 I(1) | select_last_index=true",
  "* f[n,1] I(1)",
  /* large: computed in several pieces */
  "* f[70001,5] I(1)",
  "* f[5,70001] I(0)",
  NULL
};
