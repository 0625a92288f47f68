/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A ring of places: picture i of the order comes into place i modulo their number. A thread begins
 * with the next picture as soon as its place is free. The memory that decoders share goes back
 * before a picture lies in its place, so that who waits for a place keeps nobody waiting. */
#include "picture-ahead.h"

#include "engine/koma/model/graph-model-picture.h"
#include "engine/picture/decoder.h"
#include "engine/picture/preprocess.h"

typedef struct
{
  KomaArray *pixels;  /* (nullable) (owned) */
  GError    *error;   /* (nullable) (owned) */
  gboolean   is_done; /* one of both is there */
} Place;

struct _KomaPictureAhead
{
  /* Immutable after construction. */
  KomaPictureFolder *folder; /* (owned) */
  const GArray      *order;  /* (borrowed) guint */
  KomaRecipe         recipe;
  guint              n_places;
  guint              n_threads;
  GThread          **threads;     /* (owned) [n_threads] */
  GCancellable      *cancellable; /* (owned) */

  GMutex lock;
  GCond  has_room; /* threads: a place is free, or the end */
  GCond  has_one;  /* who takes: a picture is done */

  /* Guarded by lock. */
  Place   *places; /* (owned) [n_places] */
  gsize    n_begun;
  gsize    n_taken;
  gboolean is_ending;
};

static KomaArray *
read_picture (KomaPictureAhead *self,
              const char       *path,
              GError          **error)
{
  const KomaRecipe *recipe = &self->recipe;
  const KomaShape   shape =
    KOMA_SHAPE (recipe->height, recipe->width, koma_recipe_get_n_channels (recipe));
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaPicture) picture = koma_decoder_decode_file (
    file, koma_preprocess_get_min_side (recipe), self->cancellable, error);
  g_autoptr (KomaArray) batch = NULL;

  if (picture == NULL) {
    g_autofree char *folder = g_path_get_dirname (path);

    /* The message begins with the name of the file. */
    g_prefix_error (error, "%s/", folder);
    return NULL;
  }
  batch = koma_graph_model_input_from_pixels (recipe, picture->rgb, picture->width, picture->height,
                                              picture->stride, error);
  if (batch == NULL) {
    g_prefix_error (error, "%s: ", path);
    return NULL;
  }
  return koma_array_reshape (batch, &shape, error);
}

static guint
get_picture (const KomaPictureAhead *self,
             gsize                   at)
{
  return g_array_index (self->order, guint, at);
}

/* FALSE: there is nothing left to do. With the lock. */
static gboolean
wait_for_room (KomaPictureAhead *self)
{
  while (!self->is_ending && self->n_begun < self->order->len &&
         self->n_begun - self->n_taken >= self->n_places)
    g_cond_wait (&self->has_room, &self->lock);
  return !self->is_ending && self->n_begun < self->order->len;
}

static gpointer
run (gpointer data)
{
  KomaPictureAhead *self = data;

  g_mutex_lock (&self->lock);
  while (wait_for_room (self)) {
    const gsize at = self->n_begun++;
    Place       found = { .is_done = TRUE };

    g_mutex_unlock (&self->lock);
    found.pixels = read_picture (
      self, koma_picture_folder_get_path (self->folder, get_picture (self, at)), &found.error);
    g_mutex_lock (&self->lock);
    self->places[at % self->n_places] = found;
    g_cond_signal (&self->has_one);
  }
  g_mutex_unlock (&self->lock);
  return NULL;
}

/**
 * koma_picture_ahead_new: (skip)
 *
 * Thread: any.
 */
KomaPictureAhead *
koma_picture_ahead_new (KomaPictureFolder *folder,
                        const GArray      *order,
                        const KomaRecipe  *recipe,
                        guint              n_ahead,
                        guint              n_threads)
{
  KomaPictureAhead *self = g_new0 (KomaPictureAhead, 1);

  self->folder = g_object_ref (folder);
  self->order = order;
  self->recipe = *recipe;
  self->n_places = n_ahead;
  self->n_threads = MIN (MIN (n_threads, n_ahead), order->len);
  self->cancellable = g_cancellable_new ();
  self->places = g_new0 (Place, n_ahead);
  self->threads = g_new0 (GThread *, MAX (self->n_threads, 1));
  g_mutex_init (&self->lock);
  g_cond_init (&self->has_room);
  g_cond_init (&self->has_one);
  for (guint i = 0; i < self->n_threads; i++)
    self->threads[i] = g_thread_new ("koma-picture", run, self);
  return self;
}

static void
end_threads (KomaPictureAhead *self)
{
  g_cancellable_cancel (self->cancellable);
  g_mutex_lock (&self->lock);
  self->is_ending = TRUE;
  g_cond_broadcast (&self->has_room);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < self->n_threads; i++)
    g_thread_join (self->threads[i]);
}

/**
 * koma_picture_ahead_free: (skip)
 *
 * Thread: the one that takes.
 */
void
koma_picture_ahead_free (KomaPictureAhead *self)
{
  if (self == NULL)
    return;
  end_threads (self);
  for (guint i = 0; i < self->n_places; i++) {
    g_clear_pointer (&self->places[i].pixels, koma_array_unref);
    g_clear_error (&self->places[i].error);
  }
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->has_room);
  g_cond_clear (&self->has_one);
  g_free (self->places);
  g_free (self->threads);
  g_object_unref (self->cancellable);
  g_object_unref (self->folder);
  g_free (self);
}

/**
 * koma_picture_ahead_is_at_end: (skip)
 *
 * Thread: the one that takes.
 */
gboolean
koma_picture_ahead_is_at_end (const KomaPictureAhead *self)
{
  return self->n_taken == self->order->len;
}

/**
 * koma_picture_ahead_take: (skip)
 *
 * Errors: those of koma_decoder_decode_file(), with the path before them; %KOMA_ERROR_MEMORY.
 * Thread: always the same.
 */
KomaArray *
koma_picture_ahead_take (KomaPictureAhead *self,
                         guint            *ret_index,
                         GError          **error)
{
  Place  found = { 0 };
  Place *place = NULL;

  g_mutex_lock (&self->lock);
  place = &self->places[self->n_taken % self->n_places];
  while (!place->is_done)
    g_cond_wait (&self->has_one, &self->lock);
  found = *place;
  *place = (Place){ 0 };
  *ret_index = get_picture (self, self->n_taken++);
  g_cond_signal (&self->has_room);
  g_mutex_unlock (&self->lock);
  if (found.error != NULL)
    g_propagate_error (error, found.error);
  return found.pixels;
}
