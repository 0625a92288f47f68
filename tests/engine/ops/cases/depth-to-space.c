/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_depth_to_space[] = {
  "* f[n,1,1,4] | block_size=2",
  "* f[n,3,2,4] | block_size=2",
  "* f[n,3,2,12] | block_size=2 data_format=NHWC",
  "* f[n,2,3,18] | block_size=3",
  "* f[n,2,3,5] | block_size=1",
  "* i[1,2,2,4] | block_size=2",
  "* f[n,3,2,12] | block_size=2 mode=CRD",
  "* f[n,2,3,18] | block_size=3 mode=CRD",
  /* large: computed in several pieces */
  "* f[n,41,43,48] | block_size=4",
  "* u[n,3,2,4] | block_size=2",
  NULL
};
