/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_unpack[] = {
  "* f[3] | num=3",
  "* f[2,1,2,3,2,2] | num=3 axis=3",
  "* b[2,3] | num=2",
  "* f[n,3] | num=3 axis=1",
  "* f[n,5,7] | num=7 axis=-1",
  "* f[n,2,7,3] | num=2 axis=1",
  "* i[4] | num=4 axis=0",
  /* large: computed in several pieces */
  "* f[n,70001,2] | num=2 axis=2",
  "* u[2,3] | num=2",
  NULL
};
