/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a model expects of a picture, and how its answer is to be read, part by part. Each is chosen
 * with a word, the same in koma.json, in options and in what the window keeps. They take effect in
 * this order: a range may turn light and dark about and say the order of the channels, and the
 * parts after it say otherwise. */
typedef enum {
  KOMA_PART_SIZE,        /* "224x192": width and height in pixels */
  KOMA_PART_RANGE,       /* see koma_recipe_set_range () */
  KOMA_PART_INVERT,      /* "true", "false": whether dark is above light */
  KOMA_PART_CHANNELS,    /* "rgb", "bgr", "grey" */
  KOMA_PART_FIT,         /* "crop", "stretch", "pad" */
  KOMA_PART_RESIZE,      /* see KomaResize: "bilinear" */
  KOMA_PART_SCORES,      /* "probabilities", "logits", "log", "multi-label" */
  KOMA_PART_BACKGROUND,  /* "first", "none": whether the first class means nothing */
  KOMA_PART_LABELS,      /* a file with the names of the classes */
  KOMA_PART_TEMPERATURE, /* "1.5": what the logarithms of the scores are divided by */
  KOMA_PART_SURE_FROM,   /* "0.3": the best score from which an answer is sure */
  KOMA_PART_CLASSES,     /* "cat, dog, a receipt": of a model that compares pictures with words … */
  KOMA_PART_PROMPTS,     /* … and sentences with "{}" in place of a class, one a line */
  KOMA_N_PARTS,
} KomaRecipePart;

/* Where a part was learned from; a later one is stronger. */
typedef enum {
  KOMA_SOURCE_GUESS,
  KOMA_SOURCE_PICTURES, /* the user's own fit it best, see range-evidence.h */
  KOMA_SOURCE_GRAPH,    /* its shapes and its ops say so */
  KOMA_SOURCE_METADATA, /* the file says so, or one of its maker's beside it */
  KOMA_SOURCE_KOMA_JSON,
  KOMA_SOURCE_OPTION, /* the caller says so */
} KomaRecipeSource;

const char *koma_recipe_part_get_name (KomaRecipePart part);        /* "sureFrom" */
const char *koma_recipe_part_get_title (KomaRecipePart part);       /* to be translated */
const char *koma_recipe_source_get_name (KomaRecipeSource source);  /* "koma.json" */
const char *koma_recipe_source_get_words (KomaRecipeSource source); /* to be translated */

G_END_DECLS
