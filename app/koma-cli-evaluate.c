/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma evaluate: how many of the pictures whose classes are known a model answers rightly. */
#include <glib/gi18n.h>

#include "engine/model/top-k.h"
#include "koma-cli-evaluation.h"
#include "koma-cli-pictures.h"
#include "koma-cli-session.h"
#include "koma-cli.h"

static const char arguments[] = N_ ("FOLDER");
static const char summary[] =
  N_ ("Say how many pictures a model knows. Each folder in FOLDER is a class of the model, and has "
      "pictures of it.");
static const char description[] =
  N_ ("Pictures are looked at once, never upside down.\n\n"
      "Exit code: 0 all pictures were read, 1 some were not, 2 wrong usage, a folder that is no "
      "class of the model, or a model that can not be used, 130 interrupted, 143 terminated.");

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  const char    *folder;

  GPtrArray  *classes; /* KomaCliClass */
  KomaModel  *model;
  guint      *indices; /* of each of @classes in the model */
  char      **names;   /* of the model's classes */
  GArray     *truth;   /* guint */
  GByteArray *scores;  /* float [n, n_classes] */
  GPtrArray  *failures;
} Evaluate;

static void
evaluate_clear (Evaluate *self)
{
  koma_cli_options_clear (&self->options);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  g_clear_pointer (&self->model, koma_model_unref);
  g_free (self->indices);
  g_strfreev (self->names);
  g_clear_pointer (&self->truth, g_array_unref);
  g_clear_pointer (&self->scores, g_byte_array_unref);
  g_clear_pointer (&self->failures, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Evaluate, evaluate_clear)

static gboolean
parse (Evaluate *self,
       int      *argc,
       char   ***argv)
{
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_RECIPE | KOMA_TAKES_FORMAT,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format))
    return FALSE;
  if (*argc == 2) {
    self->folder = (*argv)[1];
    return TRUE;
  }
  koma_cli_warn (_ ("name one folder; “koma evaluate --help” tells more"));
  return FALSE;
}

static gboolean
find_classes (Evaluate *self)
{
  g_autoptr (GError) error = NULL;

  self->classes = koma_cli_classes_find (self->folder, &error);
  if (self->classes == NULL)
    koma_cli_warn ("%s", error->message);
  else if (self->classes->len == 0)
    koma_cli_warn (_ ("%s: there are no folders with pictures in it"), self->folder);
  return self->classes != NULL && self->classes->len > 0;
}

/* By the label or by the name for people. */
static gboolean
find_index (KomaLabels *labels,
            const char *name,
            guint      *ret_index)
{
  for (guint i = 0; i < koma_labels_get_n (labels); i++)
    if (g_str_equal (koma_labels_get (labels, i), name) ||
        g_str_equal (koma_labels_get_name (labels, i), name)) {
      *ret_index = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
load_model (Evaluate *self,
            GError  **error)
{
  KomaLabels *labels = NULL;
  guint       n = 0;

  self->model = koma_cli_load_model (&self->options, self->options.model, error);
  if (self->model == NULL || koma_model_get_recipe (self->model, error) == NULL)
    return FALSE;
  labels = koma_model_get_labels (self->model);
  n = koma_labels_get_n (labels);
  self->names = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    self->names[i] = g_strdup (koma_labels_get_name (labels, i));
  self->indices = g_new0 (guint, self->classes->len);
  for (guint c = 0; c < self->classes->len; c++) {
    const char *name = ((const KomaCliClass *) self->classes->pdata[c])->name;

    if (!find_index (labels, name, &self->indices[c])) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   /* Translators: a folder, a model */
                   _ ("“%s” is no class of %s; “koma inspect” lists its classes"), name,
                   koma_model_get_name (self->model));
      return FALSE;
    }
  }
  return TRUE;
}

static void
add_answer (guint        class_index,
            const char  *path,
            const float *values,
            gsize        n,
            gpointer     user_data)
{
  Evaluate   *self = user_data;
  const gsize at = self->scores->len;
  const guint n_classes = g_strv_length (self->names);

  g_byte_array_append (self->scores, (const guint8 *) values, n_classes * sizeof *values);
  koma_scores_normalize (koma_model_get_recipe (self->model, NULL)->scores,
                         (float *) (self->scores->data + at), n_classes);
  g_array_append_val (self->truth, self->indices[class_index]);
}

static gboolean
work (KomaCliJob *job,
      gpointer    user_data,
      GError    **error)
{
  Evaluate       *self = user_data;
  KomaCliPictures pictures = { .options = &self->options, .classes = self->classes };

  if (!load_model (self, error))
    return FALSE;
  pictures.model = self->model;
  pictures.graph = koma_model_get_graph (self->model);
  pictures.output = koma_model_get_output (self->model);
  pictures.stage = _ ("Looking at the pictures:");
  pictures.found = add_answer;
  pictures.user_data = self;
  return koma_cli_pictures_run (&pictures, job, self->failures, error);
}

static void
print_json (const Evaluate       *self,
            const KomaEvaluation *evaluation)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_json_string (builder, "model", koma_model_get_name (self->model));
  koma_json_int (builder, "failed", self->failures->len);
  koma_cli_evaluation_build (evaluation, (const char *const *) self->names, builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

int
koma_cli_evaluate (int    argc,
                   char **argv)
{
  g_auto (Evaluate) self = { 0 };
  g_autoptr (KomaEvaluation) evaluation = NULL;
  int code = KOMA_EXIT_OK;

  if (!parse (&self, &argc, &argv) || !find_classes (&self) ||
      !koma_cli_options_take_model (&self.options, 0, NULL))
    return KOMA_EXIT_USAGE;
  self.truth = g_array_new (FALSE, FALSE, sizeof (guint));
  self.scores = g_byte_array_new ();
  self.failures = g_ptr_array_new_with_free_func (g_free);
  code = koma_cli_job_run (work, &self);
  for (guint i = 0; i < self.failures->len && code < KOMA_EXIT_SIGNAL; i++)
    koma_cli_warn ("%s", (const char *) self.failures->pdata[i]);
  if (code != KOMA_EXIT_OK)
    return code;
  evaluation = koma_evaluation_new ((const guint *) self.truth->data,
                                    (const float *) self.scores->data, self.truth->len,
                                    g_strv_length (self.names));
  if (self.format == KOMA_FORMAT_JSON)
    print_json (&self, evaluation);
  else if (evaluation->n > 0)
    koma_cli_evaluation_say (evaluation, (const char *const *) self.names);
  return self.failures->len > 0 ? KOMA_EXIT_SOME_FAILED : KOMA_EXIT_OK;
}
