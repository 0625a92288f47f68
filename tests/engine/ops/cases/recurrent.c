/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_recurrent[] = {
  "* f[n,1,3] f[n,3] | n_states=1 body=sum",
  "* f[n,5,3] f[n,3] | n_states=1 body=sum",
  "* f[n,3,2,5] f[n,2,5] | n_states=1 body=sum",
  "* f[n,2,1,2,1,2] f[n,1,2,1,2] | n_states=1 body=sum",
  "* f[n,5,3] f[n,3] b[n,5] | n_states=1 has_mask=true body=sum",
  "* f[n,3,2,5] f[n,2,5] b[n,3] | n_states=1 has_mask=true body=sum",
  "* f[n,4,3] f[n,3] F[3,3] | n_states=1 body=rnn",
  "* f[n,4,3] f[n,3] f[3,3] | n_states=1 body=rnn",
  "* f[n,4,3] f[n,3] b[n,4] F[3,3] | n_states=1 has_mask=true body=rnn",
  "* f[n,6,3] f[n,3] f[n,3] | n_states=2 body=pair",
  "* f[n,6,3] f[n,3] f[n,3] b[n,6] | n_states=2 has_mask=true body=pair",
  /* known ahead: computed as a loop */
  "* F[2,4,3] F[2,3] F[3,3] | n_states=1 body=rnn",
  "* F[2,6,3] F[2,3] F[2,3] B[2,6] | n_states=2 has_mask=true body=pair",
  /* too long for nodes of its own for each step */
  "* f[n,5000,2] f[n,2] b[n,5000] F[2,2]:-0.4:0.4 | n_states=1 has_mask=true body=rnn",
  NULL
};
