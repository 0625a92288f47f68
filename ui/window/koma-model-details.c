/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-details.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "ui/koma-words.h"
#include "ui/models/koma-checkup.h"
#include "ui/models/koma-recipe-sentence.h"
#include "worker/koma-thread.h"
#include "worker/models/koma-model-check.h"

static void
append_line (GString    *text,
             const char *title,
             const char *value)
{
  g_autofree char *line = value != NULL ? koma_words_for_value (title, value) : NULL;

  if (line != NULL && *value != '\0')
    g_string_append_printf (text, "%s\n", line);
}

static void
append_notes (GString           *text,
              const char *const *notes)
{
  for (guint i = 0; notes[i] != NULL; i++)
    append_line (text, _ ("Note"), notes[i]);
}

typedef struct
{
  GtkWidget *window; /* has the actions */
  GtkWidget *dialog;
} Remedy;

/* The dialog is modal: what the action opens must come after it. */
static void
remedy_cb (KomaCheckup *checkup,
           const char  *action,
           Remedy      *remedy)
{
  GtkWidget       *window = remedy->window;
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  koma_message_close (remedy->dialog);
  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    gtk_widget_activate_action_variant (window, name, target);
}

/* Returns: (transfer none): hidden without findings */
static KomaCheckup *
show (GtkWindow  *parent,
      const char *heading,
      const char *text,
      GPtrArray  *findings) /* (nullable) */
{
  KomaCheckup *checkup = g_object_new (KOMA_TYPE_CHECKUP, "visible", findings != NULL, NULL);
  Remedy      *remedy = g_new (Remedy, 1);

  remedy->window = GTK_WIDGET (parent);
  remedy->dialog = koma_message_show_with (parent, heading, text, GTK_WIDGET (checkup));
  g_signal_connect_data (checkup, "remedy", G_CALLBACK (remedy_cb), remedy,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  if (findings != NULL)
    koma_checkup_set_findings (checkup, findings);
  return checkup;
}

static void
append_range_source (GString          *text,
                     const KomaRecipe *recipe)
{
  /* Translators: how a range of values was found; a number of pictures */
  g_autofree char *found =
    g_strdup_printf (_ ("Found by comparing %u of your pictures"), recipe->n_pictures);

  if (recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS)
    append_line (text, _ ("Note"), _ ("The range of values is a guess"));
  if (recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_PICTURES)
    append_line (text, _ ("Range of Values"), found);
}

void
koma_model_details_show (GtkWindow        *parent,
                         KomaModelControl *control)
{
  KomaModelInfo *info = koma_model_control_get_info (control);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *n_classes = NULL;
  g_autofree char *recipe = NULL;
  g_autofree char *n_threads = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (info == NULL)
    return;

  n_classes = g_strdup_printf ("%'u", info->n_kinds);
  recipe = koma_recipe_sentence_create (&info->values);
  n_threads = g_strdup_printf ("%u", info->n_threads);
  append_line (text, _ ("Format"), info->format);
  append_line (text, _ ("Classes"), n_classes);
  append_line (text, _ ("Input"), recipe);
  append_range_source (text, &info->values);
  append_line (text, _ ("Labels"), info->labels_path);
  append_line (text, _ ("Backend"),
               koma_words_for_technical_name (info->backend, info->is_software));
  append_line (text, _ ("Device"), info->device);
  append_line (text, _ ("Precision"),
               koma_words_for_precision (info));
  g_string_append_printf (text, "%s\n",
                          koma_words_for_choice (koma_model_control_get_chooser (control)));
  append_line (text, _ ("Threads"), n_threads);
  append_line (text, _ ("File"), info->path);
  append_notes (text, info->warnings);
  g_string_truncate (text, text->len - 1);

  show (parent, info->name, text->str, info->findings);
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaCheckup) checkup = user_data;
  g_autoptr (GPtrArray) findings = koma_model_check_finish (result, NULL);

  /* Where the model itself is all right, the text says why the backend is not. */
  if (findings == NULL || findings->len == 0)
    return;
  koma_checkup_set_findings (checkup, findings);
  gtk_widget_set_visible (GTK_WIDGET (checkup), TRUE);
}

void
koma_model_details_show_failure (GtkWindow  *parent,
                                 const char *path,
                                 const char *message)
{
  g_autofree char *text = g_strdup_printf ("%s\n\n%s", message, path);
  KomaCheckup     *checkup = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  checkup = show (parent, _ ("The Model Could Not Be Opened"), text, NULL);
  koma_model_check_async (path, NULL, checked_cb, g_object_ref (checkup));
}
