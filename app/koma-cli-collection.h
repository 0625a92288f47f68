/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-options.h"
#include "worker/collection/koma-collection-check.h"
#include "worker/collection/koma-collection-writer.h"

G_BEGIN_DECLS

/* What --collection keeps. Without the option nothing is known, and nothing kept.
 * Thread: main. */
typedef struct
{
  const char *path;     /* (nullable) (borrowed) as the option has it */
  gboolean    is_retry; /* pictures that failed are tried again */

  KomaCollectionWriter *writer; /* (nullable) */
  KomaCollectionCheck  *check;  /* (nullable) of the file, which is read meanwhile */
  KomaModelInfo        *info;   /* (nullable) that was chosen */
  GHashTable           *named;  /* (nullable) filename, as it was spelt: these are no folder's */
  guint                 top_k;
  guint                 n_known;
  guint                 n_computed;
  guint                 n_left_out;    /* that a person took out, found again */
  gboolean              is_incomplete; /* something could not be kept, which was told */
} KomaCliCollection;

/* One picture as it was when it was looked up. */
typedef struct
{
  gboolean            is_file; /* else there is nothing to be known, or kept */
  KomaFileId          id;
  KomaCollectionKnown known;
} KomaCliKept;

/* FALSE: the user was told why. */
gboolean koma_cli_collection_open (KomaCliCollection *self, const KomaCliOptions *options);
gboolean koma_cli_collection_choose_model (KomaCliCollection *self,
                                           KomaModelInfo     *info,
                                           guint              top_k);
/* (nullable) The range that a model which does not say it was asked with last. */
const char *koma_cli_collection_find_range (KomaCliCollection *self, KomaModelInfo *info);
/* Of the model that was chosen; none of them is left out. */
gboolean koma_cli_collection_knows_all (KomaCliCollection *self, GPtrArray *paths);
/* The folders among them belong to the collection: the window looks there for new pictures. The
 * others are named by the user, and belong to it again if they were left out. */
gboolean koma_cli_collection_add_paths (KomaCliCollection *self, char **paths);
/* Takes those away that are left out, and not named. @paths: (element-type filename) */
void koma_cli_collection_drop_left_out (KomaCliCollection *self, GPtrArray *paths);
/* Whether there is an answer, or a reason why there is none. A picture that is left out, which
 * @ret_kept says, is not to be asked for. */
gboolean koma_cli_collection_look_up (KomaCliCollection *self,
                                      const char        *path,
                                      const KomaFileId  *id,  /* zeros: is asked for */
                                      KomaCliKept       *ret_kept); /* zeros; to be cleared */
void     koma_cli_collection_add (KomaCliCollection *self,
                                  const char        *path,
                                  const KomaCliKept *kept,
                                  KomaResult        *result, /* (nullable) … */
                                  const GError      *error);      /* … and then why */
void     koma_cli_collection_add_sha256 (KomaCliCollection *self,
                                         const char        *path,
                                         const KomaCliKept *kept,
                                         const char        *sha256); /* (nullable) */
/* What it was good for. */
void koma_cli_collection_tell (const char *path, guint n_known, guint n_computed, guint n_failed);
/* Tells how many were known. FALSE: something could not be kept. */
gboolean koma_cli_collection_end (KomaCliCollection *self, guint n_failed);
void     koma_cli_collection_clear (KomaCliCollection *self);
void     koma_cli_kept_clear (KomaCliKept *kept);

G_END_DECLS
