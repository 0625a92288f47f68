/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-class-count.h"

#include "worker/koma-thread.h"

/* A quarter of a frame, where none of them is in a cache of the processor. */
#define N_A_TURN 10000

struct _KomaClassCount
{
  KomaShownList     *list;
  GHashTable        *classes;
  GHashTable        *kinds;
  guint              position; /* of the picture that is counted next */
  guint              source;   /* 0: all are */
  KomaClassCountFunc func;
  gpointer           user_data;
};

static gboolean
count_cb (gpointer data)
{
  KomaClassCount *self = data;

  if (koma_shown_list_count_on (self->list, N_A_TURN, &self->position, self->classes, self->kinds))
    return G_SOURCE_CONTINUE;
  self->source = 0;
  self->func (self->classes, self->kinds, self->user_data);
  return G_SOURCE_REMOVE;
}

KomaClassCount *
koma_class_count_new (KomaShownList     *list,
                      KomaClassCountFunc func,
                      gpointer           user_data)
{
  KomaClassCount *self = g_new0 (KomaClassCount, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  self->list = g_object_ref (list);
  self->classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->func = func;
  self->user_data = user_data;
  if (koma_shown_list_count_on (list, N_A_TURN, &self->position, self->classes, self->kinds))
    self->source = g_idle_add (count_cb, self);
  func (self->classes, self->kinds, user_data);
  return self;
}

void
koma_class_count_free (KomaClassCount *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_object_unref (self->list);
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->kinds);
  g_free (self);
}
