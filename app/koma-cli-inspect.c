/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma inspect: what is known of a model, whether it can run or not. */
#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-findings.h"
#include "koma-cli-inspect-try.h"
#include "koma-cli-inspection.h"
#include "koma-cli-json.h"
#include "koma-cli-session.h"
#include "koma-cli.h"

static const char arguments[] = N_ ("[MODEL]");
static const char summary[] =
  N_ ("Say what is in a model, how pictures are made ready for it, and what would compute it.");

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char         **pictures; /* of --try */
} Inspect;

static void
inspect_clear (Inspect *self)
{
  koma_cli_options_clear (&self->options);
  g_strfreev (self->pictures);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inspect, inspect_clear)

static gboolean
parse (Inspect *self,
       int     *argc,
       char  ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "try", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->pictures,
      N_("A picture, or a folder of them, to compare ranges on"), N_("PATH") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .takes = KOMA_TAKES_CLASSIFIER | KOMA_TAKES_FORMAT | KOMA_TAKES_BATCH,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format))
    return FALSE;
  return koma_cli_options_take_model (&self->options, *argc, *argv);
}

/* What can be said of a file that is no model, or none that Koma can load. */
static void
print_failure (const Inspect *self,
               const GError  *error)
{
  g_autoptr (GPtrArray) findings = koma_doctor_explain (self->options.model, error);
  g_autoptr (JsonBuilder) builder = NULL;

  koma_cli_warn ("%s", error->message);
  if (self->format != KOMA_FORMAT_JSON) {
    koma_cli_findings_print (findings);
    return;
  }
  builder = json_builder_new ();
  json_builder_begin_object (builder);
  koma_cli_json_path (builder, "path", self->options.model);
  koma_json_string (builder, "error", error->message);
  koma_cli_findings_to_json (findings, builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

/* It computes pictures with --try alone. */
static KomaSession *
open_session (const Inspect *self,
              KomaModel     *model,
              GError       **error)
{
  KomaSessionOptions options;

  if (!koma_cli_get_session_options (&self->options, model, self->options.batch, &options, error))
    return NULL;
  options.is_brief = self->pictures == NULL;
  return koma_session_new (koma_model_get_graph (model), &options, error);
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
    print_failure (&self, error);
    return KOMA_EXIT_USAGE;
  }
  inspection.session = open_session (&self, inspection.model, &inspection.session_error);
  if (self.pictures != NULL && !koma_inspection_try (&inspection, self.pictures, &error)) {
    koma_cli_warn ("--try: %s", error->message);
    return KOMA_EXIT_USAGE;
  }
  inspection.findings =
    koma_doctor_examine (inspection.model, inspection.session, inspection.session_error);
  if (inspection.session != NULL && self.options.backend == NULL)
    koma_findings_accept_backend (inspection.findings);
  if (self.format == KOMA_FORMAT_JSON)
    koma_inspection_print_json (&inspection);
  else
    koma_inspection_print_text (&inspection);
  return KOMA_EXIT_OK;
}
