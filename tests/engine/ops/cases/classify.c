/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_classify[] = {
  "* f[]",
  "* f[25]:special",
  "* f[n,13,3]:nan",
  "* f[n,0]",
  /* large: computed in several pieces */
  "* f[n,70001]:nan",
  NULL
};
