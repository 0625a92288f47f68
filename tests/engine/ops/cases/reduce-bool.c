/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_reduce_bool[] = {
  "* b[] I{}",
  "* b[3] I(0)",
  "* b[n,7,2,33] I{1,2}",
  "* b[n,2,3] I{-1} | keep_dims=true",
  "* b[n,5] I{}",
  "* b[n,0] I(1)",
  "* b[n,40]:1:1 I(1)",
  "* b[n,40]:0:0 I(1)",
  /* large: computed in several pieces */
  "* b[40009,3] I(1)",
  "* b[2,40009] I(0)",
  NULL
};
