/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pickle-machine.h"

#include "engine/koma/koma-error.h"

/* The values from @first on go into @into, which nobody looks into where it has no items. */
static void
move_items (KomaPickle      *self,
            guint            first,
            KomaPickleValue *into)
{
  for (guint i = first; i < self->stack->len && koma_pickle_value_has_items (into); i++)
    koma_pickle_value_append (into, g_ptr_array_index (self->stack, i));
  g_ptr_array_set_size (self->stack, (gint) first);
}

static gboolean
collect (KomaPickle    *self,
         KomaPickleKind kind,
         GError       **error)
{
  guint            first = 0;
  KomaPickleValue *value = koma_pickle_values_add (&self->values, kind, error);

  if (value == NULL || !koma_pickle_pop_mark (self, &first, error))
    return FALSE;
  if (kind == KOMA_PICKLE_DICT && (self->stack->len - first) % 2 != 0)
    return koma_pickle_fail (self, "a key has no value", error);
  move_items (self, first, value);
  return koma_pickle_push (self, value, error);
}

static gboolean
collect_last (KomaPickle *self,
              guint       n,
              GError    **error)
{
  KomaPickleValue *value = koma_pickle_values_add (&self->values, KOMA_PICKLE_TUPLE, error);

  if (value == NULL || koma_pickle_peek (self, n - 1, error) == NULL)
    return FALSE;
  move_items (self, self->stack->len - n, value);
  return koma_pickle_push (self, value, error);
}

/* Adds the values from @first on to the one before them. */
static gboolean
extend (KomaPickle    *self,
        guint          first,
        KomaPickleKind kind,
        GError       **error)
{
  const guint      n = self->stack->len - first;
  KomaPickleValue *into = koma_pickle_peek (self, n, error);

  if (into == NULL)
    return FALSE;
  if (into->kind != kind && into->kind != KOMA_PICKLE_OPAQUE)
    return koma_pickle_fail (self, "items are added to what has none", error);
  if (kind == KOMA_PICKLE_DICT && n % 2 != 0)
    return koma_pickle_fail (self, "a key has no value", error);
  move_items (self, first, into);
  return TRUE;
}

static gboolean
extend_marked (KomaPickle    *self,
               KomaPickleKind kind,
               GError       **error)
{
  guint first = 0;

  return koma_pickle_pop_mark (self, &first, error) && extend (self, first, kind, error);
}

static gboolean
extend_by (KomaPickle    *self,
           guint          n,
           KomaPickleKind kind,
           GError       **error)
{
  return koma_pickle_peek (self, n, error) != NULL &&
         extend (self, self->stack->len - n, kind, error);
}

/* A set that nobody looks into. */
static gboolean
make_frozen_set (KomaPickle *self,
                 GError    **error)
{
  return koma_pickle_drop_marked (self, error) &&
         koma_pickle_push_new (self, KOMA_PICKLE_OPAQUE, error) != NULL;
}

/**
 * koma_pickle_run_container:
 *
 * Runs an instruction about lists, tuples, dicts and sets. Thread: any. Errors: %KOMA_ERROR_MODEL
 * where the pickle is damaged; %KOMA_ERROR_UNSUPPORTED for any other instruction;
 * %KOMA_ERROR_MEMORY.
 */
gboolean
koma_pickle_run_container (KomaPickle *self,
                           guint8      opcode,
                           GError    **error)
{
  switch (opcode) {
  case ')':
    return koma_pickle_push_new (self, KOMA_PICKLE_TUPLE, error) != NULL;
  case ']':
    return koma_pickle_push_new (self, KOMA_PICKLE_LIST, error) != NULL;
  case '}':
    return koma_pickle_push_new (self, KOMA_PICKLE_DICT, error) != NULL;
  case 0x8f: /* an empty set */
    return koma_pickle_push_new (self, KOMA_PICKLE_OPAQUE, error) != NULL;
  case 't':
    return collect (self, KOMA_PICKLE_TUPLE, error);
  case 'l':
    return collect (self, KOMA_PICKLE_LIST, error);
  case 'd':
    return collect (self, KOMA_PICKLE_DICT, error);
  case 0x85:
  case 0x86:
  case 0x87:
    return collect_last (self, opcode - 0x84, error);
  case 'a':
    return extend_by (self, 1, KOMA_PICKLE_LIST, error);
  case 'e':
    return extend_marked (self, KOMA_PICKLE_LIST, error);
  case 's':
    return extend_by (self, 2, KOMA_PICKLE_DICT, error);
  case 'u':
    return extend_marked (self, KOMA_PICKLE_DICT, error);
  case 0x90: /* items of a set */
    return extend_marked (self, KOMA_PICKLE_OPAQUE, error);
  case 0x91:
    return make_frozen_set (self, error);
  default:
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "its pickle has instruction 0x%02x at byte %zu, which state dicts do not use",
                      opcode, (gsize) (self->next - 1 - self->begin));
  }
}
