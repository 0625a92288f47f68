/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "engine/koma-app.h"
#include "worker/measure/koma-autotune-report.h"

G_BEGIN_DECLS

/* The description of a loaded model, for all threads. Immutable, reference counted. */
typedef struct _KomaModelInfo KomaModelInfo;

struct _KomaModelInfo
{
  gatomicrefcount ref_count;

  char         *path;          /* of the model's file */
  char         *name;          /* for people */
  char         *format;        /* for people: "TensorFlow.js graph model" */
  char         *hash;          /* over topology and weights: 32 hexadecimal digits */
  char         *recipe;        /* how a picture becomes the input, in English words */
  const char   *backend;       /* static: "xnnpack" */
  const char   *backend_title; /* static: "XNNPACK" */
  char         *device;        /* (nullable) that the backend computes on */
  gboolean      is_software;   /* a graphics card's work is done by the processor */
  char         *range;         /* "-1,1", see koma_recipe_dup_range () */
  KomaRecipe    values;        /* the recipe, with the source of each part */
  gboolean      is_size_open;  /* the graph takes pictures of any size */
  KomaLabels   *labels;        /* [n_classes] */
  char         *labels_path;   /* (nullable) of the file of labels that the user gave */
  char         *classes;       /* (nullable) of a model that compares pictures with words … */
  char         *prompts;       /* (nullable) … and the sentences for them, where they are chosen */
  char         *space;         /* (nullable) with it: what its vectors of pictures depend on */
  guint         n_classes;
  guint         n_kinds;    /* these without a background class */
  gboolean      is_integer; /* it computes with 8-bit integers, for the most part */
  KomaPrecision precision;  /* that tensors are stored with: float32 or float16 */
  /* That compute a single picture, once several were asked for; in bulk work each thread
   * computes pictures of its own. */
  guint n_threads;
  /* NULL-terminated: oddities of the model, and backends that failed. */
  const char *const *warnings;
  GPtrArray         *findings; /* (element-type KomaFinding) of the model doctor */
  /* (nullable) How the backends did, where automatic choice has tried them. */
  KomaAutotuneReport *autotune;
  /* (nullable) The same model as it computed before: on a backend that failed
   * while it ran, or that automatic choice found a better one for, or with a guess of the range,
   * koma_model_info_has_found_range (). After a
   * failure, koma_model_info_has_failed_over(), the last warning is the reason. */
  KomaModelInfo *before;
  char          *version; /* (nullable) of the Koma that computed, where it is another */
};

KomaModelInfo *koma_model_info_ref (KomaModelInfo *info);
void           koma_model_info_unref (KomaModelInfo *info);
gboolean       koma_model_info_has_failed_over (const KomaModelInfo *info);
gboolean       koma_model_info_has_found_range (const KomaModelInfo *info);
gboolean       koma_model_info_shares_vectors (const KomaModelInfo *a, const KomaModelInfo *b);
gboolean       koma_model_info_comes_from (const KomaModelInfo *info,
                                           const KomaModelInfo *loaded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaModelInfo, koma_model_info_unref)

G_END_DECLS
