/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-activity-bar.h"

#include "ui/compat/koma-revealer.h"
#include "worker/koma-thread.h"

/**
 * KomaActivityBar:
 *
 * Shows a #KomaActivity: a model being loaded, pictures being classified, or
 * pictures that wait for a model.
 */
struct _KomaActivityBar
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkRevealer    *revealer;
  GtkBox         *words;
  GtkLabel       *title;
  GtkLabel       *detail;
  GtkProgressBar *progress;
  GtkButton      *button;
  GtkBox         *buttons;
  GtkButton      *other;
  GtkLabel       *other_label;
  GtkLabel       *button_label; /* a button's own label is spoken twice by GTK 4.8 */
};

G_DEFINE_FINAL_TYPE (KomaActivityBar, koma_activity_bar, ADW_TYPE_BIN)

static void
koma_activity_bar_class_init (KomaActivityBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-activity-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, title);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, words);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, detail);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, button);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, button_label);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, buttons);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, other);
  gtk_widget_class_bind_template_child (widget_class, KomaActivityBar, other_label);
}

static void
koma_activity_bar_init (KomaActivityBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_revealer_claim_nothing_when_closed (self->revealer);
}

static void
show_button (GtkButton  *button,
             GtkLabel   *label,
             const char *text, /* (nullable) none */
             const char *action)
{
  gtk_widget_set_visible (GTK_WIDGET (button), text != NULL);
  if (text == NULL)
    return;
  gtk_label_set_label (label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
}

void
koma_activity_bar_show (KomaActivityBar    *self,
                        const KomaActivity *activity)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->title, activity->title);
  gtk_label_set_label (self->detail, activity->detail != NULL ? activity->detail : "");
  gtk_widget_set_visible (GTK_WIDGET (self->detail), activity->detail != NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->progress), activity->fraction >= 0.0);
  if (activity->fraction >= 0.0)
    gtk_progress_bar_set_fraction (self->progress, MIN (activity->fraction, 1.0));

  show_button (self->button, self->button_label, activity->button, activity->action);
  show_button (self->other, self->other_label, activity->other_button, activity->other_action);

  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

void
koma_activity_bar_hide (KomaActivityBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

/**
 * koma_activity_bar_set_narrow:
 * @self: a bar
 * @is_narrow: whether the two texts do not fit beside each other
 */
void
koma_activity_bar_set_narrow (KomaActivityBar *self,
                              gboolean         is_narrow)
{
  GtkOrientation orientation = is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->words), orientation);
  gtk_box_set_spacing (self->words, is_narrow ? 0 : 12);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->buttons), orientation);
  gtk_label_set_xalign (self->detail, is_narrow ? 0.0 : 1.0);
  if (is_narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self->detail), "caption");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->detail), "caption");
}
