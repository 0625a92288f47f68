/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Classes, functions and what they make. Nothing is looked up or called: each name is a row of
 * globals.c, whose role says what stands in for the result. */

#include "pickle-machine.h"

#include <string.h>

#include "engine/koma/koma-error.h"

static gboolean
push_global (KomaPickle *self,
             const char *module,
             gsize       module_length,
             const char *name,
             gsize       name_length,
             GError    **error)
{
  g_autoptr (GString) whole = g_string_new_len (module, (gssize) MIN (module_length, 200));
  const KomaGlobal *row = NULL;
  KomaPickleValue  *value = NULL;

  g_string_append_c (whole, '.');
  g_string_append_len (whole, name, (gssize) MIN (name_length, 200));
  if (strlen (whole->str) != whole->len || !g_utf8_validate (whole->str, -1, NULL))
    return koma_pickle_fail (self, "a name of Python is no text", error);
  row = koma_global_find (whole->str, error);
  value = row != NULL ? koma_pickle_push_new (self, KOMA_PICKLE_GLOBAL, error) : NULL;
  if (value != NULL)
    value->global_row = row;
  return value != NULL;
}

/* (nullable) Up to the end of the line, which is taken. */
static const guint8 *
take_line (KomaPickle *self,
           gsize      *ret_length,
           GError    **error)
{
  const guint8 *end = memchr (self->next, '\n', self->n_left);

  *ret_length = end != NULL ? (gsize) (end - self->next) : self->n_left;
  return koma_pickle_take (self, (guint64) *ret_length + 1, error);
}

static gboolean
push_global_lines (KomaPickle *self,
                   GError    **error)
{
  gsize         module_length = 0;
  gsize         name_length = 0;
  const guint8 *module = take_line (self, &module_length, error);
  const guint8 *name = module != NULL ? take_line (self, &name_length, error) : NULL;

  return name != NULL && push_global (self, (const char *) module, module_length,
                                      (const char *) name, name_length, error);
}

static gboolean
push_global_stacked (KomaPickle *self,
                     GError    **error)
{
  const KomaPickleValue *name = koma_pickle_pop (self, error);
  const KomaPickleValue *module = name != NULL ? koma_pickle_pop (self, error) : NULL;

  if (module == NULL)
    return FALSE;
  if (name->kind != KOMA_PICKLE_TEXT || module->kind != KOMA_PICKLE_TEXT)
    return koma_pickle_fail (self, "a name of Python is no text", error);
  return push_global (self, (const char *) module->data, module->length,
                      (const char *) name->data, name->length, error);
}

/* OrderedDict of Python 2 is made of a list of pairs. */
static gboolean
fill_dict (KomaPickle            *self,
           KomaPickleValue       *dict,
           const KomaPickleValue *pairs, /* (nullable) */
           GError               **error)
{
  for (guint i = 0; pairs != NULL && i < koma_pickle_count (pairs); i++) {
    const KomaPickleValue *pair = koma_pickle_item (pairs, i);

    if (koma_pickle_count (pair) != 2)
      return koma_pickle_fail (self, "an OrderedDict is made of what are no pairs", error);
    koma_pickle_value_append (dict, g_ptr_array_index (pair->items, 0));
    koma_pickle_value_append (dict, g_ptr_array_index (pair->items, 1));
  }
  return TRUE;
}

/* What a call would return. */
static gboolean
push_made (KomaPickle            *self,
           const KomaPickleValue *maker,
           KomaPickleValue       *arguments,
           GError               **error)
{
  const KomaPickleValue *first = koma_pickle_item (arguments, 0);
  KomaPickleValue       *made = NULL;

  if (maker->kind != KOMA_PICKLE_GLOBAL || arguments->kind != KOMA_PICKLE_TUPLE)
    return koma_pickle_fail (self, "it calls what is no function", error);
  switch (maker->global_row->role) {
  case KOMA_GLOBAL_DICT:
    made = koma_pickle_push_new (self, KOMA_PICKLE_DICT, error);
    return made != NULL && fill_dict (self, made, first, error);
  case KOMA_GLOBAL_TENSOR:
    made = koma_pickle_push_new (self, KOMA_PICKLE_TENSOR, error);
    for (guint i = 0; made != NULL && i < koma_pickle_count (arguments); i++)
      koma_pickle_value_append (made, g_ptr_array_index (arguments->items, i));
    return made != NULL;
  case KOMA_GLOBAL_PARAMETER:
    if (first == NULL || first->kind != KOMA_PICKLE_TENSOR)
      return koma_pickle_fail (self, "a parameter is no tensor", error);
    return koma_pickle_push (self, g_ptr_array_index (arguments->items, 0), error);
  case KOMA_GLOBAL_OPAQUE:
    return koma_pickle_push_new (self, KOMA_PICKLE_OPAQUE, error) != NULL;
  case KOMA_GLOBAL_STORAGE:
  default:
    return koma_pickle_fail (self, "it calls what is no function", error);
  }
}

static gboolean
reduce (KomaPickle *self,
        gboolean    has_keywords,
        GError    **error)
{
  const KomaPickleValue *keywords = has_keywords ? koma_pickle_pop (self, error) : NULL;
  KomaPickleValue       *arguments = NULL;
  const KomaPickleValue *maker = NULL;

  if (has_keywords && keywords == NULL)
    return FALSE;
  arguments = koma_pickle_pop (self, error);
  maker = arguments != NULL ? koma_pickle_pop (self, error) : NULL;
  return maker != NULL && push_made (self, maker, arguments, error);
}

/* Attributes of an object, as "_metadata" of a state dict: nobody needs them. */
static gboolean
build (KomaPickle *self,
       GError    **error)
{
  const KomaPickleValue *object = NULL;

  if (koma_pickle_pop (self, error) == NULL)
    return FALSE;
  object = koma_pickle_peek (self, 0, error);
  if (object == NULL)
    return FALSE;
  return object->kind == KOMA_PICKLE_DICT || object->kind == KOMA_PICKLE_TENSOR ||
         object->kind == KOMA_PICKLE_OPAQUE ||
         koma_pickle_fail (self, "attributes are given to what has none", error);
}

static gboolean
push_storage (KomaPickle *self,
              GError    **error)
{
  KomaPickleValue *id = koma_pickle_pop (self, error);
  KomaPickleValue *value = id != NULL ? koma_pickle_push_new (self, KOMA_PICKLE_STORAGE, error)
                                      : NULL;

  if (value == NULL)
    return FALSE;
  koma_pickle_value_append (value, id);
  g_ptr_array_add (self->storages, value);
  return TRUE;
}

/**
 * koma_pickle_run_object:
 *
 * Runs an instruction about classes, functions, objects and storages, or one of
 * koma_pickle_run_container(). Thread: any. Errors: those of koma_global_find() and of
 * koma_pickle_run_container(); %KOMA_ERROR_MODEL where something is called or filled that is none.
 */
gboolean
koma_pickle_run_object (KomaPickle *self,
                        guint8      opcode,
                        GError    **error)
{
  switch (opcode) {
  case 'c':
    return push_global_lines (self, error);
  case 0x93:
    return push_global_stacked (self, error);
  case 'R':
  case 0x81: /* NEWOBJ: a class and its arguments */
    return reduce (self, FALSE, error);
  case 0x92:
    return reduce (self, TRUE, error);
  case 'b':
    return build (self, error);
  case 'Q':
    return push_storage (self, error);
  default:
    return koma_pickle_run_container (self, opcode, error);
  }
}
