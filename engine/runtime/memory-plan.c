/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy by size (Pisarchyk and Lee, Efficient Memory Management for Deep
 * Neural Net Inference, 2020, arXiv:2001.03288, algorithm 3): the largest
 * buffer first, each at the lowest offset where nothing that lives at the
 * same time lies. */

#include "memory-plan.h"

#include <stdlib.h>

#include "memory.h"

/* Placing is quadratic; above this many buffers each gets a place of its own. */
#define MAX_SHARED 8192

static int
compare_by_size (gconstpointer a,
                 gconstpointer b)
{
  const KomaPlanBuffer *first = *(KomaPlanBuffer *const *) a;
  const KomaPlanBuffer *second = *(KomaPlanBuffer *const *) b;

  if (first->size_bytes != second->size_bytes)
    return first->size_bytes < second->size_bytes ? 1 : -1;
  if (first->first != second->first)
    return first->first > second->first ? 1 : -1;
  return 0;
}

static gboolean
overlaps_in_time (const KomaPlanBuffer *a,
                  const KomaPlanBuffer *b)
{
  return a->first <= b->last && b->first <= a->last;
}

/* Bytes that a buffer takes, with its padding, up to the next aligned byte. */
static gboolean
get_extent (const KomaPlanBuffer *buffer,
            gsize                *ret_extent)
{
  gsize extent = 0;

  if (!g_size_checked_add (&extent, buffer->size_bytes,
                           KOMA_MEMORY_PADDING + KOMA_MEMORY_ALIGNMENT - 1))
    return FALSE;
  *ret_extent = extent - extent % KOMA_MEMORY_ALIGNMENT;
  return TRUE;
}

/* The lowest gap among @placed, which is in order of offset. */
static gboolean
place (KomaPlanBuffer *buffer,
       GPtrArray      *placed,
       gsize          *ret_end)
{
  gsize extent = 0;
  gsize begin = 0;

  if (!get_extent (buffer, &extent))
    return FALSE;
  for (guint i = 0; i < placed->len; i++) {
    const KomaPlanBuffer *other = g_ptr_array_index (placed, i);
    gsize                 other_extent = 0;

    if (!overlaps_in_time (buffer, other) || !get_extent (other, &other_extent))
      continue;
    if (other->offset >= begin && other->offset - begin >= extent)
      break;
    begin = MAX (begin, other->offset + other_extent);
  }
  buffer->offset = begin;
  return g_size_checked_add (ret_end, begin, extent);
}

static void
insert_by_offset (GPtrArray      *placed,
                  KomaPlanBuffer *buffer)
{
  guint index = placed->len;

  while (index > 0 &&
         ((KomaPlanBuffer *) g_ptr_array_index (placed, index - 1))->offset > buffer->offset)
    index--;
  g_ptr_array_insert (placed, index, buffer);
}

/* One behind the other. */
static gboolean
plan_without_sharing (KomaPlanBuffer *buffers,
                      guint           n_buffers,
                      gsize          *ret_arena_bytes)
{
  gsize end = 0;

  for (guint i = 0; i < n_buffers; i++) {
    gsize extent = 0;

    buffers[i].offset = end;
    if (!get_extent (&buffers[i], &extent) || !g_size_checked_add (&end, end, extent))
      return FALSE;
  }
  *ret_arena_bytes = end;
  return TRUE;
}

/**
 * koma_memory_plan:
 * @buffers: (array length=n_buffers): offsets are filled in
 * @ret_arena_bytes: (out): what the arena must hold
 *
 * Gives buffers that do not live at the same time the same memory. Offsets
 * are multiples of %KOMA_MEMORY_ALIGNMENT, and behind each buffer at least
 * %KOMA_MEMORY_PADDING bytes may be read. A pure function; thread: any.
 *
 * Returns: %FALSE if the sizes overflow
 */
gboolean
koma_memory_plan (KomaPlanBuffer *buffers,
                  guint           n_buffers,
                  gsize          *ret_arena_bytes)
{
  g_autofree KomaPlanBuffer **by_size = g_new (KomaPlanBuffer *, MAX (n_buffers, 1));
  g_autoptr (GPtrArray) placed = g_ptr_array_new ();
  gsize arena_bytes = 0;

  if (n_buffers > MAX_SHARED)
    return plan_without_sharing (buffers, n_buffers, ret_arena_bytes);
  for (guint i = 0; i < n_buffers; i++)
    by_size[i] = &buffers[i];
  qsort (by_size, n_buffers, sizeof *by_size, compare_by_size);
  for (guint i = 0; i < n_buffers; i++) {
    gsize end = 0;

    if (!place (by_size[i], placed, &end))
      return FALSE;
    arena_bytes = MAX (arena_bytes, end);
    insert_by_offset (placed, by_size[i]);
  }
  *ret_arena_bytes = arena_bytes;
  return TRUE;
}
