/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_one_hot[] = {
  "* i[]:0:3 I(4) F(1) F(0)",
  "* i[2,1,3,2,2]:0:2 I(3) F(1) F(0) | axis=2",
  "* i[n,5]:-2:4 I(3) F(1) F(0)",
  "* i[n,5]:-2:4 I(3) f[] f[1] | axis=0",
  "* i[n,5]:-2:4 I(3) I(7) I(-1) | axis=1",
  "* i[n,5]:-5:4 I(3) F(1) F(0) | axis=-2 negative_indices=true",
  "* i[n,5]:0:2 I(3) B(1) B(0)",
  "* i[n,5] I(0) F(1) F(0)",
  /* large: computed in several pieces */
  "* i[7001]:0:12 I(13) F(1) F(0)",
  NULL
};
