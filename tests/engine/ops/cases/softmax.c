/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_softmax[] = {
  "* f[1]",
  "* f[2,3,2,3,2,3] | axis=3",
  "* f[n,1]",
  "* f[n,2]",
  "* f[n,13]",
  "* f[n,127]:-20:20",
  "* f[n,1001]:-200:200",
  "* f[n,3,5,7]",
  "* f[n,5,7] | axis=1",
  "* f[n,5,7]:-200:200 | axis=1",
  "* f[5,n] | axis=0",
  /* numbers whose exponential is infinite, far from the first line's and the last */
  "* f[n,5,7]:900:1000 | axis=1",
  "* f[n,5,7]:-1000:-900 | axis=1",
  "* f[2,n,3,4]:900:1000 | axis=1",
  "* f[2,3,n,4]:-1000:-900 | axis=2",
  "* f[n,13]:900:1000",
  "* f[n,13]:-1000:-900",
  "* f[n,4,4,3] | axis=-1",
  /* large: computed in several pieces */
  "* f[n,307,67]",
  "* f[n,53,403] | axis=1",
  /* a NaN comes out as one */
  "* f[n,13]:nan",
  "* f[n,5,7]:nan | axis=1",
  NULL
};
