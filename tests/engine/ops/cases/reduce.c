/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_reduce[] = {
  "* f[] I{}",
  "* f[7] I(0)",
  "* f[n,7,7,33] I{1,2}",
  "* f[n,7,7,33] I{1,2} | keep_dims=true",
  "* f[n,5,3,127] I{2,1} | keep_dims=false",
  "* f[n,5,13] I{-1}",
  "* f[n,5,13] I{1}",
  "* f[n,5,13] I{0}",
  "* f[n,5,13] I{0,1,2}",
  "* f[n,5,13] I{0,2} | keep_dims=true",
  "* f[n,5] I{}",
  "* f[n,1,1,8] I{1,2}",
  "* f[2,3,4,2,3,2] I{0,2,4}",
  "* f[2,3,4,2,3,2] I{1,3,5} | keep_dims=true",
  "* f[n,3000]:0.5:2 I(1)",
  "* f[n,7,7,12]:-20:20 I{1,2} -> Relu6",
  "Sum i[n,13] I(1)",
  "Max i[n,13] I(0)",
  "Min i[n,13] I{0,1}",
  "Prod i[4]:1:9 I(0)",
  "Prod I{2147483647,3} I(0)",
  "Sum f[n,0] I(1)",
  "Prod f[n,0] I(1)",
  "Max f[n,0] I(1)",
  "Min f[n,0] I(1)",
  /* large: computed in several pieces */
  "* f[n,57,61,70]:0.5:2 I{1,2}",
  "* f[n,40009]:0.5:2 I(1)",
  "* f[301,303]:0.5:2 I{0}",
  "* f[301,303]:0.5:2 I{1}",
  "* f[29,31,17,19] I{0,2}",
  "Sum i[301,303] I{1}",
  /* a NaN comes out as one */
  "* f[n,5,130]:nan I{1}",
  "* f[n,5,130]:nan I{-1}",
  "* f[n,5,8]:nan I{1} -> Relu6",
  /* quantised */
  "Mean u[n,7,7,33]@0.02@128 I{1,2} => u@0.005@100",
  "Mean s[n,5,9,133]@0.02@-5 I{2,1} | keep_dims=true => s@0.005@3",
  NULL
};
