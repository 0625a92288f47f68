/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-details.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

static void
append_line (GString    *text,
             const char *title,
             const char *value)
{
  if (value != NULL && *value != '\0')
    g_string_append_printf (text, "%s: %s\n", title, value);
}

static void
append_notes (GString           *text,
              const char *const *notes)
{
  for (guint i = 0; notes[i] != NULL; i++)
    append_line (text, _ ("Note"), notes[i]);
}

void
koma_model_details_show (GtkWindow        *parent,
                         KomaModelControl *control)
{
  KomaModelInfo *info = koma_model_control_get_info (control);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *n_classes = NULL;
  g_autofree char *n_threads = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (info == NULL)
    return;

  n_classes = g_strdup_printf ("%'u", info->n_classes);
  n_threads = g_strdup_printf ("%u", info->n_threads);
  append_line (text, _ ("Format"), info->format);
  append_line (text, _ ("Classes"), n_classes);
  append_line (text, _ ("Input"), info->recipe);
  if (info->range_source == KOMA_RANGE_GUESS)
    append_line (text, _ ("Note"), _ ("The range of values is a guess"));
  append_line (text, _ ("Labels"), info->labels_path);
  append_line (text, _ ("Backend"), koma_words_for_device (info->backend, info->is_software));
  append_line (text, _ ("Device"), info->device);
  append_line (text, _ ("Precision"),
               koma_precision_get_name (info->precision));
  g_string_append_printf (text, "%s\n",
                          koma_words_for_choice (koma_model_control_get_chooser (control)));
  append_line (text, _ ("Threads"), n_threads);
  append_line (text, _ ("File"), info->path);
  append_notes (text, info->warnings);
  g_string_truncate (text, text->len - 1);

  koma_message_show (parent, info->name, text->str);
}
