/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Half of a vector, in a register of half the width: some processors compute one of 256 bits in
 * half of the time that one of 512 takes, and none takes longer. */
#pragma once

#include "vector.h"

#if VECTOR_ELEMS == 16
#define HAS_HALVES
#define HALF_ELEMS (VECTOR_ELEMS / 2)
typedef float Half __attribute__ ((vector_size (VECTOR_BYTES / 2)));
typedef float HalfInMemory __attribute__ ((vector_size (VECTOR_BYTES / 2), aligned (4), may_alias));

/* The lower lanes. */
KERNEL_INLINE Half
vector_half (Vector value)
{
  return __builtin_shufflevector (value, value, 0, 1, 2, 3, 4, 5, 6, 7);
}

/* The upper lanes may hold anything. */
KERNEL_INLINE Vector
half_widen (Half value)
{
  return __builtin_shufflevector (value, value, 0, 1, 2, 3, 4, 5, 6, 7,
                                  -1, -1, -1, -1, -1, -1, -1, -1);
}

KERNEL_INLINE Half
half_load (const float *from)
{
  return *(const HalfInMemory *) from;
}

KERNEL_INLINE void
half_store (float *to,
            Half   value)
{
  *(HalfInMemory *) to = value;
}
#else
/* Other levels compile the code for halves, and never run it. */
#define HALF_ELEMS VECTOR_ELEMS
typedef Vector Half;

#define vector_half(value)    (value)
#define half_widen(value)     (value)
#define half_load(from)       vector_load (from)
#define half_store(to, value) vector_store (to, value)
#endif
