/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_layer_norm[] = {
  "* f[n,1] F[1] F[1]",
  "* f[13] F[13] F[13]",
  "* f[n,2] f[2] f[2] | epsilon=0.01",
  "* f[n,31] F[1,31] F[1,1,31] | epsilon=1e-6",
  "* f[n,32] F[32] F[32] | epsilon=1e-6",
  "* f[n,5,127] F[127] F[127] | epsilon=1e-6",
  "* f[n,3,5,197] F[197]",
  "* f[n,3,5,97]",
  "* f[n,0]",
  "* f[n,67] F[67] F[67] -> Relu",
  /* numbers far from 0, which hardly differ */
  "* f[n,192]:1000:1001 F[192] F[192] | epsilon=1e-6",
  "* f[n,131]:7:7 F[131] F[131]",
  /* a NaN comes out as one */
  "* f[n,77]:nan F[77] F[77]",
  /* large: computed in several pieces */
  "* f[n,197,192] F[192] F[192] | epsilon=1e-6",
  NULL
};
