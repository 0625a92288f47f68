/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_CHANNELS_RGB,
  KOMA_CHANNELS_BGR,
  KOMA_CHANNELS_GREY, /* (299 R + 587 G + 114 B) / 1000 */
} KomaChannels;

typedef enum {
  KOMA_FIT_CROP,    /* the centre square (of the target's ratio), scaled */
  KOMA_FIT_STRETCH, /* the whole picture, its ratio lost */
} KomaFit;

typedef enum {
  KOMA_RESIZE_BILINEAR, /* triangle filter widened when shrinking, as Pillow */
  KOMA_RESIZE_NEAREST,
} KomaResize;

typedef enum {
  KOMA_SCORES_PROBABILITIES, /* read as they are */
  KOMA_SCORES_LOGITS,        /* softmax them */
  KOMA_SCORES_LOG,           /* exp them: the graph ends in LogSoftmax */
} KomaScores;

/* Where the range of values comes from. */
typedef enum {
  KOMA_RANGE_OPTION, /* the caller says it */
  KOMA_RANGE_KOMA_JSON,
  KOMA_RANGE_METADATA, /* the maker of the model is known */
  KOMA_RANGE_GRAPH,    /* the graph normalises its input */
  KOMA_RANGE_GUESS,
} KomaRangeSource;

/**
 * KomaRecipe:
 *
 * How a picture becomes the model's input and how its output is to be read.
 * Channel c of a pixel, p in 0 … 255, becomes p * scale[c] + offset[c]; c
 * counts in the model's order (BGR: c = 0 is blue).
 */
typedef struct
{
  guint        width; /* pixels */
  guint        height;
  KomaChannels channels;
  double       scale[3]; /* not float: 1 / 127.5 must come out to the last bit */
  double       offset[3];
  KomaFit      fit;
  KomaResize   resize;
  KomaScores   scores;
  gboolean     is_selfie; /* trained on mirrored pictures of a camera: mirror a camera's */

  KomaRangeSource range_source;
  gboolean        is_scores_guess; /* nothing but the number of values speaks for scores */
} KomaRecipe;

guint       koma_recipe_get_n_channels (const KomaRecipe *recipe); /* 3 or 1 */
gboolean    koma_recipe_set_range (KomaRecipe *recipe,
                                   const char *range, /* "LOW,HIGH" or a name: see recipe.c */
                                   GError    **error);
const char *koma_range_source_get_name (KomaRangeSource source); /* "koma.json" */
char       *koma_recipe_to_string (const KomaRecipe *recipe);    /* in words, English */
char       *koma_recipe_dup_range (const KomaRecipe *recipe);    /* (nullable) "-1,1", "imagenet" */
/* Whether both make the same of each picture, and read the output alike. */
gboolean koma_recipe_is_equal (const KomaRecipe *a, const KomaRecipe *b);

G_END_DECLS
