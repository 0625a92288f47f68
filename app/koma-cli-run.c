/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma run: raw tensors in, raw tensors out, to check a model against another
 * runtime. Little-endian as all machines are that Koma is built for. */
#include <glib/gi18n.h>
#include <gio/gio.h>

#include "engine/koma-app.h"
#include "koma-cli-json.h"
#include "koma-cli-options.h"
#include "koma-cli-session.h"
#include "koma-cli-value.h"
#include "koma-cli.h"

static const char arguments[] = N_ ("[MODEL]");
static const char summary[] =
  N_ ("Run a model once on raw little-endian tensors, and write its outputs likewise.");

/* Of an input that may have to be known before the model is read. */
#define MAX_KNOWN_BYTES ((guint64) 64 << 20)

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char         **inputs; /* paths */
  char          *folder;
} Run;

static void
run_clear (Run *self)
{
  koma_cli_options_clear (&self->options);
  g_strfreev (self->inputs);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
parse (Run    *self,
       int    *argc,
       char ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "input", 'i', 0, G_OPTION_ARG_FILENAME_ARRAY, &self->inputs,
      N_("A raw tensor; repeated for several inputs"), N_("FILE") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->folder,
      N_("Folder for the outputs"), N_("FOLDER") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_FORMAT | KOMA_TAKES_SHAPE |
             KOMA_TAKES_BATCH,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "json text", &self->format))
    return FALSE;
  if (self->inputs == NULL || self->folder == NULL) {
    koma_cli_warn (_ ("name the model's inputs with --input, and a folder with --output"));
    return FALSE;
  }
  return koma_cli_options_take_model (&self->options, *argc, *argv);
}

static gboolean
read_input (KomaSession *session,
            guint        index,
            const char  *path,
            GError     **error)
{
  const KomaValue *value = koma_session_get_input (session, index);
  const gsize      size_bytes = koma_shape_count (&value->shape) * koma_dtype_size (value->dtype);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  if (!koma_file_read (path, size_bytes, &bytes, &length, error)) {
    g_prefix_error (error, "%s: ", value->name);
    return FALSE;
  }
  if (length != size_bytes) {
    g_autofree char *shape = koma_shape_to_string (&value->shape);

    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 _ ("%s: %zu bytes; input “%s” is %s %s and takes %zu"), path, length, value->name,
                 koma_dtype_name (value->dtype), shape, size_bytes);
    return FALSE;
  }
  memcpy (koma_session_get_input_data (session, index), bytes, length);
  return TRUE;
}

static gboolean
read_inputs (Run         *self,
             KomaSession *session,
             GError     **error)
{
  const guint n_inputs = koma_session_get_n_inputs (session);

  if (g_strv_length (self->inputs) != n_inputs) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 _ ("the model takes %u inputs, %u are given"), n_inputs,
                 g_strv_length (self->inputs));
    return FALSE;
  }
  for (guint i = 0; i < n_inputs; i++) {
    if (!read_input (session, i, self->inputs[i], error))
      return FALSE;
  }
  return TRUE;
}

/* Names of outputs come from the model: nothing in them may lead out of the
 * folder, and two may be alike. */
static char *
make_file_name (const char *name,
                guint       index,
                KomaDType   dtype)
{
  static const char *const endings[] = { "f32", "i32", "u8", "u8", "i8" };
  g_autofree char         *plain = g_strdup (name != NULL ? name : "");

  g_strcanon (plain, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-", '_');
  if (strlen (plain) > 100)
    plain[100] = '\0';
  return g_strdup_printf ("%u-%s.%s", index, plain, endings[dtype]);
}

static gboolean
write_output (Run         *self,
              KomaSession *session,
              guint        index,
              JsonBuilder *builder,
              GError     **error)
{
  const KomaValue  *value = koma_session_get_output (session, index);
  const char       *name = koma_session_get_output_name (session, index);
  g_autofree char  *file = make_file_name (name, index, value->dtype);
  g_autofree char  *path = g_build_filename (self->folder, file, NULL);
  const gsize       size_bytes = koma_shape_count (&value->shape) * koma_dtype_size (value->dtype);
  const KomaGraph  *graph = koma_session_get_graph (session);
  const KomaValueId id = koma_graph_get_output (graph, index);
  g_autofree char  *description = koma_cli_value_to_string (graph, id, value);

  if (!g_file_set_contents (path, koma_session_get_output_data (session, index), size_bytes, error))
    return FALSE;
  if (self->format == KOMA_FORMAT_TEXT)
    koma_cli_say ("%s %s %s\n", name, description, path);
  json_builder_begin_object (builder);
  koma_json_string (builder, "name", name);
  koma_cli_value_to_json (builder, graph, id, value);
  koma_cli_json_path (builder, "file", path);
  json_builder_end_object (builder);
  return TRUE;
}

static gboolean
write_outputs (Run         *self,
               KomaSession *session,
               GError     **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  if (g_mkdir_with_parents (self->folder, 0777) != 0) {
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", self->folder,
                 g_strerror (errno));
    return FALSE;
  }
  json_builder_begin_object (builder);
  koma_json_string (builder, "backend", koma_session_get_backend (session)->name);
  json_builder_set_member_name (builder, "outputs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < koma_session_get_n_outputs (session); i++) {
    if (!write_output (self, session, i, builder, error))
      return FALSE;
  }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  if (self->format == KOMA_FORMAT_JSON)
    koma_cli_json_print (builder);
  return TRUE;
}

static void
input_free (gpointer input)
{
  g_clear_pointer ((GBytes **) &input, g_bytes_unref);
}

/* A file that can not be read is told later, with the name of the input. */
static GPtrArray *
read_known_inputs (const Run *self)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func (input_free);

  for (guint i = 0; self->inputs[i] != NULL; i++) {
    char   *data = NULL;
    gsize   length = 0;
    GBytes *bytes = koma_file_read (self->inputs[i], MAX_KNOWN_BYTES, &data, &length, NULL)
                      ? g_bytes_new_take (data, length)
                      : NULL;

    g_ptr_array_add (inputs, bytes);
  }
  return inputs;
}

/* A model that can not be read for any inputs may be readable for these: an input may decide the
 * shape of what follows. */
static KomaModel *
load_model (Run     *self,
            GError **error)
{
  KomaCliOptions options = self->options;
  g_autoptr (KomaModel) model = koma_cli_load_model (&options, options.model, NULL);
  g_autoptr (GPtrArray) inputs = NULL;

  if (model != NULL && g_hash_table_size (koma_model_get_unsupported (model)) == 0)
    return g_steal_pointer (&model);
  inputs = read_known_inputs (self);
  options.inputs = (GBytes **) inputs->pdata;
  options.n_inputs = inputs->len;
  return koma_cli_load_model (&options, options.model, error);
}

static gboolean
run (Run     *self,
     GError **error)
{
  g_autoptr (KomaModel) model = load_model (self, error);
  KomaSessionOptions options;
  g_autoptr (KomaSession) session = NULL;

  if (model == NULL ||
      !koma_cli_get_session_options (&self->options, model, self->options.batch, &options, error))
    return FALSE;
  session = koma_session_new (koma_model_get_file_graph (model), &options, error);
  return session != NULL && read_inputs (self, session, error) &&
         koma_session_run (session, error) && write_outputs (self, session, error);
}

int
koma_cli_run (int    argc,
              char **argv)
{
  g_auto (Run) self = { 0 };
  g_autoptr (GError) error = NULL;

  if (!parse (&self, &argc, &argv))
    return KOMA_EXIT_USAGE;
  if (run (&self, &error))
    return KOMA_EXIT_OK;
  koma_cli_warn ("%s", error->message);
  return KOMA_EXIT_USAGE;
}
