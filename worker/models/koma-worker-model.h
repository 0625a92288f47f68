/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Of inputs that a model leaves open. */
#define KOMA_WORKER_MODEL_MAX_SHAPES 4

/* How a model is to be loaded; a plain value, copied by the call. Strings may
 * be NULL: as the model says, as is best here. */
typedef struct
{
  /* Of the model, or a folder that holds one; or its address, as koma_fetch_model () takes it. */
  const char *path;
  const char *parts[KOMA_N_PARTS]; /* words of koma_recipe_set_part (); of the labels, a path */
  const char *output;
  KomaShape   input_shapes[KOMA_WORKER_MODEL_MAX_SHAPES]; /* see KomaModelOptions */
  guint       n_input_shapes;
  const char *backend;
  guint       n_threads; /* 0: as many as there are processors for us */
  guint       batch;     /* 0: measured */
  gboolean    is_brief;  /* one picture is asked for, as a rule; see KomaSessionOptions */
  /* Without a backend: once the model answers, all that may be chosen are tried
   * while nothing else is to be done, and the fastest takes over. FALSE: the one
   * that an earlier trial on this machine found, else the first. */
  gboolean is_measured;
  gboolean is_measured_anew; /* with it: whatever is known of them */

  KomaPrecision precision; /* float16 for backends that have it; see KomaSessionOptions */

  /* See KomaModelOptions. */
  const char *class_language;
  gboolean    is_one_language;

  /* What the user chose for this model earlier counts for parts that are NULL; what is given is
   * kept, and "" forgets it. See koma-model-settings.h. A model that compares pictures with words
   * gets usual ones where nobody chose any. */
  gboolean has_settings;

  /* Where the range is a guess, the first pictures are compared with several ranges before they are
   * answered, and more of them later where they are too few or do not tell. A range that is found
   * replaces the guess, as koma_worker_watch_model () tells, and is kept with has_settings. */
  gboolean is_range_sought;

  /* (nullable) The model in use is compiled anew with this range, which @n_pictures pictures were
   * found to fit best, and no file is read. */
  const char *found_range;
  guint       n_pictures;

  /* The model in use, which compares pictures with words, gets the classes and prompts of @parts,
   * and no file is read. */
  gboolean is_reworded;

  /* The model in use goes on as it is where the files say what they said when it was loaded; the
   * load ends with its info then. Backend, threads and precision do not count. */
  gboolean is_kept_if_same;
} KomaWorkerModel;

KomaWorkerModel koma_worker_model_copy (const KomaWorkerModel *model);
void            koma_worker_model_clear (KomaWorkerModel *copy); /* frees its strings */

/* What loading is doing. */
typedef enum {
  KOMA_LOAD_DOWNLOADING, /* where path is an address; fraction 0: the size is not known */
  KOMA_LOAD_READING,     /* the file; fraction is known */
  KOMA_LOAD_PREPARING,   /* compiling for the backend */
  KOMA_LOAD_WARMING,     /* the first run, on zeros, where it takes long */
} KomaLoadStage;

typedef void (*KomaLoadProgress) (KomaLoadStage stage,
                                  double        fraction, /* 0 … 1 of this stage */
                                  gpointer      user_data);

G_END_DECLS
