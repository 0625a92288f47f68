/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a keeper changes: each is one call of the collection, on its thread. */
#include "koma-collection-keeper-private.h"

static gboolean
choose_model (KomaCollectionKeeper *self,
              const KomaKeeperJob  *job,
              GError              **error)
{
  g_hash_table_remove_all (self->asked);
  self->has_model = koma_collection_choose_model (self->collection, job->info, error);
  return self->has_model;
}

void
koma_collection_keeper_choose_model (KomaCollectionKeeper *self,
                                     KomaModelInfo        *info)
{
  koma_keeper_change (
    self, &(KomaKeeperJob){ .change = choose_model, .info = koma_model_info_ref (info) });
}

/* An answer of the list may be older than the file. Times to come are of clocks that are wrong. */
static gboolean
is_changed_since (const KomaFileId *id,
                  const KomaResult *result) /* (nullable) */
{
  const gint64 changed_us = id->mtime_ns / 1000;
  const gint64 now_us = g_get_real_time ();

  return result != NULL && result->answered_us > 0 && changed_us <= now_us &&
         changed_us > now_us - (g_get_monotonic_time () - result->answered_us);
}

static gboolean
add (KomaCollectionKeeper *self,
     const KomaKeeperJob  *job,
     GError              **error)
{
  const KomaFileId   *id = g_hash_table_lookup (self->asked, job->path);
  KomaCollectionEntry entry = {
    .path = job->path, .result = job->result, .failure = job->failure
  };

  if (id == NULL)
    return TRUE;
  entry.id = *id;
  g_hash_table_remove (self->asked, job->path);
  return is_changed_since (&entry.id, job->result) ||
         koma_collection_add (self->collection, &entry, job->most, error);
}

void
koma_collection_keeper_add (KomaCollectionKeeper *self,
                            const char           *path,
                            KomaResult           *result,
                            const GError         *failure)
{
  koma_keeper_change (self, &(KomaKeeperJob){
                              .change = add,
                              .path = g_strdup (path),
                              .result = result != NULL ? koma_result_ref (result) : NULL,
                              .failure = result == NULL ? g_error_copy (failure) : NULL,
                              .most = result != NULL ? result->n_classes : 1,
                            });
}

static gboolean
add_sha256 (KomaCollectionKeeper *self,
            const KomaKeeperJob  *job,
            GError              **error)
{
  return koma_collection_add_sha256 (self->collection, job->path, &job->id, job->sha256, error);
}

void
koma_collection_keeper_add_sha256 (KomaCollectionKeeper *self,
                                   const char           *path,
                                   const KomaFileId     *id,
                                   const char           *sha256)
{
  koma_keeper_change (self, &(KomaKeeperJob){
                              .change = add_sha256,
                              .path = g_strdup (path),
                              .id = *id,
                              .sha256 = g_strdup (sha256),
                            });
}

static gboolean
correct (KomaCollectionKeeper *self,
         const KomaKeeperJob  *job,
         GError              **error)
{
  return koma_collection_correct (self->collection, job->path, job->correction, error);
}

void
koma_collection_keeper_correct (KomaCollectionKeeper *self,
                                const char           *path,
                                KomaCorrection       *correction)
{
  koma_keeper_change (
    self, &(KomaKeeperJob){
            .change = correct,
            .path = g_strdup (path),
            .correction = correction != NULL ? koma_correction_ref (correction) : NULL,
          });
}

static gboolean
rate (KomaCollectionKeeper *self,
      const KomaKeeperJob  *job,
      GError              **error)
{
  return koma_collection_rate (self->collection, job->path, job->rating, error);
}

void
koma_collection_keeper_rate (KomaCollectionKeeper *self,
                             const char           *path,
                             KomaRating           *rating)
{
  koma_keeper_change (self, &(KomaKeeperJob){ .change = rate,
                                              .path = g_strdup (path),
                                              .rating = koma_rating_ref (rating) });
}

static gboolean
leave_out (KomaCollectionKeeper *self,
           const KomaKeeperJob  *job,
           GError              **error)
{
  return koma_collection_leave_out (self->collection, job->path, job->number != 0, error);
}

void
koma_collection_keeper_leave_out (KomaCollectionKeeper *self,
                                  const char           *path,
                                  gboolean              is_out)
{
  koma_keeper_change (
    self, &(KomaKeeperJob){ .change = leave_out, .path = g_strdup (path), .number = is_out });
}

static gboolean
add_folder (KomaCollectionKeeper *self,
            const KomaKeeperJob  *job,
            GError              **error)
{
  return koma_collection_add_folder (self->collection, job->path, error);
}

void
koma_collection_keeper_add_folder (KomaCollectionKeeper *self,
                                   const char           *path)
{
  koma_keeper_change (self, &(KomaKeeperJob){ .change = add_folder, .path = g_strdup (path) });
}

static gboolean
forget (KomaCollectionKeeper *self,
        const KomaKeeperJob  *job,
        GError              **error)
{
  return koma_collection_forget (self->collection, job->path, error);
}

void
koma_collection_keeper_forget (KomaCollectionKeeper *self,
                               const char           *path)
{
  koma_keeper_change (self, &(KomaKeeperJob){ .change = forget, .path = g_strdup (path) });
}
