/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-scores.h"

#include <glib/gi18n-lib.h>

#include "ui/results/koma-score-bar.h"
#include "worker/koma-thread.h"

/**
 * KomaCameraScores:
 *
 * A large title and a bar for each of the best classes. Its size is fixed, so
 * that nothing moves while the user reads.
 */
struct _KomaCameraScores
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkLabel     *title;
  KomaScoreBar *first;
  KomaScoreBar *second;
  KomaScoreBar *third;
  GtkLabel     *speed;
};

G_DEFINE_FINAL_TYPE (KomaCameraScores, koma_camera_scores, ADW_TYPE_BIN)

static void
koma_camera_scores_class_init (KomaCameraScoresClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (KOMA_TYPE_SCORE_BAR);
  gtk_widget_class_set_css_name (widget_class, "camerascores");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-camera-scores.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaCameraScores, title);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraScores, first);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraScores, second);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraScores, third);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraScores, speed);
}

static void
koma_camera_scores_init (KomaCameraScores *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
set_not_sure (KomaCameraScores *self,
              gboolean          is_not_sure)
{
  if (is_not_sure)
    gtk_widget_add_css_class (GTK_WIDGET (self), "not-sure");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "not-sure");
}

void
koma_camera_scores_show (KomaCameraScores      *self,
                         const KomaResultClass *classes,
                         guint                  n_classes,
                         double                 not_sure_below)
{
  KomaScoreBar  *bars[KOMA_CAMERA_N_SCORES] = { self->first, self->second, self->third };
  const gboolean is_not_sure = n_classes == 0 || classes[0].score < not_sure_below;

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->title, is_not_sure ? _ ("Not sure") : classes[0].name);
  set_not_sure (self, is_not_sure);
  for (guint i = 0; i < KOMA_CAMERA_N_SCORES; i++) {
    const gboolean is_shown = i < n_classes;

    if (is_shown)
      koma_score_bar_set_score (bars[i], classes[i].name, classes[i].score);
    koma_score_bar_set_shown (bars[i], is_shown);
  }
}

void
koma_camera_scores_show_message (KomaCameraScores *self,
                                 const char       *message)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_camera_scores_show (self, NULL, 0, 0.0);
  gtk_label_set_label (self->title, message);
}

const char *
koma_camera_scores_get_title (KomaCameraScores *self)
{
  return gtk_label_get_label (self->title);
}

void
koma_camera_scores_set_title (KomaCameraScores *self,
                              const char       *title)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->title, title);
}

void
koma_camera_scores_wrap_title (KomaCameraScores *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_wrap (self->title, TRUE);
  gtk_label_set_wrap_mode (self->title, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (self->title, 2);
}

GtkWidget *
koma_camera_scores_get_speed (KomaCameraScores *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return GTK_WIDGET (self->speed);
}

void
koma_camera_scores_set_speed (KomaCameraScores *self,
                              const char       *speed,
                              const char       *details)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->speed, speed);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->speed), details);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->speed),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, details, -1);
}
