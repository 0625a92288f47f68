/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Neighbours in a word that can be merged. */
typedef struct
{
  guint  rank;
  guint  place;  /* of the left one */
  gint32 merged; /* the token that they become */
} KomaPair;

/* Gives the pair of the lowest rank first, of equal ones the leftmost. */
typedef struct
{
  GArray *pairs; /* KomaPair: 2 i + 1 and 2 i + 2 come after i */
} KomaPairHeap;

void     koma_pair_heap_init (KomaPairHeap *self);
void     koma_pair_heap_clear (KomaPairHeap *self);
void     koma_pair_heap_push (KomaPairHeap *self, KomaPair pair);
gboolean koma_pair_heap_pop (KomaPairHeap *self, KomaPair *ret_pair); /* FALSE: it is empty */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaPairHeap, koma_pair_heap_clear)

G_END_DECLS
