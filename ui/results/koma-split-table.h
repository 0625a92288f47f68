/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_N_SPLIT 256

/* A hash table with strings as keys, borrowed. One of a million keys takes a tenth of a second to
 * grow; this one is many small ones, and each grows at a time of its own. One thread. */
typedef struct
{
  GHashTable *parts[KOMA_N_SPLIT];
} KomaSplitTable;

void     koma_split_table_init (KomaSplitTable *self, GDestroyNotify free_value); /* (nullable) */
void     koma_split_table_clear (KomaSplitTable *self);                           /* and ends it */
void     koma_split_table_remove_all (KomaSplitTable *self);
gpointer koma_split_table_lookup (const KomaSplitTable *self, const char *key); /* (nullable) */
/* @value: (transfer full) (not nullable); replaces value and key that are there. */
void koma_split_table_replace (KomaSplitTable *self, const char *key, gpointer value);
void koma_split_table_steal (KomaSplitTable *self, const char *key); /* without a call to free */

G_END_DECLS
