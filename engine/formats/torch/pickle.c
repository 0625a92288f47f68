/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pickles of protocols 2 to 5, as far as state dicts use them. A pickle is a program for a machine
 * with a stack and a memo (Lib/pickletools.py of Python describes it). An instruction adds at most
 * one value, and values are referred to, never copied: memory is a multiple of the pickle's own
 * size, whatever it contains. Nothing here calls itself. */

#include "pickle.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "pickle-machine.h"

#define MIN_PROTOCOL 2
#define MAX_PROTOCOL 5

static gboolean
push_int (KomaPickle    *self,
          KomaPickleKind kind,
          gint64         integer,
          GError       **error)
{
  KomaPickleValue *value = koma_pickle_push_new (self, kind, error);

  if (value != NULL)
    value->integer = integer;
  return value != NULL;
}

static gboolean
push_bytes (KomaPickle    *self,
            KomaPickleKind kind,
            gsize          n_length_bytes,
            GError       **error)
{
  guint64          length = 0;
  const guint8    *bytes = NULL;
  KomaPickleValue *value = NULL;

  if (!koma_pickle_take_number (self, n_length_bytes, &length, error))
    return FALSE;
  bytes = koma_pickle_take (self, length, error);
  value = bytes != NULL ? koma_pickle_push_new (self, kind, error) : NULL;
  if (value == NULL)
    return FALSE;
  value->length = (gsize) length;
  value->data = bytes;
  return TRUE;
}

/* An integer in as many bytes as it needs, signed; a longer one stays bytes. */
static gboolean
push_long (KomaPickle *self,
           gsize       n_length_bytes,
           GError    **error)
{
  KomaPickleValue *value = NULL;
  gsize            length = 0;

  if (!push_bytes (self, KOMA_PICKLE_LONG, n_length_bytes, error))
    return FALSE;
  value = koma_pickle_peek (self, 0, error);
  length = value->length;
  if (length > 8)
    return TRUE;
  value->kind = KOMA_PICKLE_INT;
  value->integer = 0;
  if (length > 0) {
    const guint unused = 64 - 8 * (guint) length;

    value->integer = (gint64) (koma_little_endian_read (value->data, length) << unused) >> unused;
  }
  return TRUE;
}

/* Big-endian, unlike all else. */
static gboolean
push_real (KomaPickle *self,
           GError    **error)
{
  const guint8    *bytes = koma_pickle_take (self, 8, error);
  KomaPickleValue *value = bytes != NULL ? koma_pickle_push_new (self, KOMA_PICKLE_REAL, error)
                                         : NULL;
  guint64          bits = 0;

  if (value == NULL)
    return FALSE;
  for (guint i = 0; i < 8; i++)
    bits = bits << 8 | bytes[i];
  memcpy (&value->real, &bits, sizeof bits);
  return TRUE;
}

static gboolean
put_at (KomaPickle *self,
        gsize       n_bytes,
        GError    **error)
{
  guint64 index = 0;

  return koma_pickle_take_number (self, n_bytes, &index, error) &&
         koma_pickle_put (self, index, error);
}

static gboolean
get_at (KomaPickle *self,
        gsize       n_bytes,
        GError    **error)
{
  guint64          index = 0;
  KomaPickleValue *value = NULL;

  if (!koma_pickle_take_number (self, n_bytes, &index, error))
    return FALSE;
  if (index < self->memo->len)
    value = g_ptr_array_index (self->memo, index);
  if (value == NULL)
    return koma_pickle_fail (self, "a value is missing in its memo", error);
  return koma_pickle_push (self, value, error);
}

static gboolean
check_protocol (KomaPickle *self,
                GError    **error)
{
  guint64 protocol = 0;

  if (!koma_pickle_take_number (self, 1, &protocol, error))
    return FALSE;
  return (protocol >= MIN_PROTOCOL && protocol <= MAX_PROTOCOL) ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "its pickle has protocol %u; expected %d to %d", (guint) protocol,
                    MIN_PROTOCOL, MAX_PROTOCOL);
}

static gboolean
push_unsigned (KomaPickle *self,
               gsize       n_bytes,
               GError    **error)
{
  guint64 number = 0;

  return koma_pickle_take_number (self, n_bytes, &number, error) &&
         push_int (self, KOMA_PICKLE_INT, n_bytes == 4 ? (gint32) number : (gint64) number, error);
}

static gboolean
run_stack (KomaPickle *self,
           guint8      opcode,
           GError    **error)
{
  switch (opcode) {
  case '(':
    return koma_pickle_push_mark (self, error);
  case '0':
    return koma_pickle_count_free (self) == 0 ? koma_pickle_drop_marked (self, error)
                                              : koma_pickle_pop (self, error) != NULL;
  case '1':
    return koma_pickle_drop_marked (self, error);
  case '2':
    return koma_pickle_push (self, koma_pickle_peek (self, 0, error), error);
  case 'q':
    return put_at (self, 1, error);
  case 'r':
    return put_at (self, 4, error);
  case 0x94:
    return koma_pickle_put (self, self->memo->len, error);
  case 'h':
    return get_at (self, 1, error);
  case 'j':
    return get_at (self, 4, error);
  default:
    return koma_pickle_run_object (self, opcode, error);
  }
}

static gboolean
run (KomaPickle *self,
     guint8      opcode,
     GError    **error)
{
  switch (opcode) {
  case 0x80:
    return check_protocol (self, error);
  case 0x95: /* FRAME: a hint */
    return koma_pickle_take (self, 8, error) != NULL;
  case 'N':
    return koma_pickle_push_new (self, KOMA_PICKLE_NONE, error) != NULL;
  case 0x88:
  case 0x89:
    return push_int (self, KOMA_PICKLE_BOOL, opcode == 0x88, error);
  case 'K':
    return push_unsigned (self, 1, error);
  case 'M':
    return push_unsigned (self, 2, error);
  case 'J':
    return push_unsigned (self, 4, error);
  case 0x8a:
    return push_long (self, 1, error);
  case 0x8b:
    return push_long (self, 4, error);
  case 'G':
    return push_real (self, error);
  case 'U': /* a str of Python 2 */
  case 0x8c:
    return push_bytes (self, KOMA_PICKLE_TEXT, 1, error);
  case 'T':
  case 'X':
    return push_bytes (self, KOMA_PICKLE_TEXT, 4, error);
  case 0x8d:
    return push_bytes (self, KOMA_PICKLE_TEXT, 8, error);
  case 'C':
    return push_bytes (self, KOMA_PICKLE_BYTES, 1, error);
  case 'B':
    return push_bytes (self, KOMA_PICKLE_BYTES, 4, error);
  case 0x8e:
  case 0x96:
    return push_bytes (self, KOMA_PICKLE_BYTES, 8, error);
  default:
    return run_stack (self, opcode, error);
  }
}

static gboolean
run_all (KomaPickle *self,
         GError    **error)
{
  const guint8 *opcode = koma_pickle_take (self, 1, error);

  if (opcode == NULL)
    return FALSE;
  if (*opcode != 0x80)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "expected a pickle of protocol %d or later, found something else",
                      MIN_PROTOCOL);
  while (opcode != NULL && *opcode != '.') {
    if (!run (self, *opcode, error))
      return FALSE;
    opcode = koma_pickle_take (self, 1, error);
  }
  self->root = opcode != NULL ? koma_pickle_pop (self, error) : NULL;
  if (self->root == NULL)
    return FALSE;
  return self->stack->len == 0 || koma_pickle_fail (self, "values are left on its stack", error);
}

/**
 * koma_pickle_read:
 * @data: (array length=size_bytes): begins with a pickle; must outlive the result
 * @ret_used: (out): bytes of the pickle
 * @ret_is_cut: (out): whether it failed because @data ends too early
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is damaged; %KOMA_ERROR_UNSUPPORTED where it
 * names a class or function that state dicts do not have, is of another protocol, or uses an
 * instruction that state dicts do not use; %KOMA_ERROR_MEMORY where it has too many values.
 *
 * Returns: (transfer full) (nullable): what it holds, or %NULL
 */
KomaPickle *
koma_pickle_read (const guint8 *data,
                  gsize         size_bytes,
                  gsize        *ret_used,
                  gboolean     *ret_is_cut,
                  GError      **error)
{
  g_autoptr (KomaPickle) self = g_new0 (KomaPickle, 1);
  gboolean is_read = FALSE;

  koma_pickle_values_init (&self->values);
  self->storages = g_ptr_array_new ();
  self->stack = g_ptr_array_new ();
  self->marks = g_array_new (FALSE, FALSE, sizeof (guint));
  self->memo = g_ptr_array_new ();
  self->begin = data;
  self->next = data;
  self->n_left = size_bytes;
  is_read = run_all (self, error);
  *ret_is_cut = self->is_cut;
  *ret_used = size_bytes - self->n_left;
  g_ptr_array_set_size (self->stack, 0);
  g_ptr_array_set_size (self->memo, 0);
  return is_read ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_pickle_free:
 * @self: (transfer full): with all its values
 */
void
koma_pickle_free (KomaPickle *self)
{
  koma_pickle_values_clear (&self->values);
  g_ptr_array_unref (self->storages);
  g_ptr_array_unref (self->stack);
  g_array_unref (self->marks);
  g_ptr_array_unref (self->memo);
  g_free (self);
}

const KomaPickleValue *
koma_pickle_get_root (const KomaPickle *self)
{
  return self->root;
}

const GPtrArray *
koma_pickle_get_storages (const KomaPickle *self)
{
  return self->storages;
}
