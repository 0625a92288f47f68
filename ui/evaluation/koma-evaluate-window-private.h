/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-confusion-matrix.h"
#include "koma-evaluate-window.h"
#include "koma-reliability-diagram.h"
#include "ui/models/koma-recipe-choices.h"
#include "ui/window/koma-toast.h"
#include "worker/evaluation/koma-evaluated-pair.h"

G_BEGIN_DECLS

/* The window is made of koma-evaluate-window-result.c (what is shown of a result),
 * koma-evaluate-window-pair.c (of two side by side), koma-evaluate-window-rows.c (what both use),
 * koma-evaluate-window-export.c (files), koma-evaluate-window-choices.c (what the model's recipe
 * takes from a result) and koma-evaluate-window.c (the object, its actions, the run). */
struct _KomaEvaluateWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkStack               *pages;
  AdwStatusPage          *choose_page;
  GtkWidget              *corrections_button;
  GtkProgressBar         *progress;
  GtkLabel               *percent;
  GtkLabel               *meaning;
  GtkLabel               *source;
  AdwPreferencesGroup    *pair_figures;
  AdwPreferencesGroup    *pair_pictures;
  AdwPreferencesGroup    *pair_classes_group;
  GtkColumnView          *pair_classes;
  AdwPreferencesGroup    *side_group;
  AdwComboRow            *side_row;
  AdwPreferencesGroup    *comparison;
  GtkWidget              *other_box;
  GtkLabel               *other_label;
  AdwActionRow           *other_row;
  GtkWidget              *forget_button;
  AdwPreferencesGroup    *uncounted;
  AdwPreferencesGroup    *confusions;
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
  char              *collection; /* (nullable) path of the one that is open */
  KomaGroundTruth   *truth;      /* (nullable) that was chosen last */
  KomaEvaluated     *evaluated;  /* (nullable) what is shown */
  KomaEvaluated     *before;     /* (nullable) of the same truth, to compare with */
  KomaEvaluatedPair *pair;       /* (nullable) one side of which is shown */
  GCancellable      *running;    /* (nullable) */
  gboolean           has_other;
  KomaWorkerModel    other; /* that runs compare the model in use with; its strings are owned */
  GArray            *shown; /* (nullable) guint: classes of the matrix */
  GPtrArray         *rows;  /* borrowed from the groups */
};

/* koma-evaluate-window-result.c */
void          koma_evaluate_window_show_result (KomaEvaluateWindow *self);
void          koma_evaluate_window_show_threshold (KomaEvaluateWindow *self);
void          koma_evaluate_window_show_cell (KomaEvaluateWindow *self, guint truth, guint answer);
KomaThreshold koma_evaluate_window_get_threshold (KomaEvaluateWindow *self);

/* koma-evaluate-window-rows.c; @subtitle: (nullable) */
GtkWidget    *koma_evaluate_window_create_row (const char *title, const char *subtitle);
AdwActionRow *koma_evaluate_window_add_row (KomaEvaluateWindow  *self,
                                            AdwPreferencesGroup *group,
                                            const char          *title,
                                            const char          *subtitle);
char         *koma_evaluate_window_describe_test (const KomaMcnemar *test);

/* koma-evaluate-window-pair.c */
void koma_evaluate_window_show_pair (KomaEvaluateWindow *self);
void koma_evaluate_window_offer_sides (KomaEvaluateWindow *self);

/* koma-evaluate-window-choices.c: actions */
void koma_evaluate_window_install_choices (GtkWidgetClass *widget_class);

/* koma-evaluate-window-export.c */
void koma_evaluate_window_export (GtkWidget *widget, const char *name, GVariant *parameter);

G_END_DECLS
