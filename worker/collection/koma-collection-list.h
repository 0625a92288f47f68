/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection.h"

G_BEGIN_DECLS

/* Whether a file is as it was when it was answered. */
typedef enum {
  KOMA_FILE_SAME,
  KOMA_FILE_CHANGED,
  KOMA_FILE_GONE,
} KomaFileChange;

/* One picture of a collection. */
typedef struct
{
  gint64              row;    /* 1 or more; later ones are larger */
  char               *path;   /* absolute, any bytes */
  KomaFileId          id;     /* size and time of change alone, as they were when it was answered */
  KomaFileChange      change; /* KOMA_FILE_SAME until it was looked at */
  KomaCollectionKnown known;
} KomaCollectionPicture;

/* (element-type KomaCollectionPicture) (nullable) */
GPtrArray *koma_collection_list (KomaCollection *self,
                                 gint64          after, /* the row before; 0: from the first on */
                                 guint           n,     /* at most */
                                 guint           most,  /* classes */
                                 GError        **error);
/* (element-type KomaCollectionPicture) (nullable) with nothing known */
GPtrArray *koma_collection_list_files (KomaCollection *self,
                                       gint64          after,
                                       guint           n,
                                       gboolean        is_unhashed, /* only those without sha256 */
                                       GError        **error);
gboolean   koma_collection_count (KomaCollection *self, gint64 *ret_n_pictures, GError **error);
/* Looks at its file. */
void koma_collection_picture_look (KomaCollectionPicture *picture);

G_END_DECLS
