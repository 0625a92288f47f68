/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-thumbnail-cache.h"

#include "engine/koma-values.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

/* Of all textures: those of 680 tiles, or of 170 on a screen with a scale of 2. */
#define MAX_BYTES (64u << 20)

/**
 * KomaThumbnailCache:
 *
 * Decodes thumbnails on other threads and keeps the textures that were used
 * last. A texture takes ten times the memory of its JPEG, so not all are kept.
 *
 * The key of a thumbnail is the address of its GBytes. The cache holds a
 * reference to them. A sharp texture, made from the picture itself or by another program, takes the
 * place of the one of the JPEG.
 *
 * Emits "loaded" when a texture is there.
 *
 * Thread: main
 */
struct _KomaThumbnailCache
{
  GObject parent_instance;

  guint       max_textures;
  gsize       bytes;   /* of all textures */
  GHashTable *links;   /* GBytes (borrowed from the entry) → GList of entries */
  GQueue      entries; /* Entry, the most recently used first */
};

typedef struct
{
  GBytes     *jpeg;
  GdkTexture *texture;
  guint       side; /* that was asked for, if it is sharp; else 0 */
} Entry;

G_DEFINE_FINAL_TYPE (KomaThumbnailCache, koma_thumbnail_cache, G_TYPE_OBJECT)

static gsize
count_bytes (GdkTexture *texture)
{
  return (gsize) gdk_texture_get_width (texture) * gdk_texture_get_height (texture) * 4;
}

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

  g_signal_new ("loaded", KOMA_TYPE_THUMBNAIL_CACHE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
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

gboolean
koma_thumbnail_cache_is_sharp (KomaThumbnailCache *self,
                               GBytes             *jpeg,
                               guint               side)
{
  GList *link = g_hash_table_lookup (self->links, jpeg);

  return link != NULL && ((Entry *) link->data)->side >= side;
}

static void
drop_oldest (KomaThumbnailCache *self)
{
  Entry *oldest = g_queue_pop_tail (&self->entries);

  g_hash_table_remove (self->links, oldest->jpeg);
  self->bytes -= count_bytes (oldest->texture);
  entry_free (oldest);
}

static Entry *
ensure_entry (KomaThumbnailCache *self,
              GBytes             *jpeg)
{
  GList *link = g_hash_table_lookup (self->links, jpeg);
  Entry *entry = NULL;

  if (link != NULL)
    return link->data;
  entry = g_new0 (Entry, 1);
  entry->jpeg = g_bytes_ref (jpeg);
  g_queue_push_head (&self->entries, entry);
  g_hash_table_insert (self->links, jpeg, self->entries.head);
  return entry;
}

static void
add_texture (KomaThumbnailCache *self,
             GBytes             *jpeg,
             GdkTexture         *texture,
             guint               side)
{
  Entry *entry = ensure_entry (self, jpeg);

  /* Two rows may have requested the same thumbnail. */
  if (entry->texture != NULL && side <= entry->side)
    return;
  if (entry->texture != NULL)
    self->bytes -= count_bytes (entry->texture);
  self->bytes += count_bytes (texture);
  g_set_object (&entry->texture, texture);
  entry->side = side;
  while (self->entries.length > self->max_textures ||
         (self->bytes > MAX_BYTES && self->entries.length > 1))
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
  koma_task_run_in_thread (task, decode);
}

/* ---- Sharp ones ---- */

typedef struct
{
  GBytes *jpeg;
  guint   side;
} Wish;

static void
wish_free (gpointer data)
{
  Wish *wish = data;

  g_bytes_unref (wish->jpeg);
  g_free (wish);
}

static GdkTexture *
create_texture (KomaPicture *picture)
{
  g_autoptr (GBytes) pixels = g_bytes_new_with_free_func (
    picture->rgb, picture->stride * (picture->height - 1) + 3 * picture->width,
    (GDestroyNotify) koma_picture_unref, koma_picture_ref (picture));

  return gdk_memory_texture_new (picture->width, picture->height, GDK_MEMORY_R8G8B8, pixels,
                                 picture->stride);
}

static void
sharp_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  KomaThumbnailCache *self = g_task_get_source_object (task);
  const Wish         *wish = g_task_get_task_data (task);
  GError             *error = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, &error);
  GdkTexture *texture = NULL;

  if (picture == NULL) {
    g_task_return_error (task, error);
    return;
  }
  texture = create_texture (picture);
  add_texture (self, wish->jpeg, texture, wish->side);
  g_task_return_pointer (task, texture, g_object_unref);
}

/**
 * koma_thumbnail_cache_sharpen_async:
 * @self: a cache
 * @jpeg: a thumbnail
 * @request: for the picture that it is of
 * @side: pixels of the square that the texture is to fit into
 *
 * Replaces the texture by one that is sharp at this size: by the thumbnail that another program
 * left in the user's cache, or from the picture itself.
 */
void
koma_thumbnail_cache_sharpen_async (KomaThumbnailCache *self,
                                    GBytes             *jpeg,
                                    KomaRequest        *request,
                                    guint               side,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Wish  *wish = g_new (Wish, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  *wish = (Wish){ g_bytes_ref (jpeg), side };
  g_task_set_source_tag (task, koma_thumbnail_cache_sharpen_async);
  g_task_set_task_data (task, wish, wish_free);
  koma_picture_load_thumbnail_async (request, side, cancellable, sharp_cb, task);
}

/* Of koma_thumbnail_cache_load_async() and koma_thumbnail_cache_sharpen_async(). */
GdkTexture *
koma_thumbnail_cache_load_finish (KomaThumbnailCache *self,
                                  GAsyncResult       *result,
                                  GError            **error)
{
  GTask      *task = G_TASK (result);
  GdkTexture *texture = g_task_propagate_pointer (task, error);

  KOMA_ASSERT_MAIN_THREAD ();

  if (texture == NULL)
    return NULL;
  if (g_task_get_source_tag (task) == koma_thumbnail_cache_load_async)
    add_texture (self, g_task_get_task_data (task), texture, 0);
  g_signal_emit_by_name (self, "loaded");
  return texture;
}

guint
koma_thumbnail_cache_get_n_textures (KomaThumbnailCache *self)
{
  return self->entries.length;
}
