/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-range-notice.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-announce.h"
#include "ui/compat/koma-revealer.h"
#include "ui/koma-low-layout.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

struct _KomaRangeNotice
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkRevealer *revealer;
  GtkLabel    *text;

  /* Owned. */
  KomaModelControl *control;
  char             *hash; /* (nullable) of the model that it has looked at */
};

G_DEFINE_FINAL_TYPE (KomaRangeNotice, koma_range_notice, ADW_TYPE_BIN)

static void
koma_range_notice_dispose (GObject *object)
{
  KomaRangeNotice *self = KOMA_RANGE_NOTICE (object);

  g_clear_object (&self->control);
  g_clear_pointer (&self->hash, g_free);

  G_OBJECT_CLASS (koma_range_notice_parent_class)->dispose (object);
}

static void
close_cb (KomaRangeNotice *self)
{
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  koma_model_control_accept_range (self->control);
}

static void
koma_range_notice_class_init (KomaRangeNoticeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_range_notice_dispose;

  g_type_ensure (KOMA_TYPE_LOW_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-range-notice.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaRangeNotice, revealer);
  gtk_widget_class_bind_template_child (widget_class, KomaRangeNotice, text);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
}

static void
koma_range_notice_init (KomaRangeNotice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_revealer_claim_nothing_when_closed (self->revealer);
}

static void
show (KomaRangeNotice *self,
      KomaModelInfo   *info)
{
  g_autofree char *range = koma_words_for_range (info->range);
  /* Translators: a range of numbers, such as “−1 … 1” */
  g_autofree char *text =
    g_strdup_printf (_ ("This model does not say which numbers it wants for dark and light. "
                        "Koma guesses %s. If answers are wrong, try another range."),
                     range);

  gtk_label_set_label (self->text, text);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  koma_announce (GTK_WIDGET (self), text);
}

/* Of a model that stays the same all stays as it is: the user may be trying ranges. */
static void
loaded_cb (KomaRangeNotice *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  KOMA_ASSERT_MAIN_THREAD ();

  if (g_strcmp0 (info->hash, self->hash) == 0)
    return;
  g_free (self->hash);
  self->hash = g_strdup (info->hash);
  if (info->values.sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS)
    show (self, info);
  else
    gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

void
koma_range_notice_set_control (KomaRangeNotice  *self,
                               KomaModelControl *control)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->control, control);
  g_signal_connect_object (control, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
}
