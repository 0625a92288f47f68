/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/koma-file-id.h"
#include "worker/queue/koma-result.h"
#include "worker/take/koma-correction.h"
#include "worker/take/koma-rating.h"

G_BEGIN_DECLS

/* A file that keeps what was answered, so that work goes on where it stopped: README.md has its
 * tables. Who opens it writes to it alone; other programs may read meanwhile.
 * Thread: one at a time, from opening to closing; it waits for the disk. */
typedef struct _KomaCollection KomaCollection;

/* What is known of a picture; all NULL: nothing. */
typedef struct
{
  KomaResult *result;  /* (nullable) … */
  GError     *failure; /* (nullable) … or why there is none, and will be none */
  char       *sha256;  /* (nullable) of the file */
  /* (nullable) The absolute path that the picture had when it was looked for last. */
  char *moved_from;
  /* What a person says of it, also if the file changed: */
  KomaCorrection *correction; /* (nullable) */
  KomaRating     *rating;     /* (nullable) */
  gboolean        is_left_out;
} KomaCollectionKnown;

/* What is to be kept of one. */
typedef struct
{
  const char   *path;    /* absolute, or from the working directory on; any bytes */
  KomaFileId    id;      /* from before it was read */
  KomaResult   *result;  /* (nullable) … */
  const GError *failure; /* (nullable) … or why there is none */
} KomaCollectionEntry;

#define KOMA_COLLECTION_MAX_AT_ONCE 16 /* of koma_collection_add_all () */

/* A model that has answered. */
typedef struct
{
  char *name;   /* for people */
  char *hash;   /* over topology and weights */
  char *source; /* (nullable) path that it was opened from last */
} KomaCollectionLastModel;

KomaCollection *koma_collection_open (const char *path, GError **error);
/* The same, without a look at all pages of the file. */
KomaCollection *koma_collection_open_unchecked (const char *path, GError **error);
gboolean        koma_collection_is_file (const char *path);            /* by its first bytes */
const char     *koma_collection_get_path (const KomaCollection *self); /* its own, absolute */
/* (nullable) What happened when it was opened, for people. */
const char *koma_collection_get_notice (const KomaCollection *self);
gboolean    koma_collection_choose_model (KomaCollection *self,
                                          KomaModelInfo  *info,
                                          GError        **error);
gboolean    koma_collection_find (KomaCollection      *self,
                                  const char          *path,
                                  const KomaFileId    *id, /* as it is now */
                                  guint                least,
                                  guint                most,
                                  KomaCollectionKnown *ret_known, /* to be cleared */
                                  GError             **error);
gboolean    koma_collection_add (KomaCollection            *self,
                                 const KomaCollectionEntry *entry,
                                 guint                      top_k, /* that were asked for */
                                 GError                   **error);
gboolean    koma_collection_add_all (KomaCollection            *self,
                                     const KomaCollectionEntry *entries,
                                     guint                      n,
                                     guint                      top_k,
                                     GError                   **error);
/* Of a picture that was added. */
gboolean koma_collection_add_sha256 (KomaCollection   *self,
                                     const char       *path,
                                     const KomaFileId *id,
                                     const char       *sha256,
                                     GError          **error);
/* Vectors are of it from now on; choosing a model chooses that model's. */
gboolean koma_collection_choose_space (KomaCollection *self, const char *space, GError **error);
gboolean koma_collection_add_vector (KomaCollection    *self,
                                     const char        *path,
                                     const KomaFileId  *id,
                                     KomaFeatureVector *vector,
                                     GError           **error);
/* (transfer full) (nullable) without an error: there is none */
KomaFeatureVector *koma_collection_find_vector (KomaCollection   *self,
                                                const char       *path,
                                                const KomaFileId *id,
                                                GError          **error);
/* What a person says. @correction: (nullable) nothing any more */
gboolean koma_collection_correct (KomaCollection       *self,
                                  const char           *path,
                                  const KomaCorrection *correction,
                                  GError              **error);
/* @rating: of no stars: takes back what was said */
gboolean koma_collection_rate (KomaCollection   *self,
                               const char       *path,
                               const KomaRating *rating,
                               GError          **error);
/* A picture that is left out is in no list, whoever finds its file again, until a person takes it
 * back in. */
gboolean koma_collection_leave_out (KomaCollection *self,
                                    const char     *path,
                                    gboolean        is_out,
                                    GError        **error);
gboolean koma_collection_is_left_out (KomaCollection *self,
                                      const char     *path,
                                      gboolean       *ret_is_left_out,
                                      GError        **error);
/* Whether anything was said of that picture, by a model or a person. */
gboolean koma_collection_has (KomaCollection *self,
                              const char     *path,
                              gboolean       *ret_has,
                              GError        **error);
/* The model that was chosen last; all NULL: none was. */
gboolean koma_collection_get_last_model (KomaCollection          *self,
                                         KomaCollectionLastModel *ret_model, /* to be cleared */
                                         GError                 **error);
/* Of a model whose file does not say the range. @ret_range: (nullable) that it was asked with */
gboolean koma_collection_find_range (KomaCollection      *self,
                                     const KomaModelInfo *info,
                                     const char         **ret_range,
                                     GError             **error);
/* Folders whose new pictures belong to it. (element-type filename) absolute, in their order */
GPtrArray *koma_collection_read_folders (KomaCollection *self, GError **error);
gboolean   koma_collection_add_folder (KomaCollection *self, const char *path, GError **error);
/* With all that is known of it; there need be none. */
gboolean koma_collection_forget (KomaCollection *self, const char *path, GError **error);
/* All that was added is in the file when this returns TRUE. At least once a second. */
gboolean koma_collection_commit (KomaCollection *self, GError **error);
/* The same, and frees it in any case. @self: (transfer full) (nullable) */
gboolean koma_collection_close (KomaCollection *self, GError **error);
void     koma_collection_free (KomaCollection *self); /* what was not committed is lost */

/* Of the file itself, and of what it is where it is a link. FALSE: there is none. */
gboolean koma_collection_get_file_id (const char *path, KomaFileId *ret_id);
void     koma_collection_known_clear (KomaCollectionKnown *known);
void     koma_collection_last_model_clear (KomaCollectionLastModel *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollection, koma_collection_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaCollectionKnown, koma_collection_known_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaCollectionLastModel, koma_collection_last_model_clear)

G_END_DECLS
