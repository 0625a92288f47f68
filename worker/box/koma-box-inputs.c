/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* For each input its size in eight bytes, G_MAXUINT64 where it is not known, and its bytes. */
#include "koma-box-inputs.h"

#include <string.h>

#define UNKNOWN G_MAXUINT64
/* What decides a shape is small: more than this, of all together, is not known to a helper. */
#define MAX_BYTES ((gsize) 256 << 20)

/**
 * koma_box_inputs_pack:
 * @inputs: (array length=n_inputs) (nullable):
 *
 * Returns: (transfer full): the bytes of all. Thread: any.
 */
GByteArray *
koma_box_inputs_pack (GBytes *const *inputs,
                      guint          n_inputs)
{
  GByteArray *packed = g_byte_array_new ();

  for (guint i = 0; i < n_inputs; i++) {
    gsize          length = 0;
    gconstpointer  data = inputs[i] != NULL ? g_bytes_get_data (inputs[i], &length) : NULL;
    const gsize    left = MAX_BYTES - MIN (packed->len, MAX_BYTES);
    const gboolean is_known = inputs[i] != NULL && length <= left;
    const guint64  size_bytes = is_known ? length : UNKNOWN;

    g_byte_array_append (packed, (const guint8 *) &size_bytes, sizeof size_bytes);
    if (is_known && length > 0)
      g_byte_array_append (packed, data, (guint) length);
  }
  return packed;
}

static void
input_free (gpointer input)
{
  g_clear_pointer ((GBytes **) &input, g_bytes_unref);
}

/**
 * koma_box_inputs_unpack:
 * @data: [size_bytes]; outlives what is returned
 *
 * Returns: (transfer full): a #GBytes or %NULL for each input; none behind one that is cut off.
 *   Thread: any.
 */
GPtrArray *
koma_box_inputs_unpack (const guint8 *data,
                        gsize         size_bytes)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func (input_free);
  guint64    length = 0;

  while (size_bytes >= sizeof length) {
    memcpy (&length, data, sizeof length);
    data += sizeof length;
    size_bytes -= sizeof length;
    if (length == UNKNOWN) {
      g_ptr_array_add (inputs, NULL);
      continue;
    }
    if (length > size_bytes)
      return inputs;
    g_ptr_array_add (inputs, g_bytes_new_static (data, length));
    data += length;
    size_bytes -= length;
  }
  return inputs;
}
