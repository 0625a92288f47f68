/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-read-ahead.h"

#include "engine/koma-app.h"
#include "worker/box/koma-box.h"

/* For each thread: one that it reads, and one that is ready. */
#define SLOTS_PER_THREAD 2

typedef struct
{
  const char *path;
  float      *values;
  GError     *error; /* (nullable) */
  gboolean    is_done;
} Slot;

struct _KomaCliReadAhead
{
  /* Immutable after construction. */
  const KomaRecipe *recipe;
  const GPtrArray  *paths;
  GCancellable     *cancellable;

  GThreadPool *pool;
  GAsyncQueue *done; /* of Slot */

  /* Of the thread that takes. */
  Slot *slots; /* [n_slots] picture i is read into slot i modulo n_slots */
  guint n_slots;
  guint n_asked;
  guint n_taken;
};

/* As koma classify decodes: twice the model's size leaves the resize enough to average over. */
static void
read_cb (gpointer data,
         gpointer user_data)
{
  const KomaCliReadAhead *self = user_data;
  const guint             side = 2 * MAX (self->recipe->width, self->recipe->height);
  Slot                   *slot = data;
  g_autoptr (GFile) file = g_file_new_for_path (slot->path);
  g_autoptr (KomaPicture) picture =
    koma_box_decode_file (file, side, self->cancellable, &slot->error);

  if (picture != NULL)
    (void) koma_preprocess (self->recipe, picture->rgb, picture->width, picture->height,
                            picture->stride, slot->values, &slot->error);
  g_async_queue_push (self->done, slot);
}

static void
ask (KomaCliReadAhead *self)
{
  Slot *slot = &self->slots[self->n_asked % self->n_slots];

  if (self->n_asked == self->paths->len)
    return;
  slot->path = self->paths->pdata[self->n_asked++];
  slot->is_done = FALSE;
  g_clear_error (&slot->error);
  g_thread_pool_push (self->pool, slot, NULL);
}

KomaCliReadAhead *
koma_cli_read_ahead_new (const KomaRecipe *recipe,
                         const GPtrArray  *paths,
                         gsize             n_values,
                         GCancellable     *cancellable)
{
  KomaCliReadAhead *self = g_new0 (KomaCliReadAhead, 1);
  const guint       n_threads = g_get_num_processors ();

  self->recipe = recipe;
  self->paths = paths;
  self->cancellable = cancellable;
  self->done = g_async_queue_new ();
  self->pool = g_thread_pool_new (read_cb, self, (gint) n_threads, FALSE, NULL);
  self->n_slots = n_threads * SLOTS_PER_THREAD;
  self->slots = g_new0 (Slot, self->n_slots);
  for (guint i = 0; i < self->n_slots; i++) {
    self->slots[i].values = g_new (float, n_values);
    ask (self);
  }
  return self;
}

/**
 * koma_cli_read_ahead_free:
 * @self: (nullable) (transfer full)
 *
 * Waits for the pictures that are being read.
 */
void
koma_cli_read_ahead_free (KomaCliReadAhead *self)
{
  if (self == NULL)
    return;
  g_thread_pool_free (self->pool, TRUE, TRUE);
  g_async_queue_unref (self->done);
  for (guint i = 0; i < self->n_slots; i++) {
    g_free (self->slots[i].values);
    g_clear_error (&self->slots[i].error);
  }
  g_free (self->slots);
  g_free (self);
}

/**
 * koma_cli_read_ahead_take:
 *
 * Called once for each path. Errors: those of koma_box_decode_file() and koma_preprocess().
 */
const float *
koma_cli_read_ahead_take (KomaCliReadAhead *self,
                          GError          **error)
{
  Slot *slot = &self->slots[self->n_taken % self->n_slots];

  /* What the last call gave is read by nobody any more. */
  if (self->n_taken > 0)
    ask (self);
  self->n_taken++;
  while (!slot->is_done)
    ((Slot *) g_async_queue_pop (self->done))->is_done = TRUE;
  if (slot->error == NULL)
    return slot->values;
  g_propagate_error (error, g_steal_pointer (&slot->error));
  return NULL;
}
