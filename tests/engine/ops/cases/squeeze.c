/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_squeeze[] = {
  "* f[n,1,1,13]:0:1 | squeeze_dims=[1,2]",
  "* f[1,3,1,2,1,2] | squeeze_dims=[2,4]",
  "* f[n,1,3,1] | axis=[-1]",
  "* f[1,3,1,2] | squeeze_dims=[]",
  "* f[1,1]",
  "* i[1,3] | squeeze_dims=[0]",
  "* b[3,1]",
  NULL
};
