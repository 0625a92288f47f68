/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_scatter[] = {
  "ScatterNd i[3,1]:-1:7 f[3] I{7}",
  "ScatterNd i[5,2]:0:1 f[5,2,3,2,2] I{2,2,2,3,2,2}",
  "ScatterNd i[9,2]:0:4 f[9,3] I{5,5,3}",
  "ScatterNd i[2,3,1]:0:4 i[2,3] I{5}",
  "ScatterNd i[0,1] f[0] I{5}",
  "ScatterNd i[3,1]:-7:6 f[3] I{7} | negative_indices=true",
  "TensorScatterAdd f[7,3] i[9,1]:-1:7 f[9,3]",
  "TensorScatterAdd i[7,3] i[9,2]:0:2 i[9]",
  "TensorScatterAdd f[7,3]:nan i[9,1]:-1:7 f[9,3]",
  "TensorScatterUpdate f[n,3] i[9,2]:0:2 f[9]",
  "TensorScatterUpdate f[7,3] i[2,2,1]:-7:6 f[2,2,3] | negative_indices=true",
  "TensorScatterUpdate b[7,3] i[2,1]:0:6 b[2,3]",
  "TensorScatterUpdate f[7,3] i[0] f[7,3]",
  NULL
};
