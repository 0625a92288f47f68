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
  "* f[n,5,7,3] I{10,14} | coordinate_transformation_mode=half_pixel",
  "* f[n,5,7,3] I{3,4} | coordinate_transformation_mode=half_pixel scale_h=0.6 scale_w=0.6",
  "* f[n,5,7,3] I{13,4} | coordinate_transformation_mode=asymmetric scale_h=2.7 scale_w=0.6",
  "* f[n,5,7,3] I{10,4} | coordinate_transformation_mode=align_corners",
  "* f[n,5,7,3] I{3,4} | coordinate_transformation_mode=align_corners scale_h=0.7 scale_w=0.6",
  "* f[n,5,7,3] I{1,4} | coordinate_transformation_mode=pytorch_half_pixel",
  "* f[n,5,7,3] I{3,9} | coordinate_transformation_mode=pytorch_half_pixel",
  "* f[n,4,5,3] I{2,12} | coordinate_transformation_mode=half_pixel_symmetric scale_h=0.7 "
  "scale_w=2.5",
  "* f[n,5,7,3] I{10,4} | coordinate_transformation_mode=tf_half_pixel_for_nn",
  "ResizeNearestNeighbor f[n,5,8,3] I{10,4} | coordinate_transformation_mode=half_pixel "
  "nearest_mode=floor",
  "ResizeNearestNeighbor f[n,5,8,3] I{10,4} | coordinate_transformation_mode=half_pixel "
  "nearest_mode=ceil",
  "ResizeNearestNeighbor f[n,5,8,3] I{10,4} | coordinate_transformation_mode=half_pixel "
  "nearest_mode=round_prefer_ceil",
  "ResizeNearestNeighbor f[n,5,8,3] I{10,4} | coordinate_transformation_mode=asymmetric "
  "nearest_mode=round_prefer_floor",
  "ResizeBicubic f[n,9,7,3] I{5,11} | coordinate_transformation_mode=half_pixel "
  "cubic_coeff_a=-0.5 exclude_outside=true",
  "ResizeBicubic f[n,9,7,3] I{5,11} | half_pixel_centers=true cubic_coeff_a=-0.6 "
  "exclude_outside=false",
  "ResizeBicubic f[n,9,7,3] I{4,11} | coordinate_transformation_mode=half_pixel antialias=true",
  "ResizeBicubic f[n,9,7,3] I{4,2} | coordinate_transformation_mode=half_pixel antialias=true "
  "exclude_outside=true",
  "ResizeBilinear f[n,9,7,3] I{4,11} | coordinate_transformation_mode=half_pixel antialias=true",
  "ResizeBilinear f[n,9,7,13] I{5,1} | coordinate_transformation_mode=half_pixel antialias=true "
  "scale_h=0.6 scale_w=0.2",
  /* large: computed in several pieces */
  "* f[n,31,33,3] I{127,131}",
  "* f[n,31,33,3] I{127,131} | half_pixel_centers=true",
  "ResizeNearestNeighbor u[n,5,7,3] I{10,14}",
  NULL
};
