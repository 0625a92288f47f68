/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-control.h"

G_BEGIN_DECLS

/* The control is made of koma-model-control.c (the object, its state), koma-model-control-entries.c
 * (the models to choose from), koma-model-control-load.c (loads) and koma-model-control-choices.c
 * (what it expects, measuring anew). Each may call those before it. */
struct _KomaModelControl
{
  GObject parent_instance;

  KomaWorker       *worker;
  KomaModelChoices *choices;

  /* How to load; the name is interned. */
  KomaBackendChoice choice;
  guint             n_threads;
  KomaPrecision     precision;
  char             *class_language; /* (nullable) */

  KomaModelInfo *info;
  KomaModelInfo *early;       /* (nullable) a change of a model that nobody was told of yet */
  KomaChooser    chooser;     /* of its backend */
  GError        *failure;     /* (nullable) why @choice does not serve */
  char          *failed_path; /* (nullable) of a model that waits for another choice */
  GPtrArray     *entries;
  GCancellable  *listing;

  /* The load under way. */
  GCancellable *loading; /* NULL: none */
  char         *loading_path;
  gboolean      is_reload;   /* this one, or the last */
  gboolean      is_reworded; /* the last one changed words alone */
  gboolean      is_measured_anew;
  char         *parts[KOMA_N_PARTS]; /* (nullable) chosen with it; "": as the model says */
  KomaLoadStage stage;
  double        stage_fraction;
};

/* Loads @path in place of the model that is being loaded; of a reload the answers stay valid. */
void koma_model_control_start_load (KomaModelControl *self,
                                    const char       *path,
                                    gboolean          is_reload);

G_END_DECLS
