/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_lookup[] = {
  "* u[n,5,7] U[256]",
  "* s[n,5,7] U[256]",
  "* u[n,129] S[256]",
  "* s[1000] s[256]",
  "* s[n,0] S[256]",
  NULL
};
