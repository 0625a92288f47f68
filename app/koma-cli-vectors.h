/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-cli-job.h"
#include "koma-cli-options.h"
#include "worker/collection/koma-collection.h"

G_BEGIN_DECLS

/* The vector of each picture, of length 1: of a model that compares pictures with words, and of any
 * classifier the features before its last layer. One that a collection has is not computed. */
typedef struct
{
  const KomaCliOptions *options;
  const char           *kept_in; /* (nullable) of --collection */
  const char           *asked;   /* (nullable) the first path, looked at also if it is left out */

  KomaModel     *model;
  KomaWordSpace *space;    /* (nullable) of a model that compares pictures with words */
  GPtrArray     *paths;    /* utf8 or any bytes: pictures that could be read … */
  GPtrArray     *pictures; /* … KomaFeatureVector: and the vector of each */
  GPtrArray     *failures; /* sentences */

  /* Of the job. */
  KomaCollection *collection; /* (nullable) */
  GHashTable     *found;      /* (nullable) filename → KomaFeatureVector */
  GHashTable     *ids;        /* (nullable) filename → KomaFileId, of what is not known */
  guint           n_known;
  guint           n_left_out; /* that a person took out: neither looked at, nor in @paths */
} KomaCliVectors;

void koma_cli_vectors_init (KomaCliVectors *self, const KomaCliOptions *options);
void koma_cli_vectors_clear (KomaCliVectors *self);
/* Tells how many were known. Thread: main. */
void koma_cli_vectors_tell (const KomaCliVectors *self);

/* Thread: the job's. */
gboolean           koma_cli_vectors_load (KomaCliVectors *self, GError **error);
gboolean           koma_cli_vectors_add_pictures (KomaCliVectors *self,
                                                  GPtrArray      *paths,
                                                  KomaCliJob     *job,
                                                  GError        **error);
KomaFeatureVector *koma_cli_vectors_encode (KomaCliVectors *self,
                                            const char     *text,
                                            GError        **error);

/* What arguments mean: pictures, and those in folders. */
GPtrArray *koma_cli_vectors_find_pictures (char **arguments);

G_END_DECLS
