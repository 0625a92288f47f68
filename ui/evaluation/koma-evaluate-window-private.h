/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-confusion-matrix.h"
#include "koma-evaluate-window.h"
#include "koma-reliability-diagram.h"
#include "ui/models/koma-recipe-choices.h"
#include "ui/window/koma-toast.h"
#include "worker/evaluation/koma-evaluated.h"

G_BEGIN_DECLS

/* The window is made of koma-evaluate-window-result.c (what is shown of a result) and
 * koma-evaluate-window.c (the object, its actions, the run). */
struct _KomaEvaluateWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkStack               *pages;
  AdwStatusPage          *choose_page;
  GtkProgressBar         *progress;
  GtkLabel               *percent;
  GtkLabel               *meaning;
  GtkLabel               *source;
  AdwPreferencesGroup    *comparison;
  AdwPreferencesGroup    *uncounted;
  AdwPreferencesGroup    *mix_ups;
  GtkColumnView          *classes;
  GtkLabel               *matrix_note;
  KomaConfusionMatrix    *matrix;
  KomaReliabilityDiagram *diagram;
  AdwActionRow           *calibration_row;
  AdwActionRow           *temperature_row;
  GtkWidget              *temperature_button;
  AdwComboRow            *precision_row;
  AdwActionRow           *threshold_row;
  GtkWidget              *threshold_button;
  KomaToast              *toast;

  /* Owned. */
  KomaWorker        *worker;
  KomaModelControl  *control;
  KomaRecipeChoices *choices;
  KomaTruth         *truth;     /* (nullable) that was chosen last */
  KomaEvaluated     *evaluated; /* (nullable) what is shown */
  KomaEvaluated     *before;    /* (nullable) of the same truth, to compare with */
  GCancellable      *running;   /* (nullable) */
  GArray            *shown;     /* (nullable) guint: classes of the matrix */
  GPtrArray         *rows;      /* borrowed from the groups */
};

/* koma-evaluate-window-result.c */
void          koma_evaluate_window_show_result (KomaEvaluateWindow *self);
void          koma_evaluate_window_show_threshold (KomaEvaluateWindow *self);
void          koma_evaluate_window_show_cell (KomaEvaluateWindow *self, guint truth, guint answer);
KomaThreshold koma_evaluate_window_get_threshold (KomaEvaluateWindow *self);

G_END_DECLS
