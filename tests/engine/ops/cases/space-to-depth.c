/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_space_to_depth[] = {
  "* f[n,2,2,1] | block_size=2",
  "* f[n,6,4,3] | block_size=2 data_format=NHWC",
  "* f[n,6,9,2] | block_size=3",
  "* f[n,2,3,5] | block_size=1",
  "* i[1,4,2,4] | block_size=2",
  "* f[n,0,4,3] | block_size=2",
  /* large: computed in several pieces */
  "* f[n,164,172,3] | block_size=4",
  NULL
};
