/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-info.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* The part of the model in use that threads share: how pictures are prepared
 * for it and how its answers are read. Immutable, reference counted. */
typedef struct
{
  gatomicrefcount ref_count;

  KomaModel     *model;
  KomaModelInfo *info;
  KomaLabels    *labels; /* [n_classes] */
  KomaRecipe     recipe;
  gsize          input_size; /* elements of one picture: height * width * channels */
  guint          n_classes;
} KomaActiveModel;

KomaActiveModel *koma_active_model_new (KomaModel     *model,
                                        KomaModelInfo *info,
                                        gsize          input_size,
                                        guint          n_classes);
KomaActiveModel *koma_active_model_ref (KomaActiveModel *active_model);
void             koma_active_model_unref (KomaActiveModel *active_model);
gboolean         koma_active_model_takes_same_pixels (const KomaActiveModel *a,
                                                      const KomaActiveModel *b);
gboolean         koma_active_model_takes_same_input (const KomaActiveModel *a,
                                                     const KomaActiveModel *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaActiveModel, koma_active_model_unref)

G_END_DECLS
