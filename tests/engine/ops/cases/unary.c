/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_unary[] = {
  "* f[]",
  "* f[1]",
  "* f[n,3]",
  "* f[n,13,13,3]:-9:9",
  "* f[127]",
  "* f[n,1031]:-30:30",
  "* f[25]:special",
  "* f[n,33]:0.001:100",
  "* f[n,0]",
  "* f[n,9]:-9:9 -> Relu",
  "Elu f[n,13] | alpha=0.5",
  "LeakyRelu f[n,13] | alpha=0.3",
  "LeakyRelu f[n,13] | alpha=0",
  "* f[n,33]:-0.999:0.999",
  "Acosh f[n,33]:1:90",
  "Abs i[n,13]",
  "Sign i[n,13]",
  "Neg i[n,13]",
  "Square i[n,13]",
  "Neg I{-2147483648}",
  "Abs I{-2147483648,0}",
  /* large: computed in several pieces */
  "* f[n,71,73,13]",
  NULL
};
