/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_lrn[] = {
  "* f[n,1,1,1]",
  "* f[n,5,7,13]",
  "* f[n,5,7,13] | depth_radius=2 bias=2.0 alpha=0.0001 beta=0.75",
  "* f[n,5,7,13] | depth_radius=0 beta=0.6",
  "* f[n,3,2,7] | size=4 alpha=0.25 beta=0.75",
  "* f[n,3,2,7] | size=100",
  "* f[n,3,2,0]",
  /* a NaN comes out as one */
  "* f[n,3,3,9]:nan | depth_radius=1",
  /* large: computed in several pieces */
  "* f[n,27,29,96] | depth_radius=2 bias=1.0 alpha=0.00002 beta=0.75",
  NULL
};
