/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pair-heap.h"

void
koma_pair_heap_init (KomaPairHeap *self)
{
  self->pairs = g_array_new (FALSE, FALSE, sizeof (KomaPair));
}

void
koma_pair_heap_clear (KomaPairHeap *self)
{
  g_clear_pointer (&self->pairs, g_array_unref);
}

static KomaPair *
get (const KomaPairHeap *self,
     guint               index)
{
  return &g_array_index (self->pairs, KomaPair, index);
}

static gboolean
is_before (const KomaPair *a,
           const KomaPair *b)
{
  return a->rank != b->rank ? a->rank < b->rank : a->place < b->place;
}

static void
swap (KomaPair *a,
      KomaPair *b)
{
  const KomaPair old = *a;

  *a = *b;
  *b = old;
}

void
koma_pair_heap_push (KomaPairHeap *self,
                     KomaPair      pair)
{
  guint i = self->pairs->len;

  g_array_append_val (self->pairs, pair);
  for (; i > 0 && is_before (get (self, i), get (self, (i - 1) / 2)); i = (i - 1) / 2)
    swap (get (self, i), get (self, (i - 1) / 2));
}

/* The child that comes first, or @index itself. */
static guint
find_first (const KomaPairHeap *self,
            guint               index)
{
  guint first = index;

  for (guint child = 2 * index + 1; child <= 2 * index + 2 && child < self->pairs->len; child++)
    if (is_before (get (self, child), get (self, first)))
      first = child;
  return first;
}

gboolean
koma_pair_heap_pop (KomaPairHeap *self,
                    KomaPair     *ret_pair)
{
  guint i = 0;
  guint first = 0;

  if (self->pairs->len == 0)
    return FALSE;
  *ret_pair = *get (self, 0);
  *get (self, 0) = *get (self, self->pairs->len - 1);
  g_array_set_size (self->pairs, self->pairs->len - 1);
  for (first = find_first (self, 0); first != i; first = find_first (self, i)) {
    swap (get (self, i), get (self, first));
    i = first;
  }
  return TRUE;
}
