/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

const char *const cases_resize_grad[] = {
  "ResizeBilinearGrad f[n,10,14,3] f[n,5,7,3]",
  "ResizeBilinearGrad f[n,13,11,3] f[n,5,7,3]",
  "ResizeBilinearGrad f[n,5,7,3] f[n,13,11,3]",
  "ResizeBilinearGrad f[n,10,14,3] f[n,5,7,3] | align_corners=true",
  "ResizeBilinearGrad f[n,1,1,3] f[n,13,11,3] | align_corners=true",
  "ResizeBilinearGrad f[n,10,14,3] f[n,5,7,3] | half_pixel_centers=true",
  "ResizeBilinearGrad f[n,5,7,127] f[n,13,11,127] | half_pixel_centers=true",
  "ResizeBilinearGrad f[n,7,5,13] f[n,1,1,13] | half_pixel_centers=true",
  "ResizeBilinearGrad f[n,3,1,4] f[n,1,7,4]",
  "ResizeBilinearGrad f[n,41,37,9] f[n,31,33,9] | half_pixel_centers=true",
  "ResizeBilinearGrad f[n,10,14,3]:nan f[n,5,7,3]",
  "ResizeNearestNeighborGrad f[n,10,14,3] I{5,7}",
  "ResizeNearestNeighborGrad f[n,13,11,3] I{5,7}",
  "ResizeNearestNeighborGrad f[n,5,7,3] I{13,11}",
  "ResizeNearestNeighborGrad f[n,10,14,3] I{5,7} | align_corners=true",
  "ResizeNearestNeighborGrad f[n,10,14,3] I{5,7} | half_pixel_centers=true",
  "ResizeNearestNeighborGrad f[n,41,37,9] I{31,33} | half_pixel_centers=true",
  "ResizeNearestNeighborGrad f[n,10,14,3]:nan I{5,7}",
  NULL
};
