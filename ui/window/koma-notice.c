/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-notice.h"

#include "ui/compat/koma-actionable.h"
#include "ui/compat/koma-announce.h"
#include "ui/compat/koma-revealer.h"
#include "ui/koma-low-layout.h"
#include "worker/koma-thread.h"

struct _KomaNotice
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkRevealer *revealer;
  GtkBox      *words;
  GtkLabel    *text;
  GtkButton   *button;
  GtkLabel    *button_label; /* a button's own label is spoken twice by GTK 4.8 */
};

G_DEFINE_FINAL_TYPE (KomaNotice, koma_notice, ADW_TYPE_BIN)

static guint closed_signal;

static void
close_cb (KomaNotice *self)
{
  koma_notice_hide (self);
  g_signal_emit (self, closed_signal, 0);
}

static void
koma_notice_class_init (KomaNoticeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (KOMA_TYPE_LOW_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/app/koma/Koma/ui/koma-notice.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaNotice, revealer);
  gtk_widget_class_bind_template_child (widget_class, KomaNotice, words);
  gtk_widget_class_bind_template_child (widget_class, KomaNotice, text);
  gtk_widget_class_bind_template_child (widget_class, KomaNotice, button);
  gtk_widget_class_bind_template_child (widget_class, KomaNotice, button_label);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);

  /* By the user. */
  closed_signal = g_signal_new ("closed", KOMA_TYPE_NOTICE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
koma_notice_init (KomaNotice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_revealer_claim_nothing_when_closed (self->revealer);
}

/**
 * koma_notice_show:
 * @self: a notice
 * @text: what has happened
 * @button: what can be done about it
 * @action: what the button does, detailed: "win.reload-model"
 *
 * Shows the notice in place of an earlier one. Screen readers speak it.
 */
void
koma_notice_show (KomaNotice *self,
                  const char *text,
                  const char *button,
                  const char *action)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->text, text);
  gtk_label_set_label (self->button_label, button);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, button, -1);
  koma_actionable_set (GTK_ACTIONABLE (self->button), action);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  koma_announce (GTK_WIDGET (self), text);
}

void
koma_notice_hide (KomaNotice *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

void
koma_notice_set_narrow (KomaNotice *self,
                        gboolean    is_narrow)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->words),
                                  is_narrow ? GTK_ORIENTATION_VERTICAL
                                            : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (self->words, is_narrow ? 6 : 12);
  gtk_label_set_wrap (self->button_label, is_narrow);
  gtk_widget_set_halign (GTK_WIDGET (self->button), is_narrow ? GTK_ALIGN_START : GTK_ALIGN_FILL);
}
