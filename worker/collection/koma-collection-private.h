/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-failure.h"
#include "koma-collection-insert.h"
#include "koma-collection-lock.h"
#include "koma-collection-place.h"
#include "koma-collection.h"
#include "koma-sqlite.h"

G_BEGIN_DECLS

/* Longer texts are none of Koma's. */
#define KOMA_COLLECTION_MAX_TEXT 65536

/* Of a picture p and its answer a, in the order that koma_collection_read_answer () reads, which
 * is to find KOMA_COLLECTION_TAKEN, too. */
#define KOMA_COLLECTION_ANSWER                                                            \
  "p.id, p.size_bytes, p.mtime_ns, p.sha256, a.id, a.provenance, a.error_code, a.error,"  \
  " a.is_lasting, a.top_k, a.half_turn, a.width, a.height, a.decode_ms, a.preprocess_ms," \
  " a.inference_ms"
/* Behind them; NULL of a file that is too old for it. */
#define KOMA_COLLECTION_TAKEN    ", p.taken_us, p.camera"
#define KOMA_COLLECTION_NO_TAKEN ", NULL, NULL"
#define KOMA_N_ANSWER_COLUMNS    18
/* Of KOMA_FIND_ANSWERS_AHEAD. */
#define KOMA_PATH_COLUMN (KOMA_N_ANSWER_COLUMNS + 7)

/* Prepared once. */
typedef enum {
  KOMA_FIND_PICTURE,
  KOMA_FIND_ANSWER,
  KOMA_FIND_LEFT_OUT,
  KOMA_FIND_ANSWERS_AHEAD,
  KOMA_FIND_SAME_TIME,
  KOMA_FIND_SAME_SIZE,
  KOMA_LIST,
  KOMA_LIST_FILES,
  KOMA_LIST_UNHASHED,
  KOMA_FIND_SCORES,
  KOMA_FIND_PROVENANCE,
  KOMA_FIND_VECTOR,
  KOMA_FIND_PARENTS,
  KOMA_ADD_PICTURE,
  KOMA_ADD_SHA256,
  KOMA_ADD_PROVENANCE,
  KOMA_ADD_VECTOR,
  KOMA_CHANGE_PICTURE,
  KOMA_SET_TAKEN,
  KOMA_MOVE_PICTURE,
  KOMA_SET_CORRECTION,
  KOMA_DROP_CORRECTION,
  KOMA_DROP_SCORES,
  KOMA_DROP_ANSWERS,
  KOMA_DROP_VECTORS,
  KOMA_N_STATEMENTS,
} KomaCollectionStatement;

typedef enum {
  KOMA_BATCH_NONE,
  KOMA_BATCH_READS,
  KOMA_BATCH_WRITES,
} KomaCollectionBatch;

struct _KomaCollection
{
  KomaCollectionLock    lock;
  KomaSqlite            sqlite;
  KomaCollectionPlace   place;
  sqlite3_stmt         *statements[KOMA_N_STATEMENTS];
  char                 *notice; /* (nullable) */
  KomaCollectionInserts inserts;

  /* Of the model that was chosen. */
  KomaModelInfo *info; /* (nullable) */
  gint64         model;
  gint64         space;         /* 0: its vectors are not kept */
  GHashTable    *infos;         /* id of a provenance → KomaModelInfo */
  KomaModelInfo *provenance_of; /* (nullable) whose provenance was asked for last … */
  gint64         provenance;    /* … and its id */

  /* What was read ahead. */
  GHashTable *ahead;       /* (nullable) name → what is known of it … */
  gint64      ahead_to;    /* … up to this picture … */
  guint       ahead_least; /* … with so many classes … */
  guint       ahead_most;  /* … and these at most */
  gint64      found;       /* the picture that was found last without it */

  KomaCollectionBatch batch;
  guint               n_added;       /* in the batch */
  gint64              committed_us;  /* monotonic */
  gboolean            is_counted_on; /* rows that are added in it have the numbers that follow */
  gboolean            is_mixed;      /* of the pictures that were added last, some were there */
};

/* Reads, and writes, of a moment are one transaction. */
gboolean koma_collection_begin (KomaCollection *self, KomaCollectionBatch batch, GError **error);
gboolean koma_collection_commit_if_due (KomaCollection *self, GError **error);
/* When what was read or added is to be committed; G_MAXINT64: there is nothing. */
gint64 koma_collection_get_due (const KomaCollection *self);
void   koma_collection_roll_back (KomaCollection *self);
/* Sets an error that names the row. Returns FALSE. */
gboolean koma_collection_fail_row (KomaCollection *self,
                                   const char     *table,
                                   gint64          row,
                                   GError        **error);
/* Label, author, time, stars, author and time, in the columns from @column on; the first one is the
 * picture. */
gboolean koma_collection_read_said (KomaCollection      *self,
                                    sqlite3_stmt        *row,
                                    int                  column,
                                    KomaCollectionKnown *ret_known,
                                    GError             **error);
/* The description of the model as one provenance says that it computed.
 * (transfer none) (nullable) */
KomaModelInfo *koma_collection_get_info (KomaCollection *self, gint64 provenance, GError **error);
/* The same the other way round; the row is made where there is none. */
gboolean koma_collection_get_provenance (KomaCollection *self,
                                         KomaModelInfo  *info,
                                         gint64         *ret_provenance,
                                         GError        **error);
/* Vectors are of it from now on. @space: (nullable) they are not kept */
gboolean koma_collection_put_space (KomaCollection *self, const char *space, GError **error);
/* In the space that was chosen. */
gboolean koma_collection_put_vector (KomaCollection    *self,
                                     gint64             picture,
                                     KomaFeatureVector *vector,
                                     GError           **error);
/* Ready to be bound. */
sqlite3_stmt *koma_collection_get_statement (KomaCollection         *self,
                                             KomaCollectionStatement which);

/* A collection without the file. (transfer full) */
KomaCollection *koma_collection_new (const char *path);

G_END_DECLS
