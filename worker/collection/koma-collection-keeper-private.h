/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-check.h"
#include "koma-collection-keeper.h"

G_BEGIN_DECLS

struct _KomaCollectionKeeper
{
  GObject parent_instance;

  GAsyncQueue         *jobs; /* of a thread that does them in turn */
  KomaCollectionOpened opened;
  guint                commit_source;
  gboolean             has_failed;

  /* For jobs alone. */
  KomaCollection      *collection; /* (nullable) */
  KomaCollectionCheck *check;      /* (nullable) of its file */
  GHashTable          *asked;      /* filename → KomaFileId, of what is not known */
  gboolean             has_model;
};

/* One thing that is asked. What it does not need is zero. */
typedef struct _KomaKeeperJob KomaKeeperJob;

struct _KomaKeeperJob
{
  void (*run) (KomaCollectionKeeper *self, GTask *task); /* on the thread */
  /* For koma_keeper_change (): of a collection that is open. */
  gboolean (*change) (KomaCollectionKeeper *self, const KomaKeeperJob *job, GError **error);
  char           *path;
  GPtrArray      *paths;
  KomaModelInfo  *info;
  KomaResult     *result;
  GError         *failure;
  KomaCorrection *correction;
  KomaRating     *rating;
  KomaFileId      id;
  char           *sha256;
  gint64          after;
  guint           n;
  guint           most;
  int             number;
  gboolean        is_checked;
};

/* Asks for a job whose answer @callback gets. @job: (transfer full) what it has */
void koma_keeper_push (KomaCollectionKeeper *self,
                       const KomaKeeperJob  *job,
                       GCancellable         *cancellable, /* (nullable) */
                       GAsyncReadyCallback   callback,
                       gpointer              user_data);
/* What is changed is in the file a second later. */
void koma_keeper_commit_soon (KomaCollectionKeeper *self);
/* Asks for a change of the collection. Where it fails, the collection is given up, and "failed"
 * says so. @job: (transfer full) what it has */
void koma_keeper_change (KomaCollectionKeeper *self, const KomaKeeperJob *job);

G_END_DECLS
