/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "recipe-part.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_CHANNELS_RGB,
  KOMA_CHANNELS_BGR,
  KOMA_CHANNELS_GREY, /* (299 R + 587 G + 114 B) / 1000 */
} KomaChannels;

typedef enum {
  KOMA_FIT_CROP,    /* the centre square (of the target's ratio), scaled */
  KOMA_FIT_STRETCH, /* the whole picture, its ratio lost */
  KOMA_FIT_PAD,     /* the whole picture, scaled, between black bars */
} KomaFit;

typedef enum {
  KOMA_RESIZE_BILINEAR, /* triangle filter widened when shrinking, as Pillow */
  KOMA_RESIZE_BICUBIC,  /* likewise, and these below but one: all as Pillow has them */
  KOMA_RESIZE_NEAREST,  /* the pixel under the centre */
  KOMA_RESIZE_LANCZOS,
  KOMA_RESIZE_BOX,
  KOMA_RESIZE_HAMMING,
  KOMA_N_RESIZES,
} KomaResize;

typedef enum {
  KOMA_SCORES_PROBABILITIES, /* read as they are */
  KOMA_SCORES_LOGITS,        /* softmax them */
  KOMA_SCORES_LOG,           /* exp them: the graph ends in LogSoftmax */
  KOMA_SCORES_MULTI_LABEL,   /* sigmoid each: several classes may hold at once */
} KomaScores;

/* Which part of a picture a model sees, and how that is resized. */
typedef struct
{
  KomaFit    fit;
  KomaResize resize;
  /* Not 0: the picture is scaled first, to cover so many pixels (KOMA_FIT_CROP) or to be so many
   * (KOMA_FIT_STRETCH), and the model's size is cut out of its centre. Else the part is cut out
   * first. */
  guint scaled_width;
  guint scaled_height;
  /* Half a pixel on each side of the cut goes to the nearer even number, and not to the left. */
  gboolean is_cut_rounded;
  gboolean is_guess; /* nothing in the file says so: it is what is usual for such models */
} KomaPictureFit;

/**
 * KomaRecipe:
 *
 * How a picture becomes the model's input and how its output is to be read.
 * Channel c of a pixel, p in 0 … 255, becomes p * scale[c] + offset[c]; c
 * counts in the model's order (BGR: c = 0 is blue). Where scale is below 0, the
 * model expects light and dark the other way round.
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
  guint        scaled_width; /* as KomaPictureFit has these */
  guint        scaled_height;
  gboolean     is_cut_rounded;
  KomaScores   scores;
  gboolean     is_selfie; /* trained on mirrored pictures of a camera: mirror a camera's */

  gboolean         has_background; /* the first class means nothing */
  double           temperature;    /* of the scores, see temperature.h; 0 counts as 1 */
  double           sure_from;      /* 0 … 1: an answer whose best score is less is not sure */
  double           tta_below;      /* 0 … 1: whose best score is less is run again, see tta.h */
  guint            n_pictures;     /* that a range of KOMA_SOURCE_PICTURES was found with */
  KomaRecipeSource sources[KOMA_N_PARTS];
} KomaRecipe;

guint    koma_recipe_get_n_channels (const KomaRecipe *recipe); /* 3 or 1 */
gboolean koma_recipe_set_range (KomaRecipe *recipe,
                                const char *range, /* see recipe-range.c */
                                GError    **error);
gboolean koma_recipe_is_inverted (const KomaRecipe *recipe);
void     koma_recipe_set_inverted (KomaRecipe *recipe, gboolean is_inverted);
gboolean koma_recipe_is_uniform (const KomaRecipe *recipe);      /* one range for all channels */
char    *koma_recipe_dup_range (const KomaRecipe *recipe);       /* "-1,1", "imagenet" */
char    *koma_recipe_dup_range_words (const KomaRecipe *recipe); /* "−1 … 1", English */
/* A part by its word, see recipe-part.h. Texts (a path of labels, classes, prompts) are no part of
 * the recipe itself. */
gboolean koma_recipe_set_part (KomaRecipe      *recipe,
                               KomaRecipePart   part,
                               const char      *word,
                               KomaRecipeSource source,
                               GError         **error);
char    *koma_recipe_dup_part (const KomaRecipe *recipe, KomaRecipePart part); /* (nullable) */
void     koma_recipe_set_fit (KomaRecipe *recipe, KomaFit fit);                /* drops scaling */
/* All of it in words, in English. */
char    *koma_recipe_to_string (const KomaRecipe *recipe);
gboolean koma_recipe_is_equal_fit (const KomaRecipe *a, const KomaRecipe *b);
/* Whether both make the same of each picture, and read the output alike. */
gboolean koma_recipe_is_equal (const KomaRecipe *a, const KomaRecipe *b);

G_END_DECLS
