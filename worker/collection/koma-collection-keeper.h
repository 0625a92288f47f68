/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-list.h"

G_BEGIN_DECLS

/* A collection for those who may not wait for the disk: what is asked of it is done on a thread of
 * its own, in turn. Answers are in the file a second after they were added at the latest.
 * Signals:
 *   "failed" (GError)  once: nothing is kept any more, and why
 *   "damaged"          once: pages of the file are; opened with a check, the rest is saved
 * Thread: the one that opened it, in whose main context answers come */
#define KOMA_TYPE_COLLECTION_KEEPER (koma_collection_keeper_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaCollectionKeeper, koma_collection_keeper, KOMA, COLLECTION_KEEPER,
                      GObject)
/* clang-format on */

/* What a collection is, as it was opened. */
typedef struct
{
  char                   *path;       /* its own, absolute */
  char                   *notice;     /* (nullable) what happened when it was opened, for people */
  KomaCollectionLastModel last;       /* that was asked last; all NULL: none was */
  GPtrArray              *folders;    /* (element-type filename) whose new pictures belong to it */
  gint64                  n_pictures; /* that were in it */
} KomaCollectionOpened;

/* @is_checked: first all of the file is read, and what is damaged replaced, see
 * koma_collection_open (); else that is found out meanwhile, see "damaged". */
void koma_collection_keeper_open_async (const char         *path, /* made where there is none */
                                        gboolean            is_checked,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
/* (transfer full) */
KomaCollectionKeeper *koma_collection_keeper_open_finish (GAsyncResult *result, GError **error);

const KomaCollectionOpened *koma_collection_keeper_get_opened (KomaCollectionKeeper *self);
/* That is asked from now on. */
void koma_collection_keeper_choose_model (KomaCollectionKeeper *self, KomaModelInfo *info);

/* See koma_collection_list (). (element-type KomaCollectionPicture) */
void koma_collection_keeper_list_async (KomaCollectionKeeper *self,
                                        gint64                after,
                                        guint                 n,
                                        guint                 most,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
/* The same, but of these pictures those alone whose files are not as they were. The last one always
 * comes. */
void koma_collection_keeper_look_async (KomaCollectionKeeper *self,
                                        gint64                after,
                                        guint                 n,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
/* The same without answers, of pictures whose content has no hash yet. */
void koma_collection_keeper_list_unhashed_async (KomaCollectionKeeper *self,
                                                 gint64                after,
                                                 guint                 n,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
/* (transfer full) (nullable) */
GPtrArray *koma_collection_keeper_list_finish (GAsyncResult *result, GError **error);

/* What is known of files as they are now; a picture of which nothing is known can be added then. */
void koma_collection_keeper_find_async (KomaCollectionKeeper *self,
                                        GPtrArray            *paths, /* (element-type filename) */
                                        guint                 most,  /* classes */
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
/* (transfer full) (nullable) (element-type KomaCollectionKnown) one for each path */
GArray *koma_collection_keeper_find_finish (GAsyncResult *result, GError **error);

/* Of a picture that was asked for and is not known. */
void koma_collection_keeper_add (KomaCollectionKeeper *self,
                                 const char           *path,
                                 KomaResult           *result, /* (nullable) … */
                                 const GError         *failure);       /* (nullable) … or why not */
/* Of a picture that is in it. @id: from before the file was read */
void koma_collection_keeper_add_sha256 (KomaCollectionKeeper *self,
                                        const char           *path,
                                        const KomaFileId     *id,
                                        const char           *sha256);
/* @correction: (nullable) nothing is said any more */
void koma_collection_keeper_correct (KomaCollectionKeeper *self,
                                     const char           *path,
                                     KomaCorrection       *correction);
/* See koma-rating.h. */
void koma_collection_keeper_rate (KomaCollectionKeeper *self,
                                  const char           *path,
                                  KomaRating           *rating);
/* See koma_collection_leave_out (). */
void koma_collection_keeper_leave_out (KomaCollectionKeeper *self,
                                       const char           *path,
                                       gboolean              is_out);
void koma_collection_keeper_add_folder (KomaCollectionKeeper *self, const char *path);
void koma_collection_keeper_forget (KomaCollectionKeeper *self, const char *path);

/* All that was added is in the file, and others may open it, once this has ended. */
void koma_collection_keeper_close_async (KomaCollectionKeeper *self,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);

G_END_DECLS
