/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  char  *name;
  char  *hash;
  char  *recipe;
  gint64 n_answers;
  gint64 n_failed; /* pictures that have an error in place of an answer */
} KomaCollectionModel;

typedef struct
{
  char  *code; /* of the member "error" in JSON */
  gint64 n;
} KomaCollectionReason;

/* What is in a collection, by numbers. */
typedef struct
{
  char   *path; /* absolute, any bytes */
  guint   version;
  guint64 size_bytes; /* of the file, without its journal */
  gint64  n_pictures; /* without those that a person took out … */
  gint64  n_left_out; /* … and these */
  gint64  n_corrections;
  gint64  n_ratings;
  gint64  n_vectors;
  GArray *models;  /* KomaCollectionModel */
  GArray *reasons; /* KomaCollectionReason, the most frequent first */
} KomaCollectionSummary;

/* The file is only read. @ret_summary: zeros; to be cleared, also after an error. Errors: those of
 * koma_collection_open (). Thread: any but main. */
gboolean koma_collection_summary_read (KomaCollectionSummary *ret_summary,
                                       const char            *path,
                                       GError               **error);
void     koma_collection_summary_clear (KomaCollectionSummary *self);
void     koma_collection_model_clear (gpointer model); /* of an array of them */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaCollectionSummary, koma_collection_summary_clear)

G_END_DECLS
