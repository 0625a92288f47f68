/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluate-window-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
choose_part (KomaEvaluateWindow *self,
             KomaRecipePart      part,
             double              value,
             const char         *text)
{
  const KomaModelInfo *info = koma_model_control_get_info (self->control);
  char                 word[G_ASCII_DTOSTR_BUF_SIZE];

  if (info == NULL || g_strcmp0 (info->hash, self->evaluated->hash) != 0) {
    koma_toast_show (self->toast, _ ("Another model is in use now"));
    return;
  }
  g_ascii_formatd (word, sizeof word, "%.6g", value);
  koma_recipe_choices_choose (self->choices, part, word);
  koma_toast_show_with_action (self->toast, text, _ ("Undo"), "evaluate.undo");
}

static void
use_temperature_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);

  choose_part (self, KOMA_PART_TEMPERATURE, self->evaluated->fitted_temperature,
               _ ("The model is read at this temperature from now on"));
}

static void
use_threshold_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);
  const double        score = koma_evaluate_window_get_threshold (self).score;

  /* Rounded down, so that the answer with just this score stays sure. */
  choose_part (self, KOMA_PART_SURE_FROM, floor (score * 1e6) / 1e6,
               _ ("Answers below this score are not sure from now on"));
}

static void
undo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);

  koma_toast_withdraw (self->toast, "evaluate.undo");
  koma_recipe_choices_undo (self->choices);
}

void
koma_evaluate_window_install_choices (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "evaluate.use-temperature", NULL,
                                   use_temperature_action);
  gtk_widget_class_install_action (widget_class, "evaluate.use-threshold", NULL,
                                   use_threshold_action);
  gtk_widget_class_install_action (widget_class, "evaluate.undo", NULL, undo_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "evaluate.undo",
                                       NULL);
}
