/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_logical_not[] = {
  "* b[]",
  "* b[n,13,3]",
  "* b[n,0]",
  /* large: computed in several pieces */
  "* b[n,70001]",
  NULL
};
