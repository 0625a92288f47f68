/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_strided_slice[] = {
  "* f[7] I{1} I{5} I{2}",
  "* b[5,7] I{4,0} I{0,7} I{-2,3}",
  "* f[7] I{5} I{1} I{-2}",
  "* f[7] I{-1} I{-100} I{-1}",
  "* f[7] I{0} I{0} I{-1} | begin_mask=1 end_mask=1",
  "* f[7] I{0} I{0} I{1} | begin_mask=1 end_mask=1",
  "* f[7] I{-3} I{100} I{1}",
  "* f[7] I{5} I{2} I{1}",
  "* f[7] I{2} I{3} I{1} | shrink_axis_mask=1",
  "* f[7] I{-1} I{0} I{1} | shrink_axis_mask=1",
  "* f[n,7,5] I{0,2} I{0,6} I{1,3} | begin_mask=1 end_mask=1",
  "* f[n,7,5,3] I{0,1} I{0,3} I{1,1} | ellipsis_mask=1",
  "* f[n,7,5,3] I{0,0,1} I{1,0,3} I{1,1,1} | ellipsis_mask=2 begin_mask=1 end_mask=1",
  "* f[n,7,5] I{0,0,2} I{0,0,3} I{1,1,1} | begin_mask=1 end_mask=1 new_axis_mask=2 "
  "shrink_axis_mask=4",
  "* f[7,5] I{0,0,0} I{0,0,0} I{1,1,1} | new_axis_mask=5 begin_mask=2 end_mask=2",
  "* f[7,5] I{0,0} I{0,0} I{1,1} | ellipsis_mask=1 new_axis_mask=2",
  "* f[n,8,8,6] I{0,0,0,0} I{0,0,0,0} I{1,2,2,3} | begin_mask=15 end_mask=15",
  "* f[n,8,8,6] I{0,1,1,0} I{0,0,0,0} I{1,2,2,1} | begin_mask=9 end_mask=15",
  "* f[n,4,4,3] I{0,0,0,0} I{0,0,0,0} I{1,1,1,-1} | begin_mask=15 end_mask=15",
  "* f[n,4,4,3] I{0,-1,-1,0} I{0,-5,0,2} I{1,-1,-2,1} | begin_mask=1 end_mask=1",
  "* f[2,3,4,2,3,2] I{0,0,3,0,2,0} I{2,3,0,2,0,2} I{1,2,-1,1,-2,1}",
  "* i[4] I{1} I{3} I{1}",
  "* i[4] I{1} I{2} I{1} | shrink_axis_mask=1",
  "* f[n,5] I{} I{} I{}",
  /* large: computed in several pieces */
  "* f[n,263,101,7] I{0,-1,0} I{1,-300,101} I{1,-1,2} | begin_mask=1 end_mask=1",
  "* s[5,7] I{4,0} I{0,7} I{-2,3}",
  NULL
};
