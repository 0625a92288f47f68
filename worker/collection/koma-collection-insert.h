/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

#include "koma-sqlite.h"

G_BEGIN_DECLS

/* Many rows in one statement: to begin and to end one takes longer than to add a row. */

typedef enum {
  KOMA_INSERT_PICTURES, /* path, size, time, taken_us, camera; less those that are there */
  KOMA_INSERT_ANSWERS,  /* as in the table, without the id */
  KOMA_INSERT_SCORES,
  KOMA_N_INSERTS,
} KomaCollectionInsert;

#define KOMA_N_INSERT_SIZES 3

/* Prepared when they are used first. */
typedef struct
{
  sqlite3_stmt *statements[KOMA_N_INSERTS][KOMA_N_INSERT_SIZES]; /* (nullable) */
} KomaCollectionInserts;

/* Gives row @row its values; the first is that at @first. What is not given is NULL. */
typedef void (*KomaCollectionBind) (gpointer      data,
                                    guint         row,
                                    sqlite3_stmt *statement,
                                    int           first);

/* A row that can not be added is an error; those before it are in the transaction then, which is
 * to be rolled back. */
gboolean koma_collection_inserts_run (KomaCollectionInserts *self,
                                      KomaSqlite            *sqlite,
                                      KomaCollectionInsert   which,
                                      guint                  n_rows,
                                      KomaCollectionBind     bind,
                                      gpointer               data,
                                      GError               **error);
void     koma_collection_inserts_clear (KomaCollectionInserts *self);

G_END_DECLS
