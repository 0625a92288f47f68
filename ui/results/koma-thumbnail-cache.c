/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-thumbnail-cache.h"

#include "worker/koma-thread.h"

/**
 * KomaThumbnailCache:
 *
 * Decodes thumbnails on other threads and keeps the textures that were used
 * last. A texture takes ten times the memory of its JPEG, so not all are kept.
 *
 * The key of a thumbnail is the address of its GBytes. The cache holds a
 * reference to them.
 *
 * Thread: main
 */
struct _KomaThumbnailCache
{
  GObject parent_instance;

  guint       max_textures;
  GHashTable *links;   /* GBytes (borrowed from the entry) → GList of entries */
  GQueue      entries; /* Entry, the most recently used first */
};

typedef struct
{
  GBytes     *jpeg;
  GdkTexture *texture;
} Entry;

G_DEFINE_FINAL_TYPE (KomaThumbnailCache, koma_thumbnail_cache, G_TYPE_OBJECT)

static void
entry_free (Entry *entry)
{
  g_bytes_unref (entry->jpeg);
  g_object_unref (entry->texture);
  g_free (entry);
}

static void
koma_thumbnail_cache_finalize (GObject *object)
{
  KomaThumbnailCache *self = KOMA_THUMBNAIL_CACHE (object);

  g_hash_table_unref (self->links);
  g_queue_clear_full (&self->entries, (GDestroyNotify) entry_free);

  G_OBJECT_CLASS (koma_thumbnail_cache_parent_class)->finalize (object);
}

static void
koma_thumbnail_cache_class_init (KomaThumbnailCacheClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_thumbnail_cache_finalize;
}

static void
koma_thumbnail_cache_init (KomaThumbnailCache *self)
{
  self->links = g_hash_table_new (NULL, NULL);
  g_queue_init (&self->entries);
}

KomaThumbnailCache *
koma_thumbnail_cache_new (guint max_textures)
{
  KomaThumbnailCache *self = g_object_new (KOMA_TYPE_THUMBNAIL_CACHE, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->max_textures = MAX (max_textures, 1);
  return self;
}

GdkTexture *
koma_thumbnail_cache_get (KomaThumbnailCache *self,
                          GBytes             *jpeg)
{
  GList *link = g_hash_table_lookup (self->links, jpeg);

  KOMA_ASSERT_MAIN_THREAD ();

  if (link == NULL)
    return NULL;

  g_queue_unlink (&self->entries, link);
  g_queue_push_head_link (&self->entries, link);
  return ((Entry *) link->data)->texture;
}

static void
drop_oldest (KomaThumbnailCache *self)
{
  Entry *oldest = g_queue_pop_tail (&self->entries);

  g_hash_table_remove (self->links, oldest->jpeg);
  entry_free (oldest);
}

static void
add_texture (KomaThumbnailCache *self,
             GBytes             *jpeg,
             GdkTexture         *texture)
{
  Entry *entry = NULL;

  /* Two rows may have requested the same thumbnail. */
  if (g_hash_table_contains (self->links, jpeg))
    return;

  entry = g_new (Entry, 1);
  entry->jpeg = g_bytes_ref (jpeg);
  entry->texture = g_object_ref (texture);
  g_queue_push_head (&self->entries, entry);
  g_hash_table_insert (self->links, jpeg, self->entries.head);

  while (self->entries.length > self->max_textures)
    drop_oldest (self);
}

static void
decode (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  GError     *error = NULL;
  GdkTexture *texture = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;

  texture = gdk_texture_new_from_bytes (task_data, &error);
  if (texture != NULL)
    g_task_return_pointer (task, texture, g_object_unref);
  else
    g_task_return_error (task, error);
}

void
koma_thumbnail_cache_load_async (KomaThumbnailCache *self,
                                 GBytes             *jpeg,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  KOMA_ASSERT_MAIN_THREAD ();

  g_task_set_source_tag (task, koma_thumbnail_cache_load_async);
  g_task_set_task_data (task, g_bytes_ref (jpeg), (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, decode);
}

GdkTexture *
koma_thumbnail_cache_load_finish (KomaThumbnailCache *self,
                                  GAsyncResult       *result,
                                  GError            **error)
{
  GTask      *task = G_TASK (result);
  GdkTexture *texture = g_task_propagate_pointer (task, error);

  KOMA_ASSERT_MAIN_THREAD ();

  if (texture != NULL)
    add_texture (self, g_task_get_task_data (task), texture);
  return texture;
}

guint
koma_thumbnail_cache_get_n_textures (KomaThumbnailCache *self)
{
  return self->entries.length;
}
