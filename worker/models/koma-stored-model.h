/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-catalogue.h"

G_BEGIN_DECLS

/* A model that Koma downloaded: a folder of the store with koma-record.ini in it, which says where
 * it came from and what was learned of it. Other folders there are the user's own. Thread: any but
 * main. */
typedef struct
{
  char         *folder;       /* its name in the store */
  char         *file;         /* (nullable) of the model, in the folder */
  char         *name;         /* (nullable) for people */
  char         *address;      /* it was asked for: "https://…", "catalogue:…" */
  char         *catalogue_id; /* (nullable) */
  char         *licence;      /* (nullable) SPDX */
  char         *source;       /* (nullable) a page */
  char         *format;       /* (nullable) */
  char         *hash;         /* (nullable) of KomaModel */
  KomaModelKind kind;
  guint         n_classes; /* 0: not known */
  guint64       size_bytes;
  gint64        date; /* seconds since 1970 */
} KomaStoredModel;

#define KOMA_STORED_MODEL_RECORD "koma-record.ini"

void             koma_stored_model_free (KomaStoredModel *self);
KomaStoredModel *koma_stored_model_read (const char *folder);              /* (nullable) */
char            *koma_stored_model_get_path (const KomaStoredModel *self); /* of the model's file */
/* (element-type KomaStoredModel) sorted by folder */
GPtrArray *koma_stored_model_list (void);
/* (nullable) the one that came from there, or has that id or folder */
KomaStoredModel *koma_stored_model_find (const char *address_or_folder);
/* Its group in the record, for the writer. */
void     koma_stored_model_write (const KomaStoredModel *self, GKeyFile *record);
gboolean koma_stored_model_remove (const char *folder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaStoredModel, koma_stored_model_free)

G_END_DECLS
