/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "engine/model/content-hash.h"
#include "engine/model/recipe.h"
#include "model-file.h"

G_BEGIN_DECLS

/* An output of the file that nothing makes, for want of an operator: what the file says of it. */
typedef struct
{
  char     *name;
  KomaShape shape; /* with open dimensions; rank KOMA_RANK_UNKNOWN: it does not say */
} KomaMissingOutput;

/* The result of a reader; model.c adds labels, recipe and warnings. */
struct _KomaRawModel
{
  KomaGraph  *graph;          /* not inferred; may lack nodes if @unsupported is not empty */
  GHashTable *op_counts;      /* char * → GUINT_TO_POINTER */
  GHashTable *unsupported;    /* char * → GUINT_TO_POINTER */
  GHashTable *unsupported_at; /* (nullable) the same keys → char *, the first node */
  GArray     *missing;        /* (nullable) KomaMissingOutput */
  char       *format;         /* "TensorFlow.js graph model" */
  char       *hash;           /* (nullable) NULL: to be computed from … */
  GArray     *hashed;         /* (nullable) KomaKeptPart: … these files, by whoever keeps them */
  char       *metadata;       /* (nullable) userDefinedMetadata, JSON text */
  KomaArray  *labels;         /* (nullable) int32 constant named "labels": comma-joined bytes */
  char       *label_lines;    /* (nullable) names of the classes in the file, one a line */
  /* Where the file says how channel c of a picture, 0 … 255, becomes the first input's real
   * numbers: p * scale[c] + offset[c]. */
  gboolean has_normalization;
  double   scale[3];
  double   offset[3];
  gboolean is_normalization_guess; /* it does not, and all models of its kind have this one */
  /* Where the file says the order of a picture's channels. */
  gboolean     has_channels;
  KomaChannels channels;
  /* Where the file says which part of a picture it wants. */
  gboolean       has_fit;
  KomaPictureFit fit;
  gboolean       is_multi_label; /* the file says that several classes may hold at once */
  char          *warning;        /* (nullable) what is damaged, but is not needed */

  /* Changes that the reader made, for the check-up of model/doctor.h. */
  gboolean is_size_guess;    /* of an input that the file leaves open in size */
  gboolean is_scale_guess;   /* of scores of pictures and words, which the files leave out */
  gsize    n_float16;        /* weights, in numbers, that were turned to float32 */
  gsize    n_8_bit;          /* likewise */
  guint    n_weights;        /* tensors of the file */
  guint    n_unused_weights; /* that no node of the graph reads */
};

void koma_raw_model_clear (KomaRawModel *raw);
void koma_raw_model_count_op (KomaRawModel *raw, const char *op);
void koma_raw_model_note_unsupported (KomaRawModel *raw, const char *what, const char *node);
void koma_raw_model_note_missing (KomaRawModel    *raw,
                                  const char      *name,
                                  const KomaShape *shape); /* (nullable) as declared */

/**
 * KomaFormat:
 *
 * A file format; formats.c has one row for each.
 */
struct _KomaFormat
{
  const char *name;

  /* NULL-terminated. How files end that are opened as models of the format, in lower case; one that
   * begins with a slash is a whole name. */
  const char *const *endings;
  /* (nullable) Names under which writers save every model. */
  const char *const *usual_names;

  /* Is this file of the format? Looks at its name and its first bytes. It is
   * cheap and reports no damage: @read does. */
  gboolean (*matches) (const char   *path,
                       const guint8 *head,
                       gsize         head_length);

  /* Fills @raw but for the hash; whoever calls clears it where this fails. Treats the file as
   * hostile. Errors name file, tensor or node, expected and found. */
  gboolean (*read) (const KomaModelFile *file,
                    KomaRawModel        *raw,
                    GError             **error);
};

const KomaFormat *koma_formats_find (const char *path,
                                     GError    **error);
G_END_DECLS
