/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_range[] = {
  "* I(0) I(5) I(1)",
  "* I(3) I(18) I(4)",
  "* I(5) I(-5) I(-3)",
  "* I(2) I(2) I(1)",
  "* F(0) F(1) F(0.25)",
  "* F(3) F(-2) F(-1.5)",
  NULL
};
