/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_dequantize[] = {
  "* u[n,13] F(0.02) U(128)",
  "* s[n,13] F(0.02) S(-7)",
  "* s[n,13] F(-0.02) S(-7)",
  "* s[3,5,7] F{0.1,-0.2,0.3} S{0,0,0} | axis=0",
  "* i[n,13]:-99999:99999 F(0.001) I(0)",
  "* i[5]:-2147483648:2147483646 F(0.001) I(-2147483648)",
  "* U{0,1,255} F(1) U(255)",
  /* one for each channel, first, in the middle, last */
  "* s[3,5,7] F{0.1,0.2,0.3} S{0,0,0} | axis=0",
  "* u[n,3,7] F{0.1,0.2,0.3} U{1,2,3}",
  "* s[n,5,3] F{0.1,0.2,0.3} S{-128,0,127} | axis=-1",
  "* S[2,2,3] F{0.1,0.2,0.3} S{0,1,2} | axis=2",
  "* i[3] F{0.1,0.2,0.3} I{0,0,0} | axis=0",
  "* u[0,3] F(0.1) U(0)",
  /* large: computed in several pieces */
  "* s[n,71,73,3] F{0.01,0.02,0.03} S{0,1,2} | axis=3",
  "* u[70001] F(0.015625) U(128)",
  NULL
};
