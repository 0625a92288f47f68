/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_random_uniform[] = {
  "* I{5} i[2]",
  "* I{3,4,7} i[2]",
  "* I{2,3,1,2,2,3} i[2]",
  "* I{64} i[2]:-2000000:2000000",
  "* I{100,101} i[2]",
  "* I{0,3} i[2]",
  "* I{2,3} I{1,-2}",
  NULL
};
