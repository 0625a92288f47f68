/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_logical[] = {
  "* b[] b[3]",
  "* b[n,13,3] b[n,13,3]",
  "* b[n,4,3] b[n,4,1]",
  "* b[n,17] B{1}",
  "* b[n,0] b[1]",
  /* large: computed in several pieces */
  "* b[n,70001] b[n,70001]",
  NULL
};
