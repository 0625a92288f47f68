/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "globals.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_PICKLE_NONE,
  KOMA_PICKLE_BOOL,
  KOMA_PICKLE_INT,
  KOMA_PICKLE_REAL,
  KOMA_PICKLE_LONG, /* an integer that 64 bits can not hold */
  KOMA_PICKLE_TEXT,
  KOMA_PICKLE_BYTES,
  KOMA_PICKLE_TUPLE,
  KOMA_PICKLE_LIST,
  KOMA_PICKLE_DICT,
  KOMA_PICKLE_GLOBAL,
  KOMA_PICKLE_STORAGE, /* what a persistent id stands for; its item is the id */
  KOMA_PICKLE_TENSOR,  /* its items are the arguments of _rebuild_tensor_v2 () */
  KOMA_PICKLE_OPAQUE,  /* something that nobody looks into */
} KomaPickleKind;

typedef struct
{
  KomaPickleKind kind;
  union
  {
    gint64            integer; /* also of a bool */
    double            real;
    gsize             length;     /* of a text, bytes or a long, which begin at @data */
    GPtrArray        *items;      /* (nullable) KomaPickleValue; of a dict: key, value, key, … */
    const KomaGlobal *global_row; /* of a global */
  };
  const guint8 *data; /* (borrowed) where it stands in the pickle */
} KomaPickleValue;

/* All values of a pickle; they are freed together, so that they may contain themselves. */
typedef struct
{
  GPtrArray *blocks; /* KomaPickleValue[] */
  guint      n_values;
} KomaPickleValues;

void koma_pickle_values_init (KomaPickleValues *self);
void koma_pickle_values_clear (KomaPickleValues *self);
/* (nullable) NULL: there are too many. */
KomaPickleValue *koma_pickle_values_add (KomaPickleValues *self,
                                         KomaPickleKind    kind,
                                         GError          **error);
gboolean         koma_pickle_value_has_items (const KomaPickleValue *value);
void             koma_pickle_value_append (KomaPickleValue *value, KomaPickleValue *item);

/* What is in a value; NULL where there is no such thing. */
guint                  koma_pickle_count (const KomaPickleValue *value); /* its items */
const KomaPickleValue *koma_pickle_item (const KomaPickleValue *value, guint index);
gboolean               koma_pickle_is_text (const KomaPickleValue *value, const char *text);
char                  *koma_pickle_dup_text (const KomaPickleValue *value); /* (transfer full) */

G_END_DECLS
