/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma profile: what each step of a model takes on this machine. */
#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-cell.h"
#include "koma-cli-session.h"
#include "koma-cli.h"
#include "worker/measure/koma-profiling.h"

#define DEFAULT_RUNS 20
#define MAX_RUNS     10000

#define NAME_WIDTH 48

static const char arguments[] = N_ ("[MODEL]");
static const char summary[] =
  N_ ("Say what each step of a model takes.");

typedef struct
{
  KomaCliOptions     options;
  KomaFormatKind     format;
  int                n_runs;
  KomaProfileReport *report;
} Profile;

static void
profile_clear (Profile *self)
{
  g_clear_pointer (&self->report, koma_profile_report_unref);
  koma_cli_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Profile, profile_clear)

static gboolean
measure (Profile   *self,
         KomaModel *model,
         GError   **error)
{
  KomaSessionOptions options;

  if (!koma_cli_get_session_options (&self->options, model, self->options.batch, &options, error))
    return FALSE;
  self->report = koma_profiling_measure (model, &options, NULL, self->n_runs, error);
  return self->report != NULL;
}

static void
print_cell (const char *text,
            glong       width)
{
  koma_cli_cell_say (text, -(width + 2));
}

/* Converters join the names of nodes that they fuse: the first stands for all. Of a long one,
 * the end tells more. */
static char *
shorten_name (const char *name)
{
  const gsize      n_bytes = strcspn (name, ";");
  g_autofree char *first = g_strndup (name, n_bytes);
  const glong      n_chars = g_utf8_strlen (first, -1);
  const char      *end = first;

  if (n_chars > NAME_WIDTH)
    end = g_utf8_offset_to_pointer (first, n_chars - NAME_WIDTH);
  return g_strconcat (end != first ? "…" : "", end, name[n_bytes] != '\0' ? "…" : "", NULL);
}

static char *
describe_op (const KomaProfileRow *row)
{
  return row->n_steps == 1
           ? g_strdup (row->op)
           : g_strdup_printf (ngettext ("%u step", "%u steps", row->n_steps), row->n_steps);
}

static void
print_row (const KomaProfileRow *row,
           const glong          *widths)
{
  g_autofree char *name = shorten_name (row->name);
  g_autofree char *op = describe_op (row);

  print_cell (name, widths[0]);
  print_cell (op, widths[1]);
  print_cell (row->shape_text, widths[2]);
  print_cell (row->backend, widths[3]);
  koma_cli_say ("%9.4f  %5.1f %%\n", row->median_ms, 100 * row->share);
}

static void
print_text (const KomaProfileReport *report)
{
  const char *const titles[] = { _ ("name"), _ ("op"), _ ("shape"), _ ("backend") };
  glong             widths[G_N_ELEMENTS (titles)] = { 0 };

  koma_cli_say (_ ("%s on %s, batch %u, %d runs: %.3f ms each\n"),
                report->model, report->backend,
                report->batch, report->n_runs,
                report->sum_ms);
  if (report->whole_ms > 0)
    koma_cli_say (_ ("Each step by itself, to be timed; in one piece: %.3f ms\n"),
                  report->whole_ms);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    widths[i] = koma_cli_cell_measure (titles[i]);
  for (guint i = 0; i < report->n_rows; i++) {
    const KomaProfileRow *row = &report->rows[i];
    g_autofree char      *name = shorten_name (row->name);
    g_autofree char      *op = describe_op (row);

    widths[0] = MAX (widths[0], koma_cli_cell_measure (name));
    widths[1] = MAX (widths[1], koma_cli_cell_measure (op));
    widths[2] = MAX (widths[2], koma_cli_cell_measure (row->shape_text));
    widths[3] = MAX (widths[3], koma_cli_cell_measure (row->backend));
  }
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    print_cell (titles[i], widths[i]);
  koma_cli_say ("%9s  %s\n", "ms", _ ("share"));
  for (guint i = 0; i < report->n_rows; i++)
    print_row (&report->rows[i], widths);
}

static void
print (const Profile *self)
{
  g_autofree char *text = NULL;

  switch (self->format) {
  case KOMA_FORMAT_JSON:
    text = koma_profile_report_to_json (self->report);
    koma_cli_print ("%s\n", text);
    break;
  case KOMA_FORMAT_CSV:
    text = koma_profile_report_to_csv (self->report);
    koma_cli_print ("%s", text);
    break;
  default:
    print_text (self->report);
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
      !koma_cli_options_get_format (&self->options, "text json csv", &self->format) ||
      !koma_cli_check_number ("--runs", self->n_runs, MAX_RUNS))
    return FALSE;
  if (self->n_runs == 0)
    self->n_runs = DEFAULT_RUNS;
  return koma_cli_options_take_model (&self->options, *argc, *argv);
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
  print (&self);
  return KOMA_EXIT_OK;
}
