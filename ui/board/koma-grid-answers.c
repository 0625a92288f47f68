/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-answers.h"

#include <glib/gi18n-lib.h>

#include "koma-grid-words.h"
#include "ui/results/koma-score-bar.h"
#include "worker/koma-thread.h"

#define N_ANSWERS 3

struct _KomaGridAnswers
{
  AdwBin parent_instance;

  /* Borrowed. */
  GtkWidget *title;
  GtkWidget *status;
  GtkWidget *bars[N_ANSWERS];

  KomaResultItem *cell; /* (nullable) */
  gulong          state_handler;
};

G_DEFINE_FINAL_TYPE (KomaGridAnswers, koma_grid_answers, ADW_TYPE_BIN)

static void
update (KomaGridAnswers *self)
{
  const KomaResult *result = koma_result_item_get_result (self->cell);
  const guint       n_classes = result != NULL ? result->n_classes : 0;
  g_autofree char  *status = koma_grid_words_for_answer (self->cell);

  gtk_label_set_label (GTK_LABEL (self->status), status);
  gtk_widget_set_visible (self->status, result == NULL);
  for (guint i = 0; i < N_ANSWERS; i++) {
    const gboolean is_shown = i < n_classes;

    koma_score_bar_set_shown (KOMA_SCORE_BAR (self->bars[i]), is_shown);
    if (is_shown)
      koma_score_bar_set_score (KOMA_SCORE_BAR (self->bars[i]),
                                koma_result_get_class (result, i).name,
                                result->classes[i].score);
  }
}

static void
koma_grid_answers_dispose (GObject *object)
{
  koma_grid_answers_show (KOMA_GRID_ANSWERS (object), NULL, 0, 1);

  G_OBJECT_CLASS (koma_grid_answers_parent_class)->dispose (object);
}

static void
koma_grid_answers_class_init (KomaGridAnswersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_grid_answers_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
koma_grid_answers_init (KomaGridAnswers *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "heading");
  self->status = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_label_set_wrap (GTK_LABEL (self->status), TRUE);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->status);
  for (guint i = 0; i < N_ANSWERS; i++) {
    self->bars[i] = koma_score_bar_new ();
    gtk_box_append (GTK_BOX (box), self->bars[i]);
  }
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
koma_grid_answers_show (KomaGridAnswers *self,
                        KomaResultItem  *cell,
                        guint            position,
                        guint            n_columns)
{
  g_autofree char *title = g_strdup_printf (_ ("Row %u, Column %u"), position / n_columns + 1,
                                            position % n_columns + 1);

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->cell != NULL)
    g_clear_signal_handler (&self->state_handler, self->cell);
  g_set_object (&self->cell, cell);
  gtk_widget_set_visible (GTK_WIDGET (self), cell != NULL);
  if (cell == NULL)
    return;
  gtk_label_set_label (GTK_LABEL (self->title), title);
  self->state_handler =
    g_signal_connect_swapped (cell, "notify::state", G_CALLBACK (update), self);
  update (self);
}
