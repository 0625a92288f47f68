/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_resize[] = {
  "* f[n,1,1,1] I{1,1}",
  "* f[n,5,7,3] I{10,14}",
  "* f[n,5,7,3] I{13,11}",
  "* f[n,13,11,3] I{5,7}",
  "* f[n,5,7,3] I{5,7}",
  "* f[n,5,7,3] I{10,14} | align_corners=true",
  "* f[n,13,11,3] I{5,7} | align_corners=true",
  "* f[n,13,11,3] I{1,1} | align_corners=true",
  "* f[n,5,7,3] I{10,14} | half_pixel_centers=true",
  "* f[n,5,7,3] I{13,11} | half_pixel_centers=true align_corners=false",
  "* f[n,13,11,127] I{5,7} | half_pixel_centers=true",
  "* f[n,1,1,13] I{7,5} | half_pixel_centers=true",
  "* f[n,1,7,4] I{3,1}",
  "* f[n,4,4,17] I{8,8}",
  "ResizeNearestNeighbor i[n,5,7,3] I{10,14}",
  /* large: computed in several pieces */
  "* f[n,31,33,3] I{127,131}",
  "* f[n,31,33,3] I{127,131} | half_pixel_centers=true",
  NULL
};
