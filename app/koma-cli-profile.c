/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma profile: what each step of a model takes on this machine. */
#include <glib/gi18n.h>

#include "engine/limits.h"
#include "engine/sample-input.h"
#include "koma-cli-csv.h"
#include "koma-cli-json.h"
#include "koma-cli-session.h"
#include "koma-cli.h"

#define DEFAULT_RUNS 20
#define MAX_RUNS     10000

#define BACKEND_WIDTH 8

static const char arguments[] = N_("[MODEL]");
static const char summary[] =
  N_("Say what each step of a model takes. What a backend can not look into is one step.");

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  int            n_runs;
  int            batch;
  KomaSession   *session;
  GArray        *rows;   /* (element-type Row) in the order of running */
  double         sum_ms; /* of the medians of all rows */
} Profile;

/* A step, or several that were timed as one. */
typedef struct
{
  char           *name;
  const char     *op;
  KomaShape       shape; /* of what it computes */
  char           *shape_text;
  const char     *backend;
  guint           n_steps;
  KomaProfileTime time;
  double          share; /* 0 … 1 of that sum */
} Row;

static void
row_clear (gpointer data)
{
  Row *row = data;

  g_free (row->name);
  g_free (row->shape_text);
}

static void
profile_clear (Profile *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->session, koma_session_free);
  koma_cli_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Profile, profile_clear)

static gboolean
time_runs (Profile *self,
           GError **error)
{
  koma_sample_input_fill (self->session);
  if (!koma_session_warm (self->session, NULL, error))
    return FALSE;
  koma_session_set_profiling (self->session, TRUE);
  for (int i = 0; i < self->n_runs; i++)
    if (!koma_session_run (self->session, error))
      return FALSE;
  return TRUE;
}

/* The last of the steps that are one row is what the row computes. */
static Row
make_row (const Profile         *self,
          guint                  index,
          guint                  n_steps,
          const KomaProfileTime *time)
{
  const KomaSessionStep first = koma_session_get_step (self->session, index);
  const KomaSessionStep last = koma_session_get_step (self->session, index + n_steps - 1);
  const KomaGraph      *graph = koma_session_get_graph (self->session);
  Row                   row = { .n_steps = n_steps, .time = *time };

  row.name = n_steps == 1 ? g_strdup (first.node->name)
                          : g_strdup_printf ("%s … %s", first.node->name, last.node->name);
  row.op = n_steps == 1 ? koma_op_get_name (first.node->op) : "";
  row.shape = koma_node_output (graph, last.node, 0)->shape;
  row.shape_text = koma_shape_to_string (&row.shape);
  row.backend = first.backend->name;
  return row;
}

static void
collect_rows (Profile *self)
{
  self->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
  for (guint i = 0; i < koma_session_get_n_steps (self->session); i++) {
    guint                 n_steps = 0;
    const KomaProfileTime time = koma_session_get_time (self->session, i, &n_steps);
    Row                   row;

    if (n_steps == 0)
      continue;
    row = make_row (self, i, n_steps, &time);
    g_array_append_val (self->rows, row);
    self->sum_ms += time.median_ms;
  }
  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = &g_array_index (self->rows, Row, i);

    row->share = self->sum_ms > 0 ? row->time.median_ms / self->sum_ms : 0;
  }
}

static void
print_json (const Profile *self,
            KomaModel     *model)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_cli_json_string (builder, "model", koma_model_get_path (model));
  koma_cli_json_string (builder, "backend", koma_session_get_backend (self->session)->name);
  koma_cli_json_int (builder, "threads", koma_session_get_n_threads (self->session));
  koma_cli_json_int (builder, "batch", koma_session_get_batch (self->session));
  koma_cli_json_int (builder, "runs", self->n_runs);
  koma_cli_json_double (builder, "sum_ms", self->sum_ms);
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->rows->len; i++) {
    const Row *row = &g_array_index (self->rows, Row, i);

    json_builder_begin_object (builder);
    koma_cli_json_string (builder, "name", row->name);
    koma_cli_json_string (builder, "op", row->n_steps == 1 ? row->op : NULL);
    koma_cli_json_shape (builder, "shape", &row->shape);
    koma_cli_json_string (builder, "backend", row->backend);
    koma_cli_json_int (builder, "steps", row->n_steps);
    koma_cli_json_int (builder, "runs", row->time.n_runs);
    koma_cli_json_double (builder, "median_ms", row->time.median_ms);
    koma_cli_json_double (builder, "total_ms", row->time.total_ms);
    koma_cli_json_double (builder, "share", row->share);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

static void
append_number (GString *line,
               double   number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE] = "";

  g_string_append_printf (line, ",%s", g_ascii_formatd (text, sizeof text, "%.6f", number));
}

static void
print_csv (const Profile *self)
{
  koma_cli_print ("name,op,shape,backend,steps,runs,median_ms,total_ms,share\r\n");
  for (guint i = 0; i < self->rows->len; i++) {
    const Row *row = &g_array_index (self->rows, Row, i);
    g_autoptr (GString) line = g_string_new (NULL);

    koma_cli_csv_append (line, row->name);
    g_string_append_printf (line, ",%s,", row->op);
    koma_cli_csv_append (line, row->shape_text);
    g_string_append_printf (line, ",%s,%u,%u", row->backend, row->n_steps, row->time.n_runs);
    append_number (line, row->time.median_ms);
    append_number (line, row->time.total_ms);
    append_number (line, row->share);
    koma_cli_print ("%s\r\n", line->str);
  }
}

/* Columns on a terminal. */
static glong
measure_text (const char *text)
{
  glong width = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    width += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
  return width;
}

static void
print_cell (const char *text,
            glong       width)
{
  g_print ("%s%*s", text, (int) MAX (width - measure_text (text), 0) + 2, "");
}

static char *
describe_op (const Row *row)
{
  return row->n_steps == 1
           ? g_strdup (row->op)
           : g_strdup_printf (ngettext ("%u step", "%u steps", row->n_steps), row->n_steps);
}

static void
print_text (const Profile *self,
            KomaModel     *model)
{
  const char *const titles[] = { _("name"), _("op"), _("shape") };
  glong             widths[G_N_ELEMENTS (titles)] = { 0 };

  g_print (_("%s on %s, batch %u, %d runs: %.3f ms each\n"), koma_model_get_name (model),
              koma_session_get_backend (self->session)->name,
              koma_session_get_batch (self->session), self->n_runs, self->sum_ms);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    widths[i] = measure_text (titles[i]);
  for (guint i = 0; i < self->rows->len; i++) {
    const Row       *row = &g_array_index (self->rows, Row, i);
    g_autofree char *op = describe_op (row);

    widths[0] = MAX (widths[0], measure_text (row->name));
    widths[1] = MAX (widths[1], measure_text (op));
    widths[2] = MAX (widths[2], measure_text (row->shape_text));
  }
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    print_cell (titles[i], widths[i]);
  print_cell (_("backend"), BACKEND_WIDTH);
  g_print ("%9s  %s\n", "ms", _("share"));
  for (guint i = 0; i < self->rows->len; i++) {
    const Row       *row = &g_array_index (self->rows, Row, i);
    g_autofree char *op = describe_op (row);

    print_cell (row->name, widths[0]);
    print_cell (op, widths[1]);
    print_cell (row->shape_text, widths[2]);
    print_cell (row->backend, BACKEND_WIDTH);
    g_print ("%9.4f  %5.1f %%\n", row->time.median_ms, 100 * row->share);
  }
}

static gboolean
parse (Profile *self,
       int     *argc,
       char  ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "runs", 0, 0, G_OPTION_ARG_INT, &self->n_runs,
      N_("How many runs to time; 0: enough"), N_("N") },
    { "batch", 0, 0, G_OPTION_ARG_INT, &self->batch,
      N_("Batch; 0: as the model says"), N_("N") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_FORMAT,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json csv", &self->format) ||
      !koma_cli_check_number ("--runs", self->n_runs, MAX_RUNS) ||
      !koma_cli_check_number ("--batch", self->batch, KOMA_MAX_BATCH))
    return FALSE;
  if (self->n_runs == 0)
    self->n_runs = DEFAULT_RUNS;
  if (*argc == 2 && self->options.model == NULL)
    self->options.model = g_strdup ((*argv)[1]);
  else if (*argc != 1) {
    koma_cli_warn (_("name one model"));
    return FALSE;
  }
  return koma_cli_options_choose_model (&self->options);
}

static gboolean
measure (Profile   *self,
         KomaModel *model,
         GError   **error)
{
  self->session = koma_cli_open_session (&self->options, model, self->batch, NULL, error);
  if (self->session == NULL || !time_runs (self, error))
    return FALSE;
  collect_rows (self);
  return TRUE;
}

int
koma_cli_profile (int    argc,
                  char **argv)
{
  g_auto (Profile) self = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (GError) error = NULL;

  if (!parse (&self, &argc, &argv))
    return KOMA_EXIT_USAGE;
  model = koma_cli_load_model (&self.options, self.options.model, &error);
  if (model == NULL || !measure (&self, model, &error)) {
    koma_cli_warn ("%s", error->message);
    return KOMA_EXIT_USAGE;
  }
  if (self.format == KOMA_FORMAT_JSON)
    print_json (&self, model);
  else if (self.format == KOMA_FORMAT_CSV)
    print_csv (&self);
  else
    print_text (&self, model);
  return KOMA_EXIT_OK;
}
