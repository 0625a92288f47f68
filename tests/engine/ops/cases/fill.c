/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_fill[] = {
  "* I{} F(0.5)",
  "* I{3} F(-1)",
  "* I{2,3,13} F(0.5)",
  "* I{2,3} I(7)",
  "* I{5,127} f[]",
  "* I{0,3} F(1)",
  /* large: computed in several pieces */
  "* I{7,10007} F(0.5)",
  NULL
};
