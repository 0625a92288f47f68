/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "word-space.h"

#include <string.h>

#include "text-tower.h"

/* Sets of texts whose vectors are kept; a full memory begins anew. At a width of 512 it takes
 * 40 MB. */
#define MAX_KEPT 20000

struct _KomaWordSpace
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  KomaModel  *model;
  KomaTowers *towers;

  /* Guarded by lock. */
  GMutex         lock;
  KomaTextTower *tower;   /* (nullable) until a text is encoded */
  GHashTable    *vectors; /* utf8 → float[width] */
};

/**
 * koma_word_space_new:
 * @model: whose koma_model_get_purpose() is %KOMA_PURPOSE_WORDS, with the files of its tokenizer
 *   beside it
 *
 * Thread: any. Errors: those of koma_towers_new().
 *
 * Returns: (transfer full):
 */
KomaWordSpace *
koma_word_space_new (KomaModel *model,
                     GError   **error)
{
  KomaTowers    *towers = koma_towers_new (model, error);
  KomaWordSpace *self = NULL;

  if (towers == NULL)
    return NULL;
  self = g_new0 (KomaWordSpace, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->model = koma_model_ref (model);
  self->towers = towers;
  g_mutex_init (&self->lock);
  self->vectors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

KomaWordSpace *
koma_word_space_ref (KomaWordSpace *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * koma_word_space_unref:
 * @self: (nullable)
 *
 * Thread: any.
 */
void
koma_word_space_unref (KomaWordSpace *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->vectors, g_hash_table_unref);
  g_clear_pointer (&self->tower, koma_text_tower_free);
  g_mutex_clear (&self->lock);
  koma_towers_unref (self->towers);
  koma_model_unref (self->model);
  g_free (self);
}

/**
 * koma_word_space_get_model:
 *
 * Returns: (transfer none): as it was read, without classes
 */
KomaModel *
koma_word_space_get_model (const KomaWordSpace *self)
{
  return self->model;
}

/**
 * koma_word_space_get_towers:
 *
 * Returns: (transfer none): its halves
 */
KomaTowers *
koma_word_space_get_towers (const KomaWordSpace *self)
{
  return self->towers;
}

static KomaTextTower *
open_tower (KomaWordSpace *self,
            GError       **error)
{
  if (self->tower == NULL)
    self->tower = koma_text_tower_new (self->towers, self->model, error);
  return self->tower;
}

/* (nullable) [width] */
static float *
compute (KomaWordSpace     *self,
         const char *const *texts,
         GError           **error)
{
  g_autofree float *vector = g_new (float, koma_towers_get_width (self->towers));

  if (open_tower (self, error) == NULL ||
      !koma_text_tower_encode_mean (self->tower, texts, vector, error))
    return NULL;
  return g_steal_pointer (&vector);
}

/**
 * koma_word_space_encode:
 * @texts: UTF-8
 *
 * Thread: any; computes, and reads files the first time. Errors: those of koma_text_tower_new()
 * and koma_text_tower_encode_mean().
 */
gboolean
koma_word_space_encode (KomaWordSpace     *self,
                        const char *const *texts,
                        float             *ret_vector,
                        GError           **error)
{
  const guint      width = koma_towers_get_width (self->towers);
  g_autofree char *key = g_strjoinv ("\n", (char **) texts);
  G_GNUC_UNUSED    g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  float           *vector = g_hash_table_lookup (self->vectors, key);

  if (vector == NULL) {
    vector = compute (self, texts, error);
    if (vector == NULL)
      return FALSE;
    if (g_hash_table_size (self->vectors) >= MAX_KEPT)
      g_hash_table_remove_all (self->vectors);
    g_hash_table_insert (self->vectors, g_steal_pointer (&key), vector);
  }
  memcpy (ret_vector, vector, width * sizeof *vector);
  return TRUE;
}

/**
 * koma_word_space_get_n_encoded:
 *
 * Thread: any.
 *
 * Returns: how many texts were computed, and not kept
 */
guint
koma_word_space_get_n_encoded (KomaWordSpace *self)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->tower != NULL ? koma_text_tower_get_n_computed (self->tower) : 0;
}
