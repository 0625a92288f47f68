/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_quantize[] = {
  "* f[n,13] F(0.015625) U(128)",
  "* f[n,13]:-9:9 F(0.015625) S(-7)",
  "* f[n,13] F{0.02} U{3}",
  "* f[25]:special F(0.5) U(0)",
  "* f[25]:special F(0.5) S(127)",
  "* f[3]:nan F(1) U(9)",
  /* halves, to the even neighbour */
  "* F{0.5,1.5,2.5,-0.5,-1.5,-2.5,300,-300} F(1) S(1)",
  /* one for each channel, first, in the middle, last */
  "* f[3,5,7] F{0.1,0.2,0.3} S{0,0,0} | axis=0",
  "* f[n,3,7] F{0.1,0.2,0.3} U{1,2,3}",
  "* f[n,5,3] F{0.1,0.2,0.3} U{255,0,3} | axis=-1",
  "* F[2,2,3] F{0.1,0.2,0.3} S{0,1,2} | axis=2",
  "* f[0,3] F(0.1) U(0)",
  "* f[n] F(0.1) U(0)",
  /* large: computed in several pieces */
  "* f[n,71,73,3] F{0.01,0.02,0.03} S{0,1,2} | axis=3",
  "* f[70001] F(0.015625) U(128)",
  NULL
};
