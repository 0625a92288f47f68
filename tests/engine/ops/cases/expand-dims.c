/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_expand_dims[] = {
  "* f[] I(0)",
  "* f[n,3] I(0)",
  "* f[n,3] I{1}",
  "* f[n,3] I(-1)",
  "* f[2,3,4,5,6] I(2)",
  "* i[3] I(1)",
  "* b[3] I(0)",
  NULL
};
