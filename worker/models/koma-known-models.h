/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* What was learned of a model when it was opened, so that a list of models need not open them. In
 * <user state dir>/koma/known-models.ini, by path. Thread: any but the main one. */
typedef struct
{
  char       *name;   /* (nullable) as it was when it was opened */
  char       *format; /* (nullable) */
  char       *hash;   /* (nullable) */
  gboolean    is_classifier;
  KomaPurpose purpose;    /* of one that is none */
  guint       n_classes;  /* 0: not known */
  guint64     size_bytes; /* of its files */
  gint64      last_used;  /* seconds since 1970 */
} KomaKnownModel;

void      koma_known_models_keep (const KomaModel *model); /* it is being opened */
GKeyFile *koma_known_models_read (void);                   /* (transfer full) */
gboolean  koma_known_models_get (GKeyFile       *file,
                                 const char     *path,
                                 KomaKnownModel *ret_model); /* cleared by the caller */
void      koma_known_model_learn (const KomaModel *model, KomaKnownModel *ret_model);
void      koma_known_model_clear (KomaKnownModel *model);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaKnownModel, koma_known_model_clear)

G_END_DECLS
