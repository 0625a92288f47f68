/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files are asked for nearly in the order in which they were added, most often. So the rows behind
 * one that was found are read at once, which takes a third less time than to look for each by its
 * name. What was read is of the transaction that it was read in, and goes with it. */
#include "koma-collection-ahead-private.h"

#include <string.h>

#include "koma-collection-answer-private.h"
#include "koma-collection-picture-private.h"

#define N_AHEAD 128
/* Rows of one that were answered at the same time are that far from each other. */
#define NEAR 64
/* Some of them nobody asks for. */
#define MAX_KEPT (8 * N_AHEAD)

typedef struct
{
  KomaFileId          id;
  KomaCollectionKnown known;
} Ahead;

static void
ahead_free (gpointer data)
{
  Ahead *ahead = data;

  koma_collection_known_clear (&ahead->known);
  g_free (ahead);
}

/* (transfer full) (nullable) it can be the name of no file */
static char *
dup_name (sqlite3_stmt *row)
{
  const char *path = sqlite3_column_blob (row, KOMA_PATH_COLUMN);
  const gsize n_bytes = (gsize) sqlite3_column_bytes (row, KOMA_PATH_COLUMN);

  return sqlite3_column_type (row, KOMA_PATH_COLUMN) == SQLITE_BLOB && n_bytes > 0 &&
             memchr (path, '\0', n_bytes) == NULL
           ? g_strndup (path, n_bytes)
           : NULL;
}

/* One that holds what Koma did not write is left to who asks for it, and is told then. */
static void
add_row (KomaCollection *self,
         sqlite3_stmt   *row)
{
  g_autofree char *name = dup_name (row);
  Ahead           *ahead = g_new0 (Ahead, 1);

  self->ahead_to = sqlite3_column_int64 (row, 0);
  if (name != NULL && koma_collection_read_id (row, 1, &ahead->id) &&
      koma_collection_read_known (self, row, self->ahead_least, self->ahead_most, &ahead->known,
                                  NULL))
    g_hash_table_replace (self->ahead, g_steal_pointer (&name), ahead);
  else
    ahead_free (ahead);
}

static void
read_rows (KomaCollection *self,
           gint64          after)
{
  sqlite3_stmt *row = koma_collection_get_statement (self, KOMA_FIND_ANSWERS_AHEAD);
  gboolean      has_row = TRUE;

  if (self->ahead == NULL)
    self->ahead = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, ahead_free);
  if (g_hash_table_size (self->ahead) > MAX_KEPT)
    g_hash_table_remove_all (self->ahead);
  sqlite3_bind_int64 (row, 1, after);
  sqlite3_bind_int64 (row, 2, self->model);
  sqlite3_bind_int64 (row, 3, N_AHEAD);
  while (has_row && koma_sqlite_step (&self->sqlite, row, &has_row, NULL))
    if (has_row)
      add_row (self, row);
  sqlite3_reset (row);
}

/* Two that lie near each other are followed by more, where nothing is written meanwhile. */
void
koma_collection_read_ahead (KomaCollection *self,
                            gint64          picture,
                            guint           least,
                            guint           most)
{
  const gboolean is_near =
    ABS (picture - self->found) <= NEAR || ABS (picture - self->ahead_to) <= NEAR;

  self->found = picture;
  if (!is_near || self->batch != KOMA_BATCH_READS || picture <= self->ahead_to)
    return;
  self->ahead_least = least;
  self->ahead_most = most;
  read_rows (self, picture);
}

gboolean
koma_collection_take_ahead (KomaCollection      *self,
                            const char          *name,
                            const KomaFileId    *id,
                            guint                least,
                            guint                most,
                            KomaCollectionKnown *ret_known)
{
  Ahead *ahead = NULL;

  if (self->ahead == NULL || self->ahead_least != least || self->ahead_most != most)
    return FALSE;
  ahead = g_hash_table_lookup (self->ahead, name);
  if (ahead == NULL || ahead->id.size_bytes != id->size_bytes ||
      ahead->id.mtime_ns != id->mtime_ns)
    return FALSE;
  *ret_known = ahead->known;
  ahead->known = (KomaCollectionKnown){ 0 };
  g_hash_table_remove (self->ahead, name);
  return TRUE;
}
