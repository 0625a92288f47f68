/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_shape[] = {
  "* f[n,13,7,3]",
  "* f[]",
  "* i[0,3]",
  NULL
};
