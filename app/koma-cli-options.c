/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-cli-options.h"

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli.h"

#include "worker/measure/koma-backend-choice.h"
#include "worker/take/koma-sheet.h"

#define DEFAULT_TOP_K 3

static const char *const format_names[] = { "text", "json", "jsonl", "csv", "html" };

static GOptionContext *
new_context (KomaCliOptions     *self,
             const KomaCliUsage *usage)
{
  GOptionContext *context =
    g_option_context_new (usage->arguments != NULL ? _ (usage->arguments) : NULL);

  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _ (usage->summary));
  if (usage->description != NULL)
    g_option_context_set_description (context, _ (usage->description));
  if (usage->entries != NULL)
    g_option_context_add_main_entries (context, usage->entries, GETTEXT_PACKAGE);
  koma_cli_options_add_entries (self, usage->takes, context);
  return context;
}

/* "--", which ends the options, is no argument; GOption leaves it there in
 * some positions. */
static void
drop_dashes (int   *argc,
             char **argv)
{
  for (int i = 1; i < *argc; i++) {
    if (g_strcmp0 (argv[i], "--") == 0) {
      memmove (argv + i, argv + i + 1, (*argc - i) * sizeof *argv);
      (*argc)--;
      return;
    }
  }
}

/* The window's preferences say nothing here: a script answers the same whoever
 * clicked what before. */
static void
choose_backend (KomaCliOptions *self)
{
  KomaBackendChoice choice =
    koma_backend_choice_make (self->backend, g_getenv ("KOMA_BACKEND"), NULL);
  g_autofree char *copy = g_strdup (choice.backend);

  self->chooser = choice.chooser;
  g_free (self->backend);
  self->backend = g_steal_pointer (&copy);
}

static gboolean
parse_shapes (KomaCliOptions *self)
{
  const guint n_shapes = self->shapes != NULL ? g_strv_length (self->shapes) : 0;
  g_autoptr (GError) error = NULL;

  self->input_shapes = g_new0 (KomaShape, n_shapes);
  for (; self->n_input_shapes < n_shapes; self->n_input_shapes++) {
    if (!koma_shape_parse (self->shapes[self->n_input_shapes],
                           &self->input_shapes[self->n_input_shapes], &error)) {
      koma_cli_warn ("--shape: %s", error->message);
      return FALSE;
    }
  }
  return TRUE;
}

/* Of --classes, or of --classes-file. */
static gboolean
parse_words (KomaCliOptions *self)
{
  char **classes = &self->parts[KOMA_PART_CLASSES];
  gsize  length = 0;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;

  if (*classes != NULL && self->classes_file != NULL) {
    koma_cli_warn (_ ("give --classes or --classes-file, not both"));
    return FALSE;
  }
  if (self->prompts != NULL)
    self->parts[KOMA_PART_PROMPTS] = g_strjoinv ("\n", self->prompts);
  if (*classes == NULL && self->classes_file == NULL)
    return TRUE;
  if (self->classes_file == NULL ||
      koma_file_read (self->classes_file, KOMA_MAX_NAMES_BYTES, classes, &length, &error))
    words = koma_word_classes_parse (*classes, &error);
  if (error != NULL)
    koma_cli_warn ("%s: %s", self->classes_file != NULL ? "--classes-file" : "--classes",
                   error->message);
  return error == NULL;
}

static gboolean
check_answers (KomaCliOptions *self)
{
  if (!koma_cli_check_number ("--top", self->top_k, KOMA_MAX_CLASSES))
    return FALSE;
  self->top_k = MAX (self->top_k, 1);
  if (self->collection != NULL || !self->is_retry)
    return TRUE;
  koma_cli_warn (_ ("--retry says what to do with the answers of --collection, which "
                    "is not given"));
  return FALSE;
}

/**
 * koma_cli_options_parse:
 * @argc: (inout): afterwards what is no option remains
 *
 * Returns: %FALSE after having told the user what is wrong
 */
gboolean
koma_cli_options_parse (KomaCliOptions     *self,
                        const KomaCliUsage *usage,
                        int                *argc,
                        char             ***argv)
{
  g_autoptr (GOptionContext) context = new_context (self, usage);
  g_autoptr (GError) error = NULL;
  g_autofree char *prgname = g_strconcat ("koma ", (*argv)[0], NULL);

  g_set_prgname (prgname);
  self->top_k = DEFAULT_TOP_K;
  if (!g_option_context_parse (context, argc, argv, &error)) {
    koma_cli_warn (_ ("%s; “%s --help” lists the options"), error->message, prgname);
    return FALSE;
  }
  drop_dashes (argc, *argv);
  if (usage->takes & KOMA_TAKES_BACKEND)
    choose_backend (self);
  if (self->precision_name != NULL &&
      !koma_precision_parse (self->precision_name, &self->precision, &error)) {
    koma_cli_warn ("--precision: %s", error->message);
    return FALSE;
  }
  return parse_shapes (self) && parse_words (self) && check_answers (self) &&
         koma_cli_parse_sure_from (self->sure_from_given, KOMA_SURE_BY_MODEL, &self->sure_from) &&
         koma_cli_check_number ("--batch", self->batch, KOMA_MAX_BATCH) &&
         koma_cli_check_number ("--threads", self->n_threads, KOMA_MAX_THREADS);
}

void
koma_cli_options_clear (KomaCliOptions *self)
{
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->models, g_strfreev);
  g_clear_pointer (&self->backend, g_free);
  g_clear_pointer (&self->precision_name, g_free);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    g_clear_pointer (&self->parts[i], g_free);
  g_clear_pointer (&self->output_name, g_free);
  g_clear_pointer (&self->classes_file, g_free);
  g_clear_pointer (&self->prompts, g_strfreev);
  g_clear_pointer (&self->format, g_free);
  g_clear_pointer (&self->collection, g_free);
  g_clear_pointer (&self->sure_from_given, g_free);
  g_clear_pointer (&self->shapes, g_strfreev);
  g_clear_pointer (&self->input_shapes, g_free);
}

/**
 * koma_cli_options_get_format:
 * @allowed: names with spaces between; the first is the default
 */
gboolean
koma_cli_options_get_format (const KomaCliOptions *self,
                             const char           *allowed,
                             KomaFormatKind       *ret_format)
{
  g_auto (GStrv) names = g_strsplit (allowed, " ", -1);
  const char *name = self->format != NULL ? self->format : names[0];

  for (guint i = 0; i < G_N_ELEMENTS (format_names); i++) {
    if (g_str_equal (format_names[i], name) &&
        g_strv_contains ((const char *const *) names, name)) {
      *ret_format = i;
      return TRUE;
    }
  }
  koma_cli_warn (_ ("--format “%s” is none of: %s"), name, allowed);
  return FALSE;
}

gboolean
koma_cli_check_number (const char *option,
                       int         value,
                       int         max)
{
  if (value >= 0 && value <= max)
    return TRUE;
  koma_cli_warn (_ ("%s: %d is not a number from 0 to %d"), option, value, max);
  return FALSE;
}

gboolean
koma_cli_parse_sure_from (const char *given,
                          double      otherwise,
                          double     *ret_sure_from)
{
  char        *end = NULL;
  const double value = given != NULL ? g_ascii_strtod (given, &end) : otherwise;

  if (given == NULL || (end != given && *end == '\0' && value >= 0 && value <= 1)) {
    *ret_sure_from = value;
    return TRUE;
  }
  koma_cli_warn (_ ("--sure-from “%s” is not a number from 0 to 1"), given);
  return FALSE;
}
