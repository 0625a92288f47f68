/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "model-overrides.h"
#include "model.h"
#include "purpose.h"

G_BEGIN_DECLS

struct _KomaModel
{
  gatomicrefcount ref_count;

  /* (nullable) Owns all members but the recipe, notes and findings. */
  KomaModel *original;

  /* Immutable after construction. */
  char            *path;
  char            *name;
  KomaRawModel     raw;
  KomaGraph       *graph; /* raw's, with inputs and outputs of float32, channels last */
  guint            n_file_outputs;
  KomaLabels      *labels;         /* (nullable) */
  char            *labels_source;  /* (nullable) of the labels that were found, fitting or not */
  guint            n_labels_found; /* likewise */
  gboolean         is_labels_guess;
  char            *labels_path; /* (nullable) of the options */
  char            *classes;     /* (nullable) of a model that compares pictures with words … */
  char            *prompts;     /* (nullable) … and in which sentences */
  gboolean         has_given_labels;
  KomaRecipe       recipe; /* where has_picture_recipe */
  gboolean         has_picture_recipe;
  GError          *recipe_error; /* (nullable) that it is no classifier */
  KomaPurpose      purpose;      /* … that can be told */
  KomaTta         *tta;          /* (nullable) */
  gboolean         is_size_open; /* in the file … */
  KomaRecipeSource size_source;  /* … and who says it then */
  GPtrArray       *findings;     /* KomaFinding: the doctor's, without a session */
  GPtrArray       *warnings;     /* utf8, NULL-terminated */
  GPtrArray       *notes;        /* utf8, NULL-terminated */
  gpointer         maker;        /* (nullable) what made it, see model-scores.h */
  GDestroyNotify   free_maker;

  const KomaModelReader *reader; /* (nullable) of the options */
};

gboolean koma_model_understand (KomaModel                *self,
                                const KomaModelOverrides *overrides,
                                const KomaModelOptions   *options,
                                GError                  **error);

/* All (transfer full) (nullable). */
KomaLabels *koma_model_find_own_labels (KomaModel                *self,
                                        const KomaModelOverrides *overrides,
                                        GPtrArray                *warnings);
KomaLabels *koma_model_find_labels (KomaModel                *self,
                                    const KomaModelOverrides *overrides,
                                    const KomaModelOptions   *options,
                                    GError                  **error);
KomaLabels *koma_model_check_labels (KomaModel                *self,
                                     const KomaModelOverrides *overrides,
                                     guint                     n_classes,
                                     KomaLabels               *labels); /* (transfer full) */
KomaLabels *koma_model_guess_labels (KomaModel              *self,
                                     guint                   n_classes,
                                     const KomaModelOptions *options);

void koma_model_fit_labels (KomaModel              *self,
                            guint                   n_classes,
                            KomaLabels             *labels, /* (nullable) */
                            gboolean                is_own,
                            const KomaModelOptions *options);

/* model-parts.c */
gboolean koma_model_settle_size (KomaModel                *self,
                                 KomaGraph                *graph,
                                 const KomaModelOverrides *overrides,
                                 const KomaModelOptions   *options,
                                 GError                  **error);
gboolean koma_model_apply_parts (KomaModel                *self,
                                 const KomaModelOverrides *overrides,
                                 const KomaModelOptions   *options,
                                 GError                  **error);
gboolean koma_model_apply_found_range (KomaModel  *self,
                                       const char *range,
                                       guint       n_pictures,
                                       GError    **error);

G_END_DECLS
