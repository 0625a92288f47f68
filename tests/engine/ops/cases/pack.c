/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_pack[] = {
  "* f[] f[] f[]",
  "* f[2,1,3,2,2] f[2,1,3,2,2] | axis=3",
  "* b[n,3] b[n,3]",
  "* f[3] | axis=0",
  "* f[n,3] f[n,3] | axis=1",
  "* f[n,3] f[n,3] f[n,3] | axis=-1",
  "* f[n,5,7,3] f[n,5,7,3] | axis=2",
  "* i[] I(3) i[] I(7) | axis=0",
  "* f[2,3,4,5,6] f[2,3,4,5,6] | axis=5",
  /* large: computed in several pieces */
  "* f[n,70001] f[n,70001] | axis=2",
  "* s[n,3] s[n,3]",
  NULL
};
