/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-burst.h"

#include <string.h>

/* http://www.isthe.com/chongo/tech/comp/fnv/: FNV-1a of 64 bits */
#define FNV_OFFSET G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define FNV_PRIME  G_GUINT64_CONSTANT (0x100000001b3)

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

guint64
koma_burst_hash_folder (const char *path)
{
  const char *slash = path != NULL ? strrchr (path, '/') : NULL;
  guint64     hash = FNV_OFFSET;

  for (const char *at = path; slash != NULL && at < slash; at++)
    hash = (hash ^ (guint8) *at) * FNV_PRIME;
  return hash;
}

/* Those of one camera and folder beside each other, in the order of their times; those of one time
 * in the order in which they came. */
static int
compare_cb (gconstpointer one,
            gconstpointer other,
            gpointer      data)
{
  const guint     i = *(const guint *) one, j = *(const guint *) other;
  const KomaShot *a = (const KomaShot *) data + i, *b = (const KomaShot *) data + j;

  if (a->taken.camera != b->taken.camera)
    return COMPARE (a->taken.camera, b->taken.camera);
  if (a->folder != b->folder)
    return COMPARE (a->folder, b->folder);
  if (a->taken.time_us != b->taken.time_us)
    return COMPARE (a->taken.time_us, b->taken.time_us);
  return COMPARE (i, j);
}

static gboolean
follows (const KomaShot *shot,
         const KomaShot *before,
         gint64          gap_us)
{
  return shot->taken.camera != 0 && shot->taken.time_us != 0 && before->taken.time_us != 0 &&
         shot->taken.camera == before->taken.camera && shot->folder == before->folder &&
         shot->taken.time_us - before->taken.time_us <= gap_us;
}

/**
 * koma_burst_find:
 * @shots: (array length=n): pictures, each with what its file says, in any order
 * @n: how many; 0 or more
 * @gap_us: the longest time from one picture of a burst to the next
 * @ret_order: (out) (array length=n): indices of @shots
 *
 * Finds pictures that the same camera took, into the same folder, each within @gap_us of the one
 * before. Their order is that of their times, whatever that of @shots is: so a clock that was set
 * back parts no bursts. A picture whose camera or time is not known is in no burst.
 *
 * Time: O(n log n). Thread: any.
 *
 * Returns: (transfer full) (element-type KomaBurst): each burst as a part of @ret_order, where its
 *   pictures stand in the order of their times
 */
GArray *
koma_burst_find (const KomaShot *shots,
                 guint           n,
                 gint64          gap_us,
                 guint          *ret_order)
{
  GArray *bursts = g_array_new (FALSE, FALSE, sizeof (KomaBurst));
  guint   first = 0;

  for (guint i = 0; i < n; i++)
    ret_order[i] = i;
  if (n > 0)
    g_qsort_with_data (ret_order, (gint) n, sizeof *ret_order, compare_cb, (gpointer) shots);
  for (guint i = 1; i <= n; i++) {
    const KomaBurst burst = { first, i - first };

    if (i < n && follows (&shots[ret_order[i]], &shots[ret_order[i - 1]], gap_us))
      continue;
    if (burst.n > 1)
      g_array_append_val (bursts, burst);
    first = i;
  }
  return bursts;
}
