/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "quantization.h"

#include <string.h>

/**
 * koma_quantization_new:
 * @scales: [@n_scales], copied
 * @run_elems: elements of one channel that lie together; any number where @n_scales is 1
 *
 * Thread: any.
 *
 * Returns: (transfer full): what integers of @dtype stand for
 */
KomaQuantization *
koma_quantization_new (KomaDType    dtype,
                       gint32       zero_point,
                       const float *scales,
                       gsize        n_scales,
                       gsize        run_elems)
{
  KomaQuantization *self =
    g_atomic_rc_box_alloc0 (sizeof (KomaQuantization) + n_scales * sizeof (float));

  self->dtype = dtype;
  self->zero_point = zero_point;
  self->n_scales = n_scales;
  self->run_elems = n_scales > 1 ? run_elems : 1;
  memcpy (self->scales, scales, n_scales * sizeof (float));
  return self;
}

/**
 * koma_quantization_new_single:
 *
 * Thread: any.
 *
 * Returns: (transfer full): one scale for all elements
 */
KomaQuantization *
koma_quantization_new_single (KomaDType dtype,
                              gint32    zero_point,
                              float     scale)
{
  return koma_quantization_new (dtype, zero_point, &scale, 1, 1);
}

/**
 * koma_quantization_ref:
 * @self: (nullable)
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): @self
 */
KomaQuantization *
koma_quantization_ref (const KomaQuantization *self)
{
  return self != NULL ? g_atomic_rc_box_acquire ((gpointer) self) : NULL;
}

/**
 * koma_quantization_unref:
 * @self: (transfer full)
 *
 * Thread: any.
 */
void
koma_quantization_unref (KomaQuantization *self)
{
  g_atomic_rc_box_release (self);
}

/**
 * koma_quantization_equal:
 * @a: (nullable)
 * @b: (nullable)
 *
 * Thread: any.
 *
 * Returns: whether the same integers stand for the same numbers
 */
gboolean
koma_quantization_equal (const KomaQuantization *a,
                         const KomaQuantization *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->dtype == b->dtype && a->zero_point == b->zero_point && a->n_scales == b->n_scales &&
         a->run_elems == b->run_elems &&
         memcmp (a->scales, b->scales, a->n_scales * sizeof (float)) == 0;
}
