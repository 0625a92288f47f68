/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profile-report.h"

#include "worker/koma-csv.h"
#include "worker/koma-json.h"

static gsize
count_bytes (const KomaSession *session,
             guint              index,
             guint              n_steps)
{
  const KomaGraph *graph = koma_session_get_graph (session);
  gsize            size = 0;

  for (guint i = index; i < index + n_steps; i++) {
    const KomaNode *node = koma_session_get_step (session, i).node;

    for (guint k = 0; k < koma_node_get_n_outputs (node); k++) {
      const KomaValue *value = koma_node_output (graph, node, k);

      size += koma_value_get_bytes (value);
    }
  }
  return size;
}

/* Of several steps in one row the last computes the row's value. */
static KomaProfileRow
make_row (const KomaSession     *session,
          guint                  index,
          guint                  n_steps,
          const KomaProfileTime *time)
{
  const KomaSessionStep first = koma_session_get_step (session, index);
  const KomaSessionStep last = koma_session_get_step (session, index + n_steps - 1);
  const KomaGraph      *graph = koma_session_get_graph (session);

  KomaProfileRow row = {
    .name = n_steps == 1 ? g_strdup (koma_node_get_name (first.node))
                         : g_strdup_printf ("%s … %s", koma_node_get_name (first.node),
                                            koma_node_get_name (last.node)),
    .op = n_steps == 1 ? koma_node_get_op_name (first.node) : "",
    .shape = koma_node_output (graph, last.node, 0)->shape,
    .backend = first.backend->name,
    .n_steps = n_steps,
    .n_runs = time->n_runs,
    .median_ms = time->median_ms,
    .total_ms = time->total_ms,
    .size_bytes = count_bytes (session, index, n_steps),
  };

  row.shape_text = koma_shape_to_string (&row.shape);
  return row;
}

static void
add_rows (KomaProfileReport *report,
          const KomaSession *session)
{
  const guint n_steps = koma_session_get_n_steps (session);

  report->rows = g_new0 (KomaProfileRow, n_steps);
  for (guint i = 0; i < n_steps; i++) {
    guint                 n_timed = 0;
    const KomaProfileTime time = koma_session_get_time (session, i, &n_timed);

    if (n_timed == 0)
      continue;
    report->rows[report->n_rows++] = make_row (session, i, n_timed, &time);
    report->sum_ms += time.median_ms;
    report->n_runs = MAX (report->n_runs, time.n_runs);
  }
  for (guint i = 0; report->sum_ms > 0 && i < report->n_rows; i++)
    report->rows[i].share = report->rows[i].median_ms / report->sum_ms;
}

/**
 * koma_profile_report_new:
 * @session: one that was profiled and run
 * @model: that it runs
 * @whole_ms: the median of runs in one piece, where @session was split; else 0
 *
 * Thread: the session's.
 *
 * Returns: (transfer full): the times of its steps
 */
KomaProfileReport *
koma_profile_report_new (const KomaSession *session,
                         KomaModel         *model,
                         double             whole_ms)
{
  const KomaBackendClass *backend = koma_session_get_backend (session);
  KomaProfileReport      *report = g_new0 (KomaProfileReport, 1);

  g_atomic_ref_count_init (&report->ref_count);
  report->model = g_strdup (koma_model_get_name (model));
  report->path = g_strdup (koma_model_get_path (model));
  report->backend = backend->name;
  report->is_software = backend->is_software != NULL && backend->is_software ();
  report->n_threads = koma_session_get_n_threads (session);
  report->batch = koma_session_get_batch (session);
  report->whole_ms = whole_ms;
  add_rows (report, session);
  return report;
}

/**
 * koma_profile_report_ref:
 *
 * Returns: (transfer full): @report
 */
KomaProfileReport *
koma_profile_report_ref (KomaProfileReport *report)
{
  g_atomic_ref_count_inc (&report->ref_count);
  return report;
}

/**
 * koma_profile_report_unref:
 * @report: (nullable) (transfer full)
 */
void
koma_profile_report_unref (KomaProfileReport *report)
{
  if (report == NULL || !g_atomic_ref_count_dec (&report->ref_count))
    return;
  for (guint i = 0; i < report->n_rows; i++) {
    g_free (report->rows[i].name);
    g_free (report->rows[i].shape_text);
  }
  g_free (report->rows);
  g_free (report->path);
  g_free (report->model);
  g_free (report);
}

static void
append_number (GString *line,
               double   number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE] = "";

  g_string_append_printf (line, ",%s", g_ascii_formatd (text, sizeof text, "%.6f", number));
}

/**
 * koma_profile_report_to_csv:
 *
 * As RFC 4180 has it: lines end in CR LF, the first names the columns.
 * Numbers have a point. Times are ms, sizes bytes, shares 0 … 1.
 *
 * Returns: (transfer full): all rows
 */
char *
koma_profile_report_to_csv (const KomaProfileReport *report)
{
  GString *text = g_string_new ("name,op,shape,backend,steps,runs,median_ms,total_ms,share,"
                                "bytes\r\n");

  for (guint i = 0; i < report->n_rows; i++) {
    const KomaProfileRow *row = &report->rows[i];

    koma_csv_append (text, row->name);
    g_string_append_printf (text, ",%s,", row->op);
    koma_csv_append (text, row->shape_text);
    g_string_append_printf (text, ",%s,%u,%u", row->backend, row->n_steps, row->n_runs);
    append_number (text, row->median_ms);
    append_number (text, row->total_ms);
    append_number (text, row->share);
    g_string_append_printf (text, ",%" G_GSIZE_FORMAT "\r\n", row->size_bytes);
  }
  return g_string_free (text, FALSE);
}

static void
build_row (JsonBuilder          *builder,
           const KomaProfileRow *row)
{
  json_builder_begin_object (builder);
  koma_json_string (builder, "name", row->name);
  koma_json_string (builder, "op", row->n_steps == 1 ? row->op : NULL);
  koma_json_shape (builder, "shape", &row->shape);
  koma_json_string (builder, "backend", row->backend);
  koma_json_int (builder, "steps", row->n_steps);
  koma_json_int (builder, "runs", row->n_runs);
  koma_json_double (builder, "median_ms", row->median_ms);
  koma_json_double (builder, "total_ms", row->total_ms);
  koma_json_double (builder, "share", row->share);
  koma_json_int (builder, "bytes", row->size_bytes);
  json_builder_end_object (builder);
}

/**
 * koma_profile_report_to_json:
 *
 * Returns: (transfer full): an object with the model, how it was run, and an
 *   array of rows; for people too, without a newline at its end
 */
char *
koma_profile_report_to_json (const KomaProfileReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_json_string (builder, "model", report->path);
  koma_json_string (builder, "backend", report->backend);
  koma_json_int (builder, "threads", report->n_threads);
  koma_json_int (builder, "batch", report->batch);
  koma_json_int (builder, "runs", report->n_runs);
  koma_json_double (builder, "sum_ms", report->sum_ms);
  if (report->whole_ms > 0)
    koma_json_double (builder, "whole_ms", report->whole_ms);
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < report->n_rows; i++)
    build_row (builder, &report->rows[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return koma_json_to_string (builder, TRUE);
}
