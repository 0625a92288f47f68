/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma inspect: what is known of a model, whether it can run or not. */
#include <glib/gi18n.h>

#include "engine/koma-limits.h"
#include "koma-cli-inspect.h"
#include "koma-cli.h"

static const char arguments[] = N_ ("[MODEL]");
static const char summary[] =
  N_ ("Say what is in a model, how pictures are made ready for it, and what would compute it.");

static void
inspection_clear (KomaInspection *self)
{
  g_clear_pointer (&self->session, koma_session_free);
  g_clear_pointer (&self->model, koma_model_unref);
  g_clear_error (&self->session_error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaInspection, inspection_clear)

/**
 * koma_inspection_count_steps:
 *
 * Counts the steps of each backend.
 *
 * Returns: (transfer full) (element-type utf8 guint):
 */
GHashTable *
koma_inspection_count_steps (const KomaInspection *self)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < koma_session_get_n_steps (self->session); i++) {
    const char *name = koma_session_get_step (self->session, i).backend->name;
    gpointer    count = g_hash_table_lookup (counts, name);

    g_hash_table_insert (counts, (gpointer) name, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
  }
  return counts;
}

/**
 * koma_inspection_get_value:
 * @is_output: whether an output is meant
 *
 * Returns: (transfer none): with its shape, where the model could be compiled
 */
const KomaValue *
koma_inspection_get_value (const KomaInspection *self,
                           gboolean              is_output,
                           guint                 index)
{
  KomaGraph *graph = koma_model_get_graph (self->model);

  if (!is_output)
    return koma_graph_get_value (graph, koma_graph_get_input (graph, index));
  if (self->session != NULL)
    return koma_session_get_output (self->session, index);
  return koma_graph_get_value (graph, koma_graph_get_output (graph, index));
}

/**
 * koma_inspection_describe_half_turn:
 *
 * Returns: (transfer full) (nullable): what is done about pictures on their
 *   head, unless the user says otherwise
 */
char *
koma_inspection_describe_half_turn (const KomaInspection *self)
{
  const KomaHalfTurn *half_turn = koma_model_get_half_turn (self->model);

  return half_turn != NULL ? koma_half_turn_to_string (half_turn, FALSE) : NULL;
}

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char         **shapes;
  int            batch;
} Inspect;

static void
inspect_clear (Inspect *self)
{
  koma_cli_options_clear (&self->options);
  g_strfreev (self->shapes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inspect, inspect_clear)

static gboolean
parse (Inspect *self,
       int     *argc,
       char  ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "shape", 's', 0, G_OPTION_ARG_STRING_ARRAY, &self->shapes,
      N_("Shape of an input that is open in size"), N_("SHAPE") },
    { "batch", 0, 0, G_OPTION_ARG_INT, &self->batch,
      N_("Batch; 0: as the model says"), N_("N") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .takes = KOMA_TAKES_BACKEND | KOMA_TAKES_RECIPE | KOMA_TAKES_FORMAT,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format) ||
      !koma_cli_check_number ("--batch", self->batch, KOMA_MAX_BATCH))
    return FALSE;
  if (*argc > 2) {
    koma_cli_warn (_ ("name one model"));
    return FALSE;
  }
  self->options.model = g_strdup (*argc == 2 ? (*argv)[1] : NULL);
  return koma_cli_options_choose_model (&self->options);
}

int
koma_cli_inspect (int    argc,
                  char **argv)
{
  g_auto (Inspect) self = { 0 };
  g_auto (KomaInspection) inspection = { 0 };
  g_autoptr (GError) error = NULL;

  if (!parse (&self, &argc, &argv))
    return KOMA_EXIT_USAGE;
  inspection.model = koma_cli_load_model (&self.options, self.options.model, &error);
  if (inspection.model == NULL) {
    koma_cli_warn ("%s", error->message);
    return KOMA_EXIT_USAGE;
  }
  inspection.session = koma_cli_open_session (&self.options, inspection.model, self.batch,
                                              self.shapes, &inspection.session_error);
  if (self.format == KOMA_FORMAT_JSON)
    koma_inspection_print_json (&inspection);
  else
    koma_inspection_print_text (&inspection);
  return KOMA_EXIT_OK;
}
