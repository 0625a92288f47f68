/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_fused_batch_norm[] = {
  "* f[n,3,5,7] F[7] F[7] F[7] F[7]:0.1:2 | epsilon=0.001",
  "* f[n,3,5,7] F[7] F[7] F[7] F[7]:0.1:2",
  "* f[n,3,5,127] f[127] f[127] f[127] f[127]:0.1:2 | epsilon=0.001 is_training=false",
  "* f[n,1,1,1] f[1] f[1] f[1] f[1]:0:0 | epsilon=0.01",
  "* f[n,13] F[13] F[13] F[13] F[13]:0.1:2 | epsilon=0.001",
  "* f[n,5,5,13] F[13] F[13] F[13] F[13]:0.1:2 | epsilon=0.001 -> Relu6",
  "* f[n,5,5,13] f[13] f[13] f[13] f[13]:0.1:2 | epsilon=0.001 -> Relu",
  /* large: computed in several pieces */
  "* f[n,21,17,269] F[269] F[269] F[269] F[269]:0.1:2 | epsilon=0.001",
  NULL
};
