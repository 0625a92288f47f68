/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-split-table.h"

/* Bits of the hash that are not those that choose a place within a part. */
static GHashTable *
get_part (const KomaSplitTable *self,
          const char           *key)
{
  return self->parts[(g_str_hash (key) * 2654435761u) >> 24];
}

G_STATIC_ASSERT (KOMA_N_SPLIT == 1 << 8);

void
koma_split_table_init (KomaSplitTable *self,
                       GDestroyNotify  free_value)
{
  for (guint i = 0; i < KOMA_N_SPLIT; i++)
    self->parts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_value);
}

void
koma_split_table_clear (KomaSplitTable *self)
{
  for (guint i = 0; i < KOMA_N_SPLIT; i++)
    g_clear_pointer (&self->parts[i], g_hash_table_unref);
}

void
koma_split_table_remove_all (KomaSplitTable *self)
{
  for (guint i = 0; i < KOMA_N_SPLIT; i++)
    g_hash_table_remove_all (self->parts[i]);
}

gpointer
koma_split_table_lookup (const KomaSplitTable *self,
                         const char           *key)
{
  return g_hash_table_lookup (get_part (self, key), key);
}

void
koma_split_table_replace (KomaSplitTable *self,
                          const char     *key,
                          gpointer        value)
{
  g_hash_table_replace (get_part (self, key), (char *) key, value);
}

void
koma_split_table_steal (KomaSplitTable *self,
                        const char     *key)
{
  g_hash_table_steal (get_part (self, key), key);
}
