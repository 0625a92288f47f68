/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_cast[] = {
  "* f[127]:-9:9 | DstT=DT_INT32",
  "* f[n,13]:-2:2 | DstT=int32",
  "* f[25]:special | DstT=DT_INT32",
  "* i[n,13] | DstT=DT_FLOAT",
  "* i[n,13] | DstT=DT_INT32",
  "* f[n,3] | DstT=DT_FLOAT",
  "* i[n,13]:-1:1 | DstT=DT_BOOL",
  "* f[n,13] | DstT=DT_BOOL",
  "* b[n,13] | DstT=DT_FLOAT",
  "* b[n,13] | DstT=DT_INT32",
  "* f[n,13]:-300:300 | DstT=uint8",
  "* f[25]:special | DstT=int8",
  "* i[n,13]:-300:300 | DstT=uint8",
  "* i[n,13]:-300:300 | DstT=int8",
  "* b[n,13] | DstT=uint8",
  "* u[n,13] | DstT=float32",
  "* u[n,13] | DstT=int32",
  "* u[n,13] | DstT=int8",
  "* u[n,13]:0:1 | DstT=bool",
  "* s[n,13] | DstT=float32",
  "* s[n,13] | DstT=int32",
  "* s[n,13] | DstT=uint8",
  /* large: computed in several pieces */
  "* f[70001]:-9:9 | DstT=DT_INT32",
  "* b[70001] | DstT=DT_FLOAT",
  NULL
};
