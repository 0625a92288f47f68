/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-pixel-pool.h"

#include "worker/queue/koma-mpsc-queue.h"

/* In front of the pixels, which begin where a cache line does. */
typedef union
{
  struct
  {
    KomaMpscItem item; /* first */
    gsize        size_bytes;
  };
  guint8 room[64];
} Header;

struct _KomaPixelPool
{
  gatomicrefcount ref_count;
  KomaMpscQueue   back; /* (element-type Header) given back */

  /* Of the thread that takes. */
  KomaMpscItem *spare; /* (nullable) (element-type Header) all of one size */
};

/**
 * koma_pixel_pool_new:
 *
 * Returns: (transfer full): a pool without memory
 */
KomaPixelPool *
koma_pixel_pool_new (void)
{
  KomaPixelPool *pool = g_new0 (KomaPixelPool, 1);

  g_atomic_ref_count_init (&pool->ref_count);
  return pool;
}

static KomaPixelPool *
pool_ref (KomaPixelPool *pool)
{
  g_atomic_ref_count_inc (&pool->ref_count);
  return pool;
}

static void
free_all (KomaMpscItem *item)
{
  while (item != NULL) {
    KomaMpscItem *next = item->next;

    g_free (item);
    item = next;
  }
}

/**
 * koma_pixel_pool_unref:
 * @pool: (nullable) (transfer full): with the last reference goes the memory
 *   that was given back
 */
void
koma_pixel_pool_unref (KomaPixelPool *pool)
{
  if (pool == NULL || !g_atomic_ref_count_dec (&pool->ref_count))
    return;
  free_all (pool->spare);
  free_all (koma_mpsc_queue_take_all (&pool->back));
  g_free (pool);
}

/**
 * koma_pixel_pool_take:
 * @size_bytes: that the pixels need
 *
 * Pixels that were given back, or new ones; of another size than before, what
 * there is goes. One thread at a time.
 *
 * Returns: (transfer full): memory with anything in it, to be given back
 */
guint8 *
koma_pixel_pool_take (KomaPixelPool *pool,
                      gsize          size_bytes)
{
  Header *header = NULL;

  if (pool->spare == NULL)
    pool->spare = koma_mpsc_queue_take_all (&pool->back);
  while (pool->spare != NULL && header == NULL) {
    header = (Header *) pool->spare;
    pool->spare = header->item.next;
    if (header->size_bytes != size_bytes)
      g_clear_pointer (&header, g_free);
  }
  if (header == NULL) {
    header = g_malloc (sizeof *header + size_bytes);
    header->size_bytes = size_bytes;
  }
  return (guint8 *) (header + 1);
}

/**
 * koma_pixel_pool_give_back:
 * @pixels: (transfer full): from koma_pixel_pool_take()
 *
 * Thread: any; waits for nobody.
 */
void
koma_pixel_pool_give_back (KomaPixelPool *pool,
                           guint8        *pixels)
{
  koma_mpsc_queue_push (&pool->back, &((Header *) pixels - 1)->item);
}

static void
give_back (gpointer pool,
           guint8  *rgb)
{
  koma_pixel_pool_give_back (pool, rgb);
  koma_pixel_pool_unref (pool);
}

/**
 * koma_pixel_pool_make_picture:
 * @rgb: (transfer full): as for koma_picture_new_take(), from koma_pixel_pool_take()
 * @width: pixels, 1 or more
 * @height: pixels, 1 or more
 * @stride: bytes, at least 3 * @width
 *
 * Thread: any.
 *
 * Returns: (transfer full): a picture whose pixels go back to @pool
 */
KomaPicture *
koma_pixel_pool_make_picture (KomaPixelPool *pool,
                              guint8        *rgb,
                              guint          width,
                              guint          height,
                              gsize          stride)
{
  KomaPicture *picture = koma_picture_new_take (rgb, width, height, stride);

  koma_picture_set_owner (picture, give_back, pool_ref (pool));
  return picture;
}
