/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma teach: features of all examples, cross-validation, a head that learns from all of them, and
 * the model that base and head make. The model is written into a folder beside the one that was
 * asked for, which gets its name when all is there. */
#include <errno.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "koma-cli-evaluation.h"
#include "koma-cli-fine-tune.h"
#include "koma-cli-pictures.h"
#include "koma-cli-session.h"
#include "koma-cli.h"
#include "worker/models/koma-folder-remove.h"

#define MAX_HIDDEN 1024
/* Fewer pictures of a class, or so many times more of one than of another, are told. */
#define FEW        5
#define MANY_TIMES 5

static const char summary[] =
  N_ ("Teach a model classes of your own. Each folder in the folder of examples is a class, and "
      "the pictures in it are its examples.");
static const char description[] =
  N_ ("The result is a model like any other: “koma classify --model” and the window take it, and "
      "TensorFlow.js loads it as a layers model, or as a graph model where the base has more than "
      "layers, as transformers have.\n\n"
      "Exit code: 0 taught from all pictures, 1 some pictures could not be read, 2 wrong usage, or "
      "examples or a model that can not be used, 130 interrupted, 143 terminated; without a model "
      "nothing is left behind.");

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char          *from;
  char          *output;
  char          *name; /* (nullable) */
  int            n_hidden;

  GPtrArray           *classes; /* KomaClassFolder */
  char               **names;   /* [n_classes] NULL-terminated */
  KomaModel           *base;
  KomaFeatures         features;
  gboolean             is_fine_tuned; /* wanted */
  KomaCliFineTune      fine;
  GPtrArray           *vectors;  /* KomaFeatureVector */
  GArray              *truth;    /* guint, the class of each vector */
  GPtrArray           *paths;    /* (borrowed) of each vector */
  GPtrArray           *failures; /* utf8 */
  KomaCrossValidation *validation;
  KomaCliJob          *job;
} Teach;

static void
teach_clear (Teach *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->from);
  g_free (self->output);
  g_free (self->name);
  g_strfreev (self->names);
  koma_features_clear (&self->features);
  koma_cli_fine_tune_clear (&self->fine);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  g_clear_pointer (&self->base, koma_model_unref);
  g_clear_pointer (&self->vectors, g_ptr_array_unref);
  g_clear_pointer (&self->truth, g_array_unref);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_clear_pointer (&self->failures, g_ptr_array_unref);
  g_clear_pointer (&self->validation, koma_cross_validation_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Teach, teach_clear)

static gboolean
parse (Teach  *self,
       int    *argc,
       char ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &self->from,
      N_("The folder of examples"), N_("FOLDER") },
    { "base", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->options.models,
      N_("The model that is taught: a file, a folder or archive that holds one, or its address"),
      N_("MODEL") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_("The folder that the new model is written into; it is made"), N_("FOLDER") },
    { "name", 0, 0, G_OPTION_ARG_STRING, &self->name,
      N_("What the new model is called; default: as its folder"), N_("NAME") },
    { "hidden", 0, 0, G_OPTION_ARG_INT, &self->n_hidden,
      N_("Units of a layer between features and classes; default 0: no such layer"), N_("N") },
    { "fine-tune", 0, 0, G_OPTION_ARG_NONE, &self->is_fine_tuned,
      N_("Let the last block of the model learn, too; it is kept unless answers get worse"), NULL },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_BACKEND | KOMA_TAKES_FORMAT,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format) ||
      !koma_cli_check_number ("--hidden", self->n_hidden, MAX_HIDDEN))
    return FALSE;
  if (self->from != NULL && self->output != NULL && *argc == 1)
    return TRUE;
  koma_cli_warn (_ ("name the examples with --from and the new model with --output; “koma teach "
                    "--help” tells more"));
  return FALSE;
}

/* Nothing is replaced. An empty folder may be there. */
static gboolean
check_output (const Teach *self)
{
  g_autoptr (GDir) dir = NULL;

  if (!g_file_test (self->output, G_FILE_TEST_EXISTS))
    return TRUE;
  dir = g_dir_open (self->output, 0, NULL);
  if (dir != NULL && g_dir_read_name (dir) == NULL)
    return TRUE;
  koma_cli_warn (_ ("%s: there is something already; name a new folder"), self->output);
  return FALSE;
}

static void
warn_about_numbers (const Teach *self)
{
  const KomaClassFolder *most = self->classes->pdata[0], *least = most;

  for (guint i = 0; i < self->classes->len; i++) {
    const KomaClassFolder *class = self->classes->pdata[i];

    most = class->paths->len > most->paths->len ? class : most;
    least = class->paths->len < least->paths->len ? class : least;
  }
  if (least->paths->len < FEW)
    koma_cli_warn (ngettext ("warning: “%s” has only %u picture; with ten or more, answers get "
                             "better",
                             "warning: “%s” has only %u pictures; with ten or more, answers get "
                             "better",
                             least->paths->len),
                   least->name, least->paths->len);
  if (most->paths->len >= MANY_TIMES * least->paths->len)
    koma_cli_warn (_ ("warning: “%s” has %u pictures and “%s” %u; answers will lean towards “%s”"),
                   most->name, most->paths->len, least->name, least->paths->len, most->name);
}

static gboolean
find_classes (Teach *self)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  self->classes = koma_class_folders_find (self->from, problems, &error);
  for (guint i = 0; i < problems->len; i++)
    koma_cli_warn ("%s", (const char *) problems->pdata[i]);
  if (self->classes == NULL) {
    koma_cli_warn ("%s", error->message);
    return FALSE;
  }
  if (self->classes->len < 2) {
    koma_cli_warn (ngettext ("%s: there is %u folder with pictures in it; there must be two at "
                             "least, one for each class",
                             "%s: there are %u folders with pictures in them; there must be two "
                             "at least, one for each class",
                             self->classes->len),
                   self->from, self->classes->len);
    return FALSE;
  }
  warn_about_numbers (self);
  self->names = g_new0 (char *, self->classes->len + 1);
  for (guint i = 0; i < self->classes->len; i++)
    self->names[i] = g_strdup (((const KomaClassFolder *) self->classes->pdata[i])->name);
  return TRUE;
}

static void
add_example (guint        class_index,
             const char  *path,
             const float *values,
             gsize        n,
             gpointer     user_data)
{
  Teach *self = user_data;

  g_ptr_array_add (self->vectors,
                   self->is_fine_tuned ? koma_cli_fine_tune_add (&self->fine, values)
                                       : koma_feature_vector_new (values, (guint) n));
  g_ptr_array_add (self->paths, (gpointer) path);
  g_array_append_val (self->truth, class_index);
}

static gboolean
compute_features (Teach   *self,
                  GError **error)
{
  g_autoptr (KomaGraph) graph = NULL;
  KomaCliPictures pictures = { .options = &self->options, .classes = self->classes };

  self->base = koma_cli_load_model (&self->options, self->options.model, error);
  if (self->base == NULL || koma_model_get_recipe (self->base, error) == NULL)
    return FALSE;
  graph = koma_features_graph_new (koma_model_get_graph (self->base),
                                   koma_model_get_output (self->base), &self->features, error);
  if (graph == NULL || !koma_taught_model_check (graph, error))
    return FALSE;
  if (self->is_fine_tuned) {
    const guint n = koma_class_folders_count (self->classes);

    if (!koma_cli_fine_tune_init (&self->fine, graph, n, error))
      return FALSE;
    koma_graph_free (graph);
    graph = koma_tail_make_stem (self->fine.tail);
  }
  pictures.model = self->base;
  pictures.graph = graph;
  pictures.stage = _ ("Looking at the pictures:");
  pictures.found = add_example;
  pictures.user_data = self;
  return koma_cli_pictures_run (&pictures, self->job, self->failures, error);
}

static gboolean
show_validation (double   fraction,
                 gpointer user_data)
{
  Teach *self = user_data;

  koma_cli_job_report (self->job, _ ("Trying what can be learned:"), fraction);
  return !g_cancellable_is_cancelled (self->job->cancellable);
}

static gboolean
show_epoch (const KomaHeadEpoch *epoch,
            gpointer             user_data)
{
  Teach *self = user_data;

  koma_cli_job_report (self->job, _ ("Learning:"), (double) epoch->epoch / epoch->n_epochs);
  return !g_cancellable_is_cancelled (self->job->cancellable);
}

static KomaExamples
get_examples (const Teach *self)
{
  return (KomaExamples){
    .features = (KomaFeatureVector *const *) self->vectors->pdata,
    .classes = (const guint *) self->truth->data,
    .n = self->vectors->len,
    .names = (const char *const *) self->names,
    .n_classes = self->classes->len,
    .is_seen = self->fine.is_kept ? self->fine.tuned->is_learned : NULL,
  };
}

/* The features are those of the changed model from then on, unless it is worse. */
static gboolean
fine_tune (Teach   *self,
           GError **error)
{
  const KomaExamples  examples = get_examples (self);
  KomaFineTuneOptions options = { .n_hidden = (guint) self->n_hidden,
                                  .n_threads = (guint) self->options.n_threads };

  if (!koma_cli_fine_tune_run (&self->fine, &examples, &options, self->job, error))
    return FALSE;
  if (!self->fine.is_kept)
    return TRUE;
  g_ptr_array_unref (self->vectors);
  self->vectors = koma_cli_fine_tune_take_vectors (&self->fine);
  return TRUE;
}

static KomaHead *
learn (Teach   *self,
       GError **error)
{
  const KomaExamples         examples = get_examples (self);
  const KomaHeadTrainOptions options = { .n_hidden = (guint) self->n_hidden };
  const KomaProgress         progress = { show_validation, self };
  g_autoptr (KomaHead) head = NULL;

  self->validation =
    koma_cross_validation_new (&examples, KOMA_HEAD_DENSE, &options, 0, &progress, error);
  if (self->validation == NULL)
    return NULL;
  head = koma_head_train (&examples, &options, show_epoch, self, error);
  return head != NULL ? koma_head_new_calibrated (head, &self->validation->calibration) : NULL;
}

static gboolean
write_model (Teach          *self,
             const KomaHead *head,
             GError        **error)
{
  g_autofree char *output = g_canonicalize_filename (self->output, NULL);
  g_autofree char *parent = g_path_get_dirname (output);
  g_autofree char *base = g_path_get_basename (output);
  g_autofree char *display = g_filename_display_name (base);
  g_autofree char *staging = g_strconcat (output, ".XXXXXX", NULL);

  if (g_mkdir_with_parents (parent, 0777) != 0 || g_mkdtemp_full (staging, 0777) == NULL) {
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "%s: %s", parent,
                 g_strerror (errno));
    return FALSE;
  }
  if (koma_taught_model_write (self->base, self->fine.is_kept ? self->fine.graph : NULL, head,
                               self->name != NULL ? self->name : display, staging, error) &&
      !g_cancellable_set_error_if_cancelled (self->job->cancellable, error)) {
    if (g_rename (staging, output) == 0)
      return TRUE;
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "%s: %s", output,
                 g_strerror (errno));
  }
  (void) koma_folder_remove_path (staging, NULL);
  return FALSE;
}

static gboolean
find_features (Teach   *self,
               GError **error)
{
  const gboolean is_done =
    compute_features (self, error) && (!self->is_fine_tuned || fine_tune (self, error));

  koma_cli_fine_tune_end (&self->fine);
  return is_done;
}

static gboolean
work (KomaCliJob *job,
      gpointer    user_data,
      GError    **error)
{
  Teach *self = user_data;
  g_autoptr (KomaHead) head = NULL;

  self->job = job;
  if (!find_features (self, error))
    return FALSE;
  head = learn (self, error);
  return head != NULL && write_model (self, head, error);
}

static void
say_result (const Teach *self)
{
  const KomaEvaluation *evaluation = self->validation->evaluation;

  koma_cli_say (_ ("Taught %u classes from %u pictures.\n"), self->classes->len,
                self->vectors->len);
  if (self->is_fine_tuned)
    koma_cli_fine_tune_say (&self->fine);
  if (evaluation->n > 0) {
    koma_cli_say (_ ("Tried on pictures that it had not seen:\n"));
    koma_cli_evaluation_say (evaluation, (const char *const *) self->names);
  } else
    koma_cli_say (_ ("With one picture of each class there is nothing to try it on.\n"));
  koma_cli_say (_ ("The model is in %s.\n"), self->output);
}

/* The pictures whose own class had the lowest scores. */
static void
build_worst (const Teach *self,
             JsonBuilder *builder)
{
  const KomaCrossValidation *validation = self->validation;

  json_builder_set_member_name (builder, "worst");
  json_builder_begin_array (builder);
  for (guint k = 0; k < MIN (validation->n_held_out, 10); k++) {
    const guint i = validation->worst[k];
    const guint truth = g_array_index (self->truth, guint, i);

    json_builder_begin_object (builder);
    koma_cli_json_path (builder, "path", self->paths->pdata[i]);
    koma_json_string (builder, "class", self->names[truth]);
    koma_json_double (builder, "score", validation->scores[i * validation->n_classes + truth]);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
print_json (const Teach *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const KomaCalibration *calibration = &self->validation->calibration;

  json_builder_begin_object (builder);
  koma_cli_json_path (builder, "path", self->output);
  koma_json_string (builder, "base", koma_model_get_name (self->base));
  koma_json_int (builder, "features", self->features.n_features);
  koma_json_int (builder, "examples", self->vectors->len);
  koma_json_int (builder, "failed", self->failures->len);
  koma_json_double (builder, "temperature", calibration->temperature);
  koma_json_double (builder, "sureFrom", calibration->sure_from);
  if (self->is_fine_tuned)
    koma_cli_fine_tune_build (&self->fine, builder);
  json_builder_set_member_name (builder, "heldOut");
  json_builder_begin_object (builder);
  koma_cli_evaluation_build (self->validation->evaluation, (const char *const *) self->names,
                             builder);
  build_worst (self, builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

int
koma_cli_teach (int    argc,
                char **argv)
{
  g_auto (Teach) self = { 0 };
  int code = KOMA_EXIT_OK;

  if (!parse (&self, &argc, &argv) || !check_output (&self) || !find_classes (&self) ||
      !koma_cli_options_take_model (&self.options, 0, NULL))
    return KOMA_EXIT_USAGE;
  self.vectors = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);
  self.truth = g_array_new (FALSE, FALSE, sizeof (guint));
  self.paths = g_ptr_array_new ();
  self.failures = g_ptr_array_new_with_free_func (g_free);
  code = koma_cli_pictures_end (koma_cli_job_run (work, &self), self.failures);
  if (code != KOMA_EXIT_OK && code != KOMA_EXIT_SOME_FAILED)
    return code;
  if (self.format == KOMA_FORMAT_JSON)
    print_json (&self);
  else
    say_result (&self);
  return code;
}
