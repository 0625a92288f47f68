/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-cli-report.h"

#include <unistd.h>

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "engine/koma/koma-error.h"
#include "worker/koma-csv.h"
#include "koma-cli-json.h"
#include "koma-cli.h"

/* Often enough to look alive, seldom enough to cost nothing. */
#define PROGRESS_INTERVAL_US (G_USEC_PER_SEC / 10)

struct _KomaCliReport
{
  KomaFormatKind format;
  guint          top_k;
  char          *model;
  double         sure_from;
  guint          n_printed;
  guint          n_turned;
  double         turned_ms; /* what those cost in addition */
  gint64         start_us;
  gint64         progress_us; /* when it was shown last; 0: nothing is shown */
  gboolean       has_terminal;
};

/* The code that programs read; the message is for people. */
static const char *
get_error_code (const GError *error)
{
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_DECODE))
    return "decode";
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MEMORY))
    return "memory";
  if (error->domain == KOMA_ERROR)
    return "engine";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return "not-found";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return "permission-denied";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return "cancelled";
  return "io";
}

/* Wide, one line a picture, so that it opens as a table. */
static void
print_csv_header (KomaCliReport *self)
{
  koma_cli_print ("path,model,backend,sure");
  for (guint i = 1; i <= self->top_k; i++)
    koma_cli_print (",index%u,label%u,score%u,name%u", i, i, i, i);
  koma_cli_print (",error,uri\r\n");
}

/**
 * koma_cli_report_new:
 * @model: name of the model, for people
 * @sure_from: the lowest score of an answer that is sure
 */
KomaCliReport *
koma_cli_report_new (KomaFormatKind format,
                     guint          top_k,
                     const char    *model,
                     double         sure_from)
{
  KomaCliReport *self = g_new0 (KomaCliReport, 1);

  self->format = format;
  self->top_k = top_k;
  self->model = g_strdup (model);
  self->sure_from = sure_from;
  self->start_us = g_get_monotonic_time ();
  self->has_terminal = isatty (STDERR_FILENO) && !isatty (STDOUT_FILENO);
  if (format == KOMA_FORMAT_CSV)
    print_csv_header (self);
  return self;
}

static void
clear_progress (KomaCliReport *self)
{
  if (self->progress_us != 0)
    g_printerr ("\r\033[K");
  self->progress_us = 0;
}

void
koma_cli_report_free (KomaCliReport *self)
{
  if (self == NULL)
    return;
  clear_progress (self);
  if (self->format == KOMA_FORMAT_JSON)
    koma_cli_print ("%s]\n", self->n_printed > 0 ? "\n" : "[");
  if (self->format == KOMA_FORMAT_TEXT && self->n_turned > 0)
    koma_cli_warn (ngettext ("%u picture was looked at upside down too (%.1f ms)",
                             "%u pictures were looked at upside down too (%.1f ms)",
                             self->n_turned),
                   self->n_turned, self->turned_ms);
  g_free (self->model);
  g_free (self);
}

static void
build_top (JsonBuilder *builder,
           KomaResult  *result)
{
  json_builder_set_member_name (builder, "top");
  json_builder_begin_array (builder);
  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass *class = &result->classes[i];

    json_builder_begin_object (builder);
    koma_json_int (builder, "index", class->index);
    koma_json_string (builder, "label", class->label);
    koma_json_string (builder, "name", class->name);
    koma_json_double (builder, "score", class->score);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
build_timing (JsonBuilder *builder,
              KomaResult  *result)
{
  const KomaResultTiming *timing = &result->timing;

  json_builder_set_member_name (builder, "timing_ms");
  json_builder_begin_object (builder);
  koma_json_double (builder, "decode", timing->decode_ms);
  koma_json_double (builder, "preprocess", timing->preprocess_ms);
  koma_json_double (builder, "inference", timing->inference_ms);
  if (result->is_turned)
    koma_json_double (builder, "half_turn", timing->half_turn_ms);
  json_builder_end_object (builder);
}

static void
build_error (JsonBuilder  *builder,
             const GError *error)
{
  json_builder_set_member_name (builder, "error");
  json_builder_begin_object (builder);
  koma_json_string (builder, "code", get_error_code (error));
  koma_json_string (builder, "message", error->message);
  json_builder_end_object (builder);
}

/* What is printed about one picture. */
typedef struct
{
  char *path; /* with the cell, as it was spelt: any bytes */
  char *uri;  /* likewise, absolute: all bytes of it, in ASCII */
  char *name; /* of the file, as messages have it */
} Picture;

static void
picture_init (Picture    *picture,
              const char *path,
              const char *cell)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);

  picture->path = g_strconcat (path, cell, NULL);
  picture->uri = g_strconcat (uri, cell, NULL);
  picture->name = g_filename_display_basename (path);
}

static void
picture_clear (Picture *picture)
{
  g_free (picture->path);
  g_free (picture->uri);
  g_free (picture->name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Picture, picture_clear)

static void
print_json (KomaCliReport *self,
            const Picture *picture,
            KomaResult    *result,
            const GError  *error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  koma_json_string (builder, "path", picture->path);
  koma_json_string (builder, "uri", picture->uri);
  koma_json_string (builder, "model", self->model);
  if (result != NULL) {
    koma_json_string (builder, "backend", result->info->backend);
    build_top (builder, result);
    json_builder_set_member_name (builder, "sure");
    json_builder_add_boolean_value (builder, koma_result_is_sure (result, self->sure_from));
    json_builder_set_member_name (builder, "half_turn");
    json_builder_add_boolean_value (builder, result->is_turned);
    build_timing (builder, result);
  } else
    build_error (builder, error);
  json_builder_end_object (builder);
  text = koma_json_to_string (builder, FALSE);
  if (self->format == KOMA_FORMAT_JSONL)
    koma_cli_print ("%s\n", text);
  else
    koma_cli_print ("%s%s", self->n_printed == 0 ? "[\n" : ",\n", text);
}

static const char *
say_sure (KomaCliReport *self,
          KomaResult    *result)
{
  return koma_result_is_sure (result, self->sure_from) ? "true" : "false";
}

static void
print_csv (KomaCliReport *self,
           const Picture *picture,
           KomaResult    *result,
           const GError  *error)
{
  const guint n_classes = result != NULL ? result->n_classes : 0;
  g_autoptr (GString) line = g_string_new (NULL);

  koma_csv_append (line, picture->path);
  g_string_append_c (line, ',');
  koma_csv_append (line, self->model);
  g_string_append_c (line, ',');
  koma_csv_append (line, result != NULL ? result->info->backend : "");
  g_string_append_printf (line, ",%s", result != NULL ? say_sure (self, result) : "");
  for (guint i = 0; i < self->top_k; i++) {
    const KomaResultClass *class = i < n_classes ? &result->classes[i] : NULL;
    char score[G_ASCII_DTOSTR_BUF_SIZE] = "";

    if (class != NULL) {
      g_string_append_printf (line, ",%u,", class->index);
      koma_csv_append (line, class->label);
      g_string_append_printf (line, ",%s,",
                              g_ascii_formatd (score, sizeof score, "%.6f", class->score));
      koma_csv_append (line, class->name);
    } else
      g_string_append (line, ",,,,");
  }
  g_string_append_c (line, ',');
  koma_csv_append (line, error != NULL ? error->message : "");
  g_string_append_c (line, ',');
  koma_csv_append (line, picture->uri);
  koma_cli_print ("%s\r\n", line->str);
}

static void
print_text (KomaCliReport *self,
            const char    *path,
            KomaResult    *result)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass *class = &result->classes[i];

    g_string_append_printf (line, "%s%s %.1f %%", i > 0 ? ", " : "", class->name,
                            100 * class->score);
  }
  if (koma_result_is_sure (result, self->sure_from))
    koma_cli_say ("%s: %s\n", path, line->str);
  else
    /* Translators: a picture's path, and the classes that it could be, with their scores */
    koma_cli_say (_ ("%s: not sure: %s\n"), path, line->str);
}

/* The worker's messages name the file, as a window needs it that shows no
 * path; here the path stands before them. */
static const char *
skip_name (const char *message,
           const char *name)
{
  g_autofree char *prefix = g_strconcat (name, ": ", NULL);

  return g_str_has_prefix (message, prefix) ? message + strlen (prefix) : message;
}

/**
 * koma_cli_report_add:
 *
 * Prints what became of one picture. Failures are named on standard error in
 * every format, and part of the output in those that programs read.
 */
void
koma_cli_report_add (KomaCliReport *self,
                     const char    *path,
                     const char    *cell,
                     KomaResult    *result,
                     const GError  *error)
{
  g_auto (Picture) picture = { 0 };

  picture_init (&picture, path, cell);
  clear_progress (self);
  if (result == NULL)
    koma_cli_warn ("%s: %s", picture.path, skip_name (error->message, picture.name));
  if (self->format == KOMA_FORMAT_CSV)
    print_csv (self, &picture, result, error);
  else if (self->format != KOMA_FORMAT_TEXT)
    print_json (self, &picture, result, error);
  else if (result != NULL)
    print_text (self, picture.path, result);
  self->n_printed++;
  if (result != NULL && result->is_turned) {
    self->n_turned++;
    self->turned_ms += result->timing.half_turn_ms;
  }
}

/**
 * koma_cli_report_progress:
 *
 * Shows how far it is, on a terminal, and where results do not show it.
 */
void
koma_cli_report_progress (KomaCliReport *self,
                          guint          n_done,
                          guint          n_found,
                          gboolean       is_all_found)
{
  gint64 now = g_get_monotonic_time ();
  double seconds = (now - self->start_us) / (double) G_USEC_PER_SEC;

  if (!self->has_terminal || now - self->progress_us < PROGRESS_INTERVAL_US)
    return;
  g_printerr ("\r\033[K%u/%u%s  %.1f/s", n_done, n_found, is_all_found ? "" : "+",
              n_done / MAX (seconds, 1e-3));
  self->progress_us = now;
}
