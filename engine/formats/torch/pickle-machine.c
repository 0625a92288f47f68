/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pickle-machine.h"

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

/**
 * koma_pickle_fail:
 * @what: what is wrong
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL, always; it says where.
 *
 * Returns: %FALSE
 */
gboolean
koma_pickle_fail (const KomaPickle *self,
                  const char       *what,
                  GError          **error)
{
  return koma_fail (error, KOMA_ERROR_MODEL, "its pickle is damaged at byte %zu: %s",
                    (gsize) (self->next - self->begin), what);
}

/**
 * koma_pickle_take:
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where there are fewer; then the pickle is cut.
 *
 * Returns: (transfer none) (nullable): the next bytes
 */
const guint8 *
koma_pickle_take (KomaPickle *self,
                  guint64     n_bytes,
                  GError    **error)
{
  const guint8 *bytes = self->next;

  if (n_bytes > self->n_left) {
    self->is_cut = TRUE;
    koma_pickle_fail (self, "it is cut short", error);
    return NULL;
  }
  self->next += n_bytes;
  self->n_left -= n_bytes;
  return bytes;
}

/**
 * koma_pickle_take_number:
 * @n_bytes: up to 8, little-endian
 *
 * Thread: any. Errors: those of koma_pickle_take().
 */
gboolean
koma_pickle_take_number (KomaPickle *self,
                         gsize       n_bytes,
                         guint64    *ret_number,
                         GError    **error)
{
  const guint8 *bytes = koma_pickle_take (self, n_bytes, error);

  if (bytes != NULL)
    *ret_number = koma_little_endian_read (bytes, n_bytes);
  return bytes != NULL;
}

/**
 * koma_pickle_push:
 * @value: (transfer none) (nullable): %NULL, with an error
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where the stack grows too large.
 */
gboolean
koma_pickle_push (KomaPickle      *self,
                  KomaPickleValue *value, /* (nullable) with an error */
                  GError         **error)
{
  if (value == NULL)
    return FALSE;
  if (self->stack->len == KOMA_MAX_PICKLE_VALUES)
    return koma_pickle_fail (self, "its stack grows too large", error);
  g_ptr_array_add (self->stack, value);
  return TRUE;
}

/**
 * koma_pickle_push_new:
 *
 * Thread: any. Errors: those of koma_pickle_push() and koma_pickle_values_add().
 *
 * Returns: (transfer none) (nullable): a new value, which lies on the stack
 */
KomaPickleValue *
koma_pickle_push_new (KomaPickle    *self,
                      KomaPickleKind kind,
                      GError       **error)
{
  KomaPickleValue *value = koma_pickle_values_add (&self->values, kind, error);

  return koma_pickle_push (self, value, error) ? value : NULL;
}

/**
 * koma_pickle_count_free:
 *
 * Returns: values above the last mark, or above the bottom of the stack. Thread: any.
 */
guint
koma_pickle_count_free (const KomaPickle *self)
{
  const guint n = self->marks->len;

  return self->stack->len - (n > 0 ? g_array_index (self->marks, guint, n - 1) : 0);
}

/**
 * koma_pickle_peek:
 * @depth: 0: the top
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where no value is so far above the last mark.
 *
 * Returns: (transfer none) (nullable): a value of the stack, or %NULL
 */
KomaPickleValue *
koma_pickle_peek (const KomaPickle *self,
                  guint             depth,
                  GError          **error)
{
  if (depth < koma_pickle_count_free (self))
    return g_ptr_array_index (self->stack, self->stack->len - 1 - depth);
  koma_pickle_fail (self, "a value is missing on its stack", error);
  return NULL;
}

/**
 * koma_pickle_pop:
 *
 * Thread: any. Errors: those of koma_pickle_peek().
 *
 * Returns: (transfer none) (nullable): the top of the stack, which is taken away, or %NULL
 */
KomaPickleValue *
koma_pickle_pop (KomaPickle *self,
                 GError    **error)
{
  KomaPickleValue *value = koma_pickle_peek (self, 0, error);

  if (value != NULL)
    g_ptr_array_set_size (self->stack, (gint) self->stack->len - 1);
  return value;
}

/**
 * koma_pickle_push_mark:
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where the stack grows too large.
 */
gboolean
koma_pickle_push_mark (KomaPickle *self,
                       GError    **error)
{
  if (self->marks->len == KOMA_MAX_PICKLE_VALUES)
    return koma_pickle_fail (self, "its stack grows too large", error);
  g_array_append_val (self->marks, self->stack->len);
  return TRUE;
}

/**
 * koma_pickle_pop_mark:
 * @ret_first: (out): index of the first value above the mark, which is taken away
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where there is no mark.
 */
gboolean
koma_pickle_pop_mark (KomaPickle *self,
                      guint      *ret_first, /* of the values above it */
                      GError    **error)
{
  if (self->marks->len == 0)
    return koma_pickle_fail (self, "a mark is missing on its stack", error);
  *ret_first = g_array_index (self->marks, guint, self->marks->len - 1);
  g_array_set_size (self->marks, self->marks->len - 1);
  return TRUE;
}

/**
 * koma_pickle_drop_marked:
 *
 * Takes away the last mark and what is above it. Thread: any. Errors: those of
 * koma_pickle_pop_mark().
 */
gboolean
koma_pickle_drop_marked (KomaPickle *self,
                         GError    **error)
{
  guint first = 0;

  if (!koma_pickle_pop_mark (self, &first, error))
    return FALSE;
  g_ptr_array_set_size (self->stack, (gint) first);
  return TRUE;
}

/**
 * koma_pickle_put:
 * @index: of the memo, no more than bytes were read, or the memo would be larger than the pickle
 *
 * Keeps the top of the stack in the memo. Thread: any. Errors: %KOMA_ERROR_MODEL where there is no
 * value, or @index is too large.
 */
gboolean
koma_pickle_put (KomaPickle *self,
                 guint64     index,
                 GError    **error)
{
  KomaPickleValue *value = koma_pickle_peek (self, 0, error);

  if (value == NULL)
    return FALSE;
  if (index > (gsize) (self->next - self->begin))
    return koma_pickle_fail (self, "its memo grows too large", error);
  if (index >= self->memo->len)
    g_ptr_array_set_size (self->memo, (gint) index + 1);
  g_ptr_array_index (self->memo, index) = value;
  return TRUE;
}
