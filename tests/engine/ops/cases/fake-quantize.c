/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_fake_quantize[] = {
  "* f[n,13,13,3] | scale=0.015625 low=-128 high=127",
  "* f[n,13] | scale=0.0078125 low=0 high=255",
  "* f[n,13]:-9:9 | scale=0.25 low=-255 high=0",
  "* f[n,127] | scale=0.0235294122248888 low=-10 high=245",
  "* f[n,13] | scale=0.25 low=-3 high=4",
  "* f[n,13]:100:300 | scale=1.5 low=3 high=30000",
  "* f[25]:special | scale=0.5 low=-128 high=127",
  "* f[n] | scale=0.5 low=-128 high=127",
  /* halves, to the even neighbour */
  "* F{0.5,1.5,2.5,-0.5,-1.5,-2.5,300,-300} | scale=1.0 low=-128 high=127",
  /* large: computed in several pieces */
  "* f[70001] | scale=0.015625 low=-128 high=127",
  NULL
};
