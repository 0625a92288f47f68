/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "recipe.h"

G_BEGIN_DECLS

/* Facts about the model that are not in its graph. */
typedef struct
{
  gboolean is_teachable_machine; /* metadata.json says so */
  gboolean has_labels_constant;  /* the graph holds its labels */
  guint    n_labels;             /* 0: none were found */
  gboolean are_scores_known;     /* the user says what the output is */
  gboolean is_own_output;        /* of the file; the user names no other */
  gboolean has_channels_first;   /* the file's input is [n,c,h,w] */
  /* (nullable) [3] as in KomaRecipe, where the file says them */
  const double *scale;
  const double *offset;
  gboolean      is_scale_guess; /* it does not say them: all models of its kind have these */
  /* (nullable) likewise; of colour pictures */
  const KomaChannels   *channels;
  const KomaPictureFit *fit; /* (nullable) likewise */
  gboolean              is_multi_label;
} KomaRecipeHints;

/* Guesses the recipe from the graph; the reason of each guess goes into @notes
 * (element-type utf8). FALSE and KOMA_ERROR_UNSUPPORTED if the model is no
 * classifier of pictures. */
gboolean koma_recipe_infer (const KomaGraph       *graph, /* inferred, with a batch of 1 */
                            const KomaRecipeHints *hints,
                            KomaRecipe            *ret_recipe,
                            GPtrArray             *notes,
                            GError               **error);

/* Its parts. */
const char *koma_recipe_infer_range (const KomaGraph       *graph,
                                     const KomaRecipeHints *hints,
                                     KomaRecipeSource      *ret_source,
                                     const char           **ret_reason);
gboolean    koma_recipe_ends_in_pool (const KomaGraph *graph);
gboolean    koma_recipe_ends_in_weights (const KomaGraph *graph);
gboolean    koma_recipe_infer_bytes (const KomaGraph *graph, KomaRecipe *recipe);
KomaScores  koma_recipe_infer_scores (const KomaGraph *graph, const char **ret_reason);
/* An output in per cent or the like becomes probabilities. */
gboolean koma_recipe_unscale_scores (KomaGraph       *graph, /* not inferred */
                                     const KomaGraph *inferred,
                                     gboolean        *ret_is_changed,
                                     GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
