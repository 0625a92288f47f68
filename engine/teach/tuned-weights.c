/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tuned-weights.h"

#include <string.h>

#include "engine/graph/array.h"

struct _KomaTunedWeights
{
  GPtrArray *arrays; /* (element-type KomaArray) */
};

/**
 * koma_tuned_weights_new:
 * @arrays: (transfer full) (element-type KomaArray): of float32; it frees them
 *
 * Thread: any. Returns: (transfer full): the weights
 */
KomaTunedWeights *
koma_tuned_weights_new (GPtrArray *arrays)
{
  KomaTunedWeights *self = g_atomic_rc_box_new0 (KomaTunedWeights);

  self->arrays = arrays;
  return self;
}

static void
clear (gpointer data)
{
  g_ptr_array_unref (((KomaTunedWeights *) data)->arrays);
}

/**
 * koma_tuned_weights_unref:
 * @self: (nullable) (transfer full)
 *
 * Thread: any.
 */
void
koma_tuned_weights_unref (KomaTunedWeights *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

guint
koma_tuned_weights_get_n (const KomaTunedWeights *self)
{
  return self->arrays->len;
}

KomaArray *
koma_tuned_weights_get (const KomaTunedWeights *self,
                        guint                   index)
{
  return self->arrays->pdata[index];
}

/**
 * koma_tuned_weights_to_bytes:
 *
 * Thread: any. Returns: (transfer full): for koma_tail_read_weights()
 */
GBytes *
koma_tuned_weights_to_bytes (const KomaTunedWeights *self)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint i = 0; i < self->arrays->len; i++) {
    const KomaArray *array = self->arrays->pdata[i];

    for (gsize k = 0; k < array->count; k++) {
      guint32 bits = 0;

      memcpy (&bits, (const float *) array->data + k, sizeof bits);
      bits = GUINT32_TO_LE (bits);
      g_byte_array_append (bytes, (const guint8 *) &bits, sizeof bits);
    }
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
