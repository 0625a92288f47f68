/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-findings.h"

#include <glib/gi18n.h>

#include "koma-cli-json.h"
#include "koma-cli-output.h"

/**
 * koma_cli_findings_print:
 * @findings: (element-type KomaFinding): errors first
 */
void
koma_cli_findings_print (GPtrArray *findings)
{
  if (findings->len > 0)
    koma_cli_say (_ ("Doctor:\n"));
  for (guint i = 0; i < findings->len; i++) {
    const KomaFinding *finding = findings->pdata[i];

    koma_cli_say ("    %s: %s\n", koma_finding_severity_get_title (finding->severity),
                  finding->sentence);
    if (finding->advice != NULL)
      koma_cli_say ("        %s\n", finding->advice);
  }
}

/**
 * koma_cli_findings_to_json:
 * @findings: (element-type KomaFinding): errors first
 * @builder: in an object
 */
void
koma_cli_findings_to_json (GPtrArray   *findings,
                           JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "doctor");
  json_builder_begin_array (builder);
  for (guint i = 0; i < findings->len; i++) {
    const KomaFinding *finding = findings->pdata[i];

    json_builder_begin_object (builder);
    koma_json_string (builder, "id", finding->id);
    koma_json_string (builder, "severity", koma_finding_severity_get_name (finding->severity));
    koma_json_string (builder, "sentence", finding->sentence);
    koma_json_string (builder, "advice", finding->advice);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}
