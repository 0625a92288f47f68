/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pickle-values.h"

G_BEGIN_DECLS

/* The machine that a pickle is a program for. */
typedef struct _KomaPickle KomaPickle;

struct _KomaPickle
{
  KomaPickleValues values;
  KomaPickleValue *root;
  GPtrArray       *storages; /* KomaPickleValue */

  /* While it is read. */
  const guint8 *begin;
  const guint8 *next;
  gsize         n_left;
  gboolean      is_cut;
  GPtrArray    *stack; /* KomaPickleValue */
  GArray       *marks; /* guint: lengths of @stack */
  GPtrArray    *memo;  /* (nullable) KomaPickleValue */
};

gboolean koma_pickle_fail (const KomaPickle *self, const char *what, GError **error);

/* Of the pickle. */
const guint8 *koma_pickle_take (KomaPickle *self, guint64 n_bytes, GError **error);
gboolean      koma_pickle_take_number (KomaPickle *self,
                                       gsize       n_bytes,
                                       guint64    *ret_number,
                                       GError    **error);

/* The stack; all values are borrowed. */
gboolean         koma_pickle_push (KomaPickle *self, KomaPickleValue *value, GError **error);
KomaPickleValue *koma_pickle_push_new (KomaPickle *self, KomaPickleKind kind, GError **error);
KomaPickleValue *koma_pickle_peek (const KomaPickle *self, guint depth, GError **error);
KomaPickleValue *koma_pickle_pop (KomaPickle *self, GError **error);
guint            koma_pickle_count_free (const KomaPickle *self);
gboolean         koma_pickle_push_mark (KomaPickle *self, GError **error);
gboolean         koma_pickle_pop_mark (KomaPickle *self, guint *ret_first, GError **error);
gboolean         koma_pickle_drop_marked (KomaPickle *self, GError **error);

gboolean koma_pickle_put (KomaPickle *self, guint64 index, GError **error);

/* Instructions. */
gboolean koma_pickle_run_container (KomaPickle *self, guint8 opcode, GError **error);
gboolean koma_pickle_run_object (KomaPickle *self, guint8 opcode, GError **error);

G_END_DECLS
