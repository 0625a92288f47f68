/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma explain: where in a picture the evidence for a class lies. */
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-json.h"
#include "koma-cli-worker.h"
#include "koma-cli.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/explain/koma-heat-map.h"
#include "worker/explain/koma-worker-explain.h"

/* Of a PNG, in pixels: what is wider or higher is made smaller. */
#define MAX_SIDE 4096

/* Of the colours over the picture; that of the window at first. */
#define STRENGTH 0.6

static const char arguments[] = N_ ("PICTURE");
static const char summary[] =
  N_ ("Say where in a picture the evidence for a class lies, as a heat map over the picture or as "
      "numbers.");
static const char description[] =
  N_ ("Occlusion covers parts of the picture, and works with any model. Activation takes what each "
      "place of the model's last layer adds to the class; it needs a model that ends in a mean "
      "over places and at most one layer behind it.\n\n"
      "Exit code: 0 explained, 1 the picture could not be read, 2 wrong usage, a model that can "
      "not be used, or one that the method does not work with.");

static const char *const methods[] = {
  [KOMA_EXPLAIN_OCCLUSION] = "occlusion",
  [KOMA_EXPLAIN_ACTIVATION] = "activation",
};

typedef struct
{
  KomaCliOptions    options;
  KomaFormatKind    format;
  char             *class_name;  /* (nullable) as it was given */
  char             *method_name; /* (nullable) likewise */
  char             *png;         /* (nullable) the file */
  KomaExplainMethod method;
  const char       *path; /* of the picture */

  KomaWorker      *worker;
  GAsyncResult    *result; /* (nullable) what was waited for */
  KomaModelInfo   *info;
  KomaRequest     *request;
  KomaExplanation *explanation;
  guint            class_index;
} Explain;

static void
explain_clear (Explain *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->class_name);
  g_free (self->method_name);
  g_free (self->png);
  g_clear_object (&self->result);
  g_clear_pointer (&self->info, koma_model_info_unref);
  g_clear_pointer (&self->request, koma_request_unref);
  g_clear_pointer (&self->explanation, koma_explanation_unref);
  if (self->worker != NULL)
    koma_worker_stop (self->worker);
  g_clear_object (&self->worker);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explain, explain_clear)

/* ---- Options ---- */

static gboolean
choose_method (Explain *self)
{
  if (self->method_name == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (self->method_name, methods[i])) {
      self->method = i;
      return TRUE;
    }
  koma_cli_warn (_ ("--method “%s” is none of: %s"), self->method_name, "occlusion activation");
  return FALSE;
}

static gboolean
parse (Explain *self,
       int      argc,
       char   **argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "class", 'c', 0, G_OPTION_ARG_STRING, &self->class_name,
      N_("The class to explain: its name, its label or its number; default: the best one"),
      N_("CLASS") },
    { "method", 0, 0, G_OPTION_ARG_STRING, &self->method_name,
      N_("How: occlusion, activation; default: occlusion"), N_("METHOD") },
    { "png", 0, 0, G_OPTION_ARG_FILENAME, &self->png,
      N_("Write the picture with the heat map over it"), N_("FILE") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_CLASSIFIER | KOMA_TAKES_FORMAT,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, &argc, &argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format) ||
      !choose_method (self))
    return FALSE;
  if (argc != 2 || (self->png == NULL && self->format == KOMA_FORMAT_TEXT)) {
    koma_cli_warn (_ ("name one picture, and a file with --png or --format json; “koma explain "
                      "--help” tells more"));
    return FALSE;
  }
  self->path = argv[1];
  return koma_cli_options_take_model (&self->options, 0, NULL);
}

static gboolean
is_class (const KomaLabels *labels,
          guint             index,
          const char       *name)
{
  g_autofree char *number = g_strdup_printf ("%u", index);

  return g_str_equal (koma_labels_get (labels, index), name) ||
         g_str_equal (koma_labels_get_name (labels, index), name) || g_str_equal (number, name);
}

static gboolean
choose_class (Explain *self)
{
  const KomaActiveModel *active_model = self->explanation->active_model;

  if (self->class_name == NULL) {
    self->class_index = koma_evaluation_find_best (
      g_bytes_get_data (self->explanation->scores, NULL), active_model->n_classes);
    return TRUE;
  }
  for (guint i = 0; i < active_model->n_classes; i++)
    if (is_class (active_model->labels, i, self->class_name)) {
      self->class_index = i;
      return TRUE;
    }
  koma_cli_warn (_ ("“%s” is no class of %s"), self->class_name, self->info->name);
  return FALSE;
}

/* ---- Work ---- */

static void
keep_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  Explain *self = data;

  self->result = g_object_ref (result);
}

static GAsyncResult *
wait (Explain *self)
{
  while (self->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return self->result;
}

static gboolean
load_model (Explain *self)
{
  const KomaWorkerModel model = koma_cli_worker_get_model (&self->options);

  self->worker = koma_worker_new ();
  self->info = koma_cli_worker_load (self->worker, &model);
  return self->info != NULL;
}

static gboolean
explain (Explain *self,
         GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (self->path);
  KomaExplainOptions options = { .method = self->method };

  self->request = koma_request_new (&(KomaRequest){ .file = file });
  options.request = self->request;
  koma_worker_explain_async (self->worker, &options, NULL, NULL, NULL, keep_cb, self);
  self->explanation = koma_worker_explain_finish (self->worker, wait (self), error);
  g_clear_object (&self->result);
  return self->explanation != NULL;
}

static gboolean
write_png (Explain *self,
           GError **error)
{
  g_autoptr (KomaPicture) picture = NULL;
  g_autoptr (KomaPicture) painted = NULL;
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  koma_picture_load_async (self->request, MAX_SIDE, NULL, keep_cb, self);
  picture = koma_picture_load_finish (wait (self), error);
  if (picture == NULL)
    return FALSE;
  painted = koma_heat_map_lay_over (self->explanation, self->class_index, picture, STRENGTH);
  pixbuf =
    gdk_pixbuf_new_from_data (painted->rgb, GDK_COLORSPACE_RGB, FALSE, 8, (int) painted->width,
                              (int) painted->height, (int) painted->stride, NULL, NULL);
  return gdk_pixbuf_save (pixbuf, self->png, "png", error, NULL);
}

/* ---- Results ---- */

static float
get_score (const Explain *self)
{
  return ((const float *) g_bytes_get_data (self->explanation->scores, NULL))[self->class_index];
}

static void
build_timing (const KomaExplanation *explanation,
              JsonBuilder           *builder)
{
  json_builder_set_member_name (builder, "timing_ms");
  json_builder_begin_object (builder);
  koma_json_double (builder, "first_map", explanation->first_ms);
  koma_json_double (builder, "map", explanation->total_ms);
  json_builder_end_object (builder);
}

static void
build_class (const Explain *self,
             JsonBuilder   *builder)
{
  const KomaLabels *labels = self->explanation->active_model->labels;

  json_builder_set_member_name (builder, "class");
  json_builder_begin_object (builder);
  koma_json_int (builder, "index", self->class_index);
  koma_json_string (builder, "label", koma_labels_get (labels, self->class_index));
  koma_json_string (builder, "name", koma_labels_get_name (labels, self->class_index));
  koma_json_double (builder, "score", get_score (self));
  json_builder_end_object (builder);
}

static void
build_region (const KomaPreprocessRegion *region,
              JsonBuilder                *builder)
{
  json_builder_set_member_name (builder, "region");
  json_builder_begin_object (builder);
  koma_json_double (builder, "x", region->x);
  koma_json_double (builder, "y", region->y);
  koma_json_double (builder, "width", region->width);
  koma_json_double (builder, "height", region->height);
  json_builder_end_object (builder);
}

static void
build_map (const Explain *self,
           JsonBuilder   *builder)
{
  g_auto (KomaExplanationMap) map = { 0 };

  koma_explanation_make_map (self->explanation, self->class_index, &map);
  koma_json_int (builder, "rows", map.rows);
  koma_json_int (builder, "columns", map.columns);
  json_builder_set_member_name (builder, "map");
  json_builder_begin_array (builder);
  for (guint y = 0; y < map.rows; y++) {
    json_builder_begin_array (builder);
    for (guint x = 0; x < map.columns; x++)
      json_builder_add_double_value (builder, map.values[y * map.columns + x]);
    json_builder_end_array (builder);
  }
  json_builder_end_array (builder);
}

static void
print_json (const Explain *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_cli_json_path (builder, "path", self->path);
  koma_json_string (builder, "model", self->info->name);
  koma_json_string (builder, "backend", self->info->backend);
  koma_json_string (builder, "method", methods[self->method]);
  build_timing (self->explanation, builder);
  build_class (self, builder);
  build_region (&self->explanation->region, builder);
  build_map (self, builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

static int
fail (const GError *error,
      int           code)
{
  koma_cli_warn ("%s", error->message);
  return code;
}

int
koma_cli_explain (int    argc,
                  char **argv)
{
  g_auto (Explain) self = { 0 };
  g_autoptr (GError) error = NULL;

  if (!parse (&self, argc, argv))
    return KOMA_EXIT_USAGE;
  if (!load_model (&self))
    return KOMA_EXIT_USAGE;
  if (!explain (&self, &error))
    return fail (error, g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED)
                          ? KOMA_EXIT_USAGE
                          : KOMA_EXIT_SOME_FAILED);
  if (!choose_class (&self))
    return KOMA_EXIT_USAGE;
  if (self.png != NULL && !write_png (&self, &error))
    return fail (error, KOMA_EXIT_SOME_FAILED);
  if (self.format == KOMA_FORMAT_JSON)
    print_json (&self);
  else
    koma_cli_say ("%s: %s %.1f %%\n", self.path,
                  koma_labels_get_name (self.explanation->active_model->labels, self.class_index),
                  100 * get_score (&self));
  return KOMA_EXIT_OK;
}
