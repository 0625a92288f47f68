/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which backend computes which op, as a table in Markdown, from the code:
 * each backend is asked about every case of cases/.
 *
 *   op-coverage                   prints the table
 *   op-coverage --check FILE      compares it with the one in FILE
 *   op-coverage --update FILE     writes it there
 *
 * In FILE it stands between lines with <!-- coverage --> and
 * <!-- /coverage -->. Exit: 0; 1 if it differs; 77 (skipped) if FILE has no
 * such lines, or this build lacks a backend. */
#include <stdlib.h>
#include <string.h>

#include "engine/backends/backends.h"
#include "engine/runtime/flags.h"
#include "op-case.h"
#include "tests/engine/ops/cases/cases.h"

#define BEGIN_MARK   "<!-- coverage -->\n"
#define END_MARK     "<!-- /coverage -->"
#define EXIT_SKIPPED 77

/* All that the table has a column for. */
static const struct
{
  const char *title;
  const char *backend;
  int         gles_tier; /* 0: has none */
} columns[] = {
  { "cpu", "cpu", 0 },
  { "xnnpack", "xnnpack", 0 },
  { "gles, tier 1", "gles", 1 },
  { "gles, tier 2", "gles", 2 },
};

static gboolean
is_supported (const KomaBackendClass *backend,
              const char             *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = op_case_infer (text, 1, &error);

  if (graph == NULL)
    g_error ("%s: %s", text, error->message);
  return backend->supports (graph, koma_graph_get_node (graph, 0), NULL);
}

static const char *
describe (const KomaBackendClass *backend,
          KomaOp                  op)
{
  g_auto (GStrv) texts = cases_of_op (op);
  guint n_supported = 0;

  for (guint i = 0; texts[i] != NULL; i++)
    n_supported += is_supported (backend, texts[i]);
  if (n_supported == 0)
    return "-";
  return n_supported == g_strv_length (texts) ? "yes" : "partly";
}

/* (nullable): NULL where a backend is not built in */
static char *
make_table (void)
{
  g_autoptr (GString) table = g_string_new ("| op |");

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_string_append_printf (table, " %s |", columns[i].title);
  g_string_append (table, "\n|---|");
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_string_append (table, "---|");
  for (guint op = 0; op < KOMA_N_OPS; op++) {
    g_string_append_printf (table, "\n| %s |", koma_op_get_name (op));
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++) {
      const KomaBackendClass *backend = koma_backends_find (columns[i].backend, NULL);

      if (backend == NULL)
        return NULL;
      if (columns[i].gles_tier != 0)
        koma_flags_set (KOMA_FLAG_GLES_TIER, columns[i].gles_tier, NULL);
      g_string_append_printf (table, " %s |", describe (backend, op));
    }
  }
  g_string_append_c (table, '\n');
  return g_string_free (g_steal_pointer (&table), FALSE);
}

static int
check (const char *path,
       const char *table,
       gboolean    is_update)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *updated = NULL;
  char            *begin = NULL;
  char            *end = NULL;

  if (g_file_get_contents (path, &text, NULL, NULL)) {
    begin = strstr (text, BEGIN_MARK);
    end = begin != NULL ? strstr (begin, END_MARK) : NULL;
  }
  if (end == NULL)
    return EXIT_SKIPPED;
  begin += strlen (BEGIN_MARK);
  updated = g_strdup_printf ("%.*s%s%s", (int) (begin - text), text, table, end);
  if (g_str_equal (text, updated))
    return EXIT_SUCCESS;
  if (is_update && g_file_set_contents (path, updated, -1, &error))
    return EXIT_SUCCESS;
  g_printerr ("%s: %s\n", path,
              error != NULL ? error->message : "the table is not what the code does:");
  g_printerr ("%s", table);
  return EXIT_FAILURE;
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *table = make_table ();

  if (table == NULL)
    return EXIT_SKIPPED;
  if (argc == 3)
    return check (argv[2], table, g_str_equal (argv[1], "--update"));
  g_print ("%s", table);
  return EXIT_SUCCESS;
}
