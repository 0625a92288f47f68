/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-compare-models-window.h"
#include "koma-compare-work.h"

G_BEGIN_DECLS

struct _KomaCompareModelsWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkStack      *pages;
  GtkStack      *lists;
  AdwStatusPage *empty_page;
  GtkLabel      *headline;
  GtkLabel      *figures;
  GtkLabel      *names[KOMA_N_COMPARED];   /* of models, where there are two … */
  GtkDropDown   *choices[KOMA_N_COMPARED]; /* … or more */
  GtkListView   *changes_view;
  GtkListView   *pictures_view;

  /* Owned. */
  char                  *path;    /* NULL once it is closed */
  KomaCollectionCompare *compare; /* (nullable) while it is at work, and before */
  GCancellable          *closing;
  GtkStringList         *change_words; /* the first is all of them */
  GPtrArray             *changes;      /* (element-type KomaCollectionChange) those after it */
  GListStore            *items;        /* of KomaDifferingItem */

  guint    models[KOMA_N_COMPARED];
  gboolean is_chosen;     /* these are the two */
  gboolean is_run_stale;  /* they are to be compared */
  gboolean is_list_stale; /* pictures are to be read from the first on */
  gboolean is_complete;   /* there are no more of them */
  gboolean is_busy;
  gboolean is_filling; /* what changes is not the user's choice */
};

/* The action that asks for what is stale, or else for the next pictures. */
#define KOMA_COMPARE_MODELS_READ "comparison.read"

/* koma-compare-models-choice.c */
void koma_compare_models_connect_choices (KomaCompareModelsWindow *self);
void koma_compare_models_show_models (KomaCompareModelsWindow *self);
void koma_compare_models_choose (KomaCompareModelsWindow *self); /* the user did */

/* koma-compare-models-lists.c */
void koma_compare_models_connect_lists (KomaCompareModelsWindow *self);
/* @changes: (transfer full); @n: pictures with two labels */
void koma_compare_models_show_changes (KomaCompareModelsWindow *self, GPtrArray *changes, guint n);
/* (nullable) any; a copy of what is selected */
KomaCollectionChange *koma_compare_models_dup_change (KomaCompareModelsWindow *self);
/* @pictures: gives away what is in it */
void koma_compare_models_append (KomaCompareModelsWindow *self, GPtrArray *pictures);

extern guint koma_compare_models_picture_signal;

G_END_DECLS
