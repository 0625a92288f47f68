/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-review-bar.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

struct _KomaReviewBar
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkLabel         *place;
  GtkProgressBar   *progress;
  GtkButton        *end, *skip, *confirm;
  GtkMenuButton    *other;
  KomaCorrectField *field;
  GtkWidget        *together_box;
  GtkLabel         *together_place;
  GtkCheckButton   *together;
};

enum {
  SIGNAL_OPENING,
  SIGNAL_TAKEN,
  SIGNAL_CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaReviewBar, koma_review_bar, ADW_TYPE_BIN)

static void
opening_cb (GtkMenuButton *button,
            gpointer       user_data)
{
  g_signal_emit (user_data, signals[SIGNAL_OPENING], 0);
}

static void
shown_cb (KomaReviewBar *self)
{
  gtk_widget_grab_focus (koma_correct_field_get_entry (self->field));
}

static gboolean
tell_closed_cb (gpointer user_data)
{
  g_signal_emit (user_data, signals[SIGNAL_CLOSED], 0);
  return G_SOURCE_REMOVE;
}

/* GTK 4.18 gives the focus to the button after this. */
static void
closed_cb (KomaReviewBar *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_closed_cb, g_object_ref (self), g_object_unref);
}

static void
taken_cb (KomaReviewBar *self,
          const char    *label)
{
  gtk_menu_button_popdown (self->other);
  g_signal_emit (self, signals[SIGNAL_TAKEN], 0, label);
}

/* Keys that answer do so again. */
static void
toggled_cb (KomaReviewBar *self)
{
  g_signal_emit (self, signals[SIGNAL_CLOSED], 0);
}

static void
koma_review_bar_class_init (KomaReviewBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[SIGNAL_OPENING] = g_signal_new ("opening", KOMA_TYPE_REVIEW_BAR, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_TAKEN] = g_signal_new ("taken", KOMA_TYPE_REVIEW_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_CLOSED] = g_signal_new ("closed", KOMA_TYPE_REVIEW_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (KOMA_TYPE_CORRECT_FIELD);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-review-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, end);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, skip);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, confirm);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, place);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, other);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, field);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, together_box);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, together_place);
  gtk_widget_class_bind_template_child (widget_class, KomaReviewBar, together);
  gtk_widget_class_bind_template_callback (widget_class, closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, taken_cb);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
}

static void
koma_review_bar_init (KomaReviewBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_review_bar_set_narrow (self, FALSE);
  gtk_menu_button_set_create_popup_func (self->other, opening_cb, self, NULL);
}

char *
koma_review_bar_describe_place (guint position,
                                guint n)
{
  /* Translators: which of the pictures this is: “12 of 240” */
  return g_strdup_printf (_ ("%'u of %'u"), position + 1, n);
}

void
koma_review_bar_set_place (KomaReviewBar *self,
                           guint          position,
                           guint          n)
{
  g_autofree char *text = koma_review_bar_describe_place (position, n);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->place, text);
  gtk_progress_bar_set_fraction (self->progress, n > 0 ? (double) position / n : 0.0);
}

char *
koma_review_bar_describe_together (guint position,
                                   guint n)
{
  /* Translators: which of the pictures that a camera took within seconds of each other this is */
  return g_strdup_printf (_ ("%'u of %'u taken together"), position + 1, n);
}

void
koma_review_bar_set_burst (KomaReviewBar *self,
                           guint          position,
                           guint          n)
{
  g_autofree char *place = koma_review_bar_describe_together (position, n);
  /* Translators: the answer is that of so many pictures */
  g_autofree char *all = g_strdup_printf (_ ("Answer for All %'u"), n);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_set_visible (self->together_box, n > 1);
  gtk_label_set_label (self->together_place, place);
  gtk_check_button_set_label (self->together, all);
}

void
koma_review_bar_set_together (KomaReviewBar *self,
                              gboolean       is_together)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_check_button_set_active (self->together, is_together);
}

gboolean
koma_review_bar_is_together (KomaReviewBar *self)
{
  return gtk_check_button_get_active (self->together);
}

static void
set_button (GtkButton  *button,
            const char *name, /* for screen readers, without a key */
            const char *label,
            const char *icon_name) /* (nullable) in place of the label */
{
  if (icon_name != NULL) {
    gtk_button_set_icon_name (button, icon_name);
    /* GTK would name it after the label that has gone. */
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
    return;
  }
  gtk_button_set_label (button, label);
  gtk_button_set_use_underline (button, TRUE);
}

/* Words of some languages are longer than a narrow window is wide: it has icons. */
void
koma_review_bar_set_narrow (KomaReviewBar *self,
                            gboolean       is_narrow)
{
  static const char end_icon[] = "window-close-symbolic";
  static const char skip_icon[] = "media-skip-forward-symbolic";
  static const char confirm_icon[] = "object-select-symbolic";

  KOMA_ASSERT_MAIN_THREAD ();

  set_button (self->end, _ ("End Review"), _ ("En_d Review"), is_narrow ? end_icon : NULL);
  set_button (self->skip, _ ("Skip"), _ ("_Skip"), is_narrow ? skip_icon : NULL);
  set_button (self->confirm, _ ("Confirm"), _ ("_Confirm"), is_narrow ? confirm_icon : NULL);
  if (is_narrow) {
    gtk_menu_button_set_icon_name (self->other, "document-edit-symbolic");
  } else {
    gtk_menu_button_set_label (self->other, _ ("_Other…"));
    gtk_menu_button_set_use_underline (self->other, TRUE);
  }
}

KomaCorrectField *
koma_review_bar_get_field (KomaReviewBar *self)
{
  return self->field;
}

void
koma_review_bar_open_field (KomaReviewBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_menu_button_popup (self->other);
  shown_cb (self);
}

void
koma_review_bar_close_field (KomaReviewBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_menu_button_popdown (self->other);
}
