/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_matrix_band_part[] = {
  "* f[5,7] I(0) I(-1)",
  "* f[7,5] I(-1) I(0)",
  "* f[n,5,5] I(1) I(2)",
  "* i[5,5] I(0) I(0)",
  "* b[5,5] I(-1) I(0)",
  "* f[n,5,7] I(0) I(-1) | diagonal=2",
  "* f[n,5,7] I(0) I(-1) | diagonal=-1",
  "* f[n,5,7] I(-1) I(0) | diagonal=-9",
  "* f[n,0,5] I(-1) I(0)",
  /* large: computed in several pieces */
  "* f[n,197,197] I(-1) I(0)",
  NULL
};
