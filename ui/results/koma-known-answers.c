/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-known-answers.h"

#include "ui/preferences/koma-preferences.h"
#include "worker/koma-thread.h"

/* Pictures that it is asked for at a time. */
#define MAX_ASKED 512

struct _KomaKnownAnswers
{
  KomaKnownAnswersFunc func;
  GObject             *object; /* borrowed: it has this */

  KomaCollectionKeeper *keeper; /* (nullable) */
  GPtrArray            *asking; /* (nullable) (element-type KomaResultItem) it is asked for them */
};

typedef struct
{
  KomaKnownAnswers *known;
  GObject          *object; /* as long as it is there, the former is */
  GPtrArray        *items;  /* (element-type KomaResultItem) */
} Asked;

static void
asked_free (Asked *asked)
{
  g_object_unref (asked->object);
  g_ptr_array_unref (asked->items);
  g_free (asked);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

/* @object: has the result, and is given to @func */
KomaKnownAnswers *
koma_known_answers_new (KomaKnownAnswersFunc func,
                        GObject             *object)
{
  KomaKnownAnswers *self = g_new0 (KomaKnownAnswers, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  self->func = func;
  self->object = object;
  return self;
}

void
koma_known_answers_free (KomaKnownAnswers *self)
{
  koma_known_answers_forget (self);
  g_clear_object (&self->keeper);
  g_free (self);
}

GPtrArray *
koma_known_answers_set_keeper (KomaKnownAnswers     *self,
                               KomaCollectionKeeper *keeper)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->keeper, keeper);
  return g_steal_pointer (&self->asking);
}

void
koma_known_answers_forget (KomaKnownAnswers *self)
{
  g_clear_pointer (&self->asking, g_ptr_array_unref);
}

static gboolean
is_to_be_asked_for (KomaResultItem *item) /* (nullable) */
{
  return item != NULL && koma_result_item_get_ask (item) != KOMA_ASK_NOTHING &&
         koma_result_item_get_path (item) != NULL;
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Asked) asked = user_data;
  KomaKnownAnswers *self = asked->known;
  g_autoptr (GArray) known = koma_collection_keeper_find_finish (result, NULL);

  /* It was asked for another model, or another collection was. */
  if (self->asking != asked->items)
    return;
  g_clear_pointer (&self->asking, g_ptr_array_unref);
  self->func (asked->items, known, asked->object);
}

static void
ask_for (KomaKnownAnswers *self,
         GPtrArray        *items)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_full (items->len, g_free);
  Asked *asked = g_new (Asked, 1);

  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (paths, g_strdup (koma_result_item_get_path (items->pdata[i])));
  *asked = (Asked){ self, g_object_ref (self->object), g_ptr_array_ref (items) };
  koma_collection_keeper_find_async (self->keeper, paths, KOMA_MAX_RESULTS, found_cb, asked);
}

gboolean
koma_known_answers_ask (KomaKnownAnswers *self,
                        GQueue           *waiting)
{
  if (self->keeper == NULL || !is_to_be_asked_for (g_queue_peek_head (waiting)))
    return FALSE;
  if (self->asking != NULL)
    return TRUE;
  self->asking = g_ptr_array_new_with_free_func (g_object_unref);
  while (self->asking->len < MAX_ASKED && is_to_be_asked_for (g_queue_peek_head (waiting)))
    g_ptr_array_add (self->asking, g_queue_pop_head (waiting));
  ask_for (self, self->asking);
  return TRUE;
}

void
koma_known_answers_keep (KomaKnownAnswers *self,
                         KomaResultItem   *item,
                         KomaResult       *result,
                         const GError     *error)
{
  const char *path = koma_result_item_get_path (item);

  if (self->keeper != NULL && path != NULL &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    koma_collection_keeper_add (self->keeper, path, result, error);
}
