/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-correct-dialog.h"

#include <glib/gi18n-lib.h>

#include "koma-correct-field.h"
#include "ui/koma-text-scale.h"
#include "worker/koma-thread.h"

struct _KomaCorrectDialog
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkLabel         *what;
  KomaCorrectField *field;
  GtkCheckButton   *together;
};

enum {
  SIGNAL_TAKEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaCorrectDialog, koma_correct_dialog, ADW_TYPE_WINDOW)

static void
update (KomaCorrectDialog *self)
{
  g_autofree char *label = koma_correct_field_dup_label (self->field);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "correct.take", label != NULL);
}

static void
taken_cb (KomaCorrectDialog *self,
          const char        *label)
{
  g_signal_emit (self, signals[SIGNAL_TAKEN], 0, label);
  gtk_window_close (GTK_WINDOW (self)); /* and frees it */
}

static void
take_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  koma_correct_field_take (KOMA_CORRECT_DIALOG (widget)->field);
}

static void
together_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  KomaCorrectDialog *self = KOMA_CORRECT_DIALOG (widget);

  gtk_check_button_set_active (self->together, !gtk_check_button_get_active (self->together));
}

/* Not earlier: GTK 4.8 would tell screen readers that this is no window. */
static void
koma_correct_dialog_map (GtkWidget *widget)
{
  KomaCorrectDialog *self = KOMA_CORRECT_DIALOG (widget);

  GTK_WIDGET_CLASS (koma_correct_dialog_parent_class)->map (widget);

  gtk_widget_grab_focus (koma_correct_field_get_entry (self->field));
}

static void
koma_correct_dialog_class_init (KomaCorrectDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->map = koma_correct_dialog_map;

  signals[SIGNAL_TAKEN] = g_signal_new ("taken", KOMA_TYPE_CORRECT_DIALOG, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (KOMA_TYPE_CORRECT_FIELD);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-correct-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaCorrectDialog, what);
  gtk_widget_class_bind_template_child (widget_class, KomaCorrectDialog, field);
  gtk_widget_class_bind_template_child (widget_class, KomaCorrectDialog, together);
  gtk_widget_class_bind_template_callback (widget_class, taken_cb);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_install_action (widget_class, "correct.take", NULL, take_action);
  gtk_widget_class_install_action (widget_class, "correct.together", NULL, together_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_t, GDK_CONTROL_MASK,
                                       "correct.together", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_correct_dialog_init (KomaCorrectDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "correct.together", FALSE);
  update (self);
}

static char *
describe (GPtrArray *items)
{
  g_autofree char *name = NULL;

  if (items->len > 1)
    return g_strdup_printf (ngettext ("Of %'u picture:", "Of %'u pictures:", items->len),
                            items->len);
  name = koma_result_item_dup_name (g_ptr_array_index (items, 0));
  /* Translators: the name of a picture */
  return g_strdup_printf (_ ("Of “%s”:"), name);
}

KomaCorrectDialog *
koma_correct_dialog_new (GtkWindow  *parent,
                         GPtrArray  *items,
                         GListModel *all)
{
  KomaCorrectDialog *self = g_object_new (KOMA_TYPE_CORRECT_DIALOG, "transient-for", parent, NULL);
  g_autofree char   *what = describe (items);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_text_scale_keep_buttons (GTK_WINDOW (self));
  gtk_label_set_label (self->what, what);
  koma_correct_field_begin (self->field, g_ptr_array_index (items, 0), all);
  return self;
}

void
koma_correct_dialog_offer_burst (KomaCorrectDialog *self,
                                 guint              n)
{
  /* Translators: so many pictures that a camera took within seconds of each other */
  g_autofree char *text = g_strdup_printf (_ ("Correct all %'u taken together"), n);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_check_button_set_label (self->together, text);
  gtk_widget_set_visible (GTK_WIDGET (self->together), TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "correct.together", TRUE);
}

gboolean
koma_correct_dialog_is_together (KomaCorrectDialog *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return gtk_check_button_get_active (self->together);
}
