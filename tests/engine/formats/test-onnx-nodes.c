/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All cases that ONNX 1.12 came with, from Debian's package libonnx-testdata, on cpu. Which of them
 * Koma does not compute stands in onnx-nodes.txt: a case that is there and passes fails this test,
 * and so does one that is not there and does not pass. With another version of the package, or in
 * part of it, no case may have a wrong result unless it stands there; how many are refused is free.
 *
 *   test-onnx-nodes --list        prints "result name: why" for each case */

#include <string.h>

#include "fixture.h"
#include "onnx-case.h"
#include "tests/test-main.h"

#define FOLDER     "/usr/share/libonnx-testdata/data"
#define BEGIN_MARK "<!-- onnx-nodes -->\n"

static const char *const sets[] = { "node", "pytorch-converted", "pytorch-operator", "simple" };

/* onnx-nodes.txt: "# reason" above cases, of which the first line is the number of all. */
typedef struct
{
  guint       n_cases;
  guint       n_listed;
  GHashTable *reasons; /* char * case → char * reason */
  GString    *table;   /* as it stands in engine/README.md */
} List;

static void
list_clear (List *self)
{
  g_clear_pointer (&self->reasons, g_hash_table_unref);
  if (self->table != NULL)
    g_string_free (g_steal_pointer (&self->table), TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (List, list_clear)

static void
end_reason (List       *self,
            const char *reason, /* (nullable) */
            guint       n)
{
  if (reason != NULL)
    g_string_append_printf (self->table, "| %s | %u |\n", reason, n);
}

static List
list_read (void)
{
  g_autofree char *path = find_source ("tests/engine/formats/onnx-nodes.txt");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *passed = NULL;
  const char      *reason = NULL;
  guint            n = 0;
  List             self = {
                .reasons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                .table = g_string_new (NULL),
  };

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  self.n_cases = (guint) g_ascii_strtoull (lines[0], NULL, 10);
  for (guint i = 1; lines[i] != NULL; i++) {
    if (g_str_has_prefix (lines[i], "# ")) {
      end_reason (&self, reason, n);
      reason = lines[i] + 2;
      n = 0;
    } else if (*lines[i] != '\0') {
      g_assert_nonnull (reason);
      g_assert_true (g_hash_table_insert (self.reasons, g_strdup (lines[i]), g_strdup (reason)));
      n++;
    }
  }
  end_reason (&self, reason, n);
  self.n_listed = g_hash_table_size (self.reasons);
  passed = g_strdup_printf (BEGIN_MARK "| of %u cases | |\n|---|---|\n| pass | %u |\n",
                            self.n_cases, self.n_cases - self.n_listed);
  g_string_prepend (self.table, passed);
  return self;
}

static void
test_table (void)
{
  g_auto (List) list = list_read ();
  g_autofree char *path = find_source ("engine/README.md");
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_string_append (list.table, "<!-- /onnx-nodes -->\n");
  if (strstr (text, list.table->str) != NULL)
    return;
  g_test_message ("engine/README.md should have:\n%s", list.table->str);
  g_test_fail ();
}

static const char *
get_folder (void)
{
  const char *given = g_getenv ("KOMA_ONNX_TESTDATA");

  return given != NULL ? given : FOLDER;
}

static guint
count_cases (void)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++) {
    g_autofree char *folder = g_build_filename (get_folder (), sets[i], NULL);
    g_autoptr (GPtrArray) names = onnx_case_list (folder);

    n += names->len;
  }
  return n;
}

/* Of later data than the table's: ONNX 1.17 wraps the sums of these around, which are to be
 * saturated. -236 is 20 there, and -128 here. */
static gboolean
has_wrong_data (const char *name)
{
  return g_str_has_prefix (name, "test_qlinearmatmul_") && strstr (name, "_int8_float") != NULL;
}

static void
check_case (const List    *list,
            gboolean       is_same,
            const char    *name,
            OnnxCaseResult result,
            const char    *why)
{
  const char    *reason = g_hash_table_lookup (list->reasons, name);
  const gboolean is_passed = result == ONNX_CASE_PASSED;

  if (reason != NULL ? !is_same || !is_passed
                     : is_passed || (!is_same && result == ONNX_CASE_REFUSED))
    return;
  if (!is_same && has_wrong_data (name))
    return;
  g_test_message ("%s: %s", name, why != NULL ? why : "passes, and stands in onnx-nodes.txt");
  g_test_fail ();
}

static void
test_set (gconstpointer data)
{
  g_auto (List) list = list_read ();
  const gboolean   is_same = count_cases () == list.n_cases;
  g_autofree char *folder = g_build_filename (get_folder (), data, NULL);
  g_autoptr (GPtrArray) names = onnx_case_list (folder);
  guint n_passed = 0;

  if (names->len == 0) {
    g_test_skip ("the package libonnx-testdata is not there");
    return;
  }
  for (guint i = 0; i < names->len; i++) {
    const char          *name = names->pdata[i];
    g_autofree char     *path = g_build_filename (folder, name, NULL);
    g_autofree char     *why = NULL;
    const OnnxCaseResult result = onnx_case_run (path, "cpu", &why);

    n_passed += result == ONNX_CASE_PASSED;
    check_case (&list, is_same, name, result, why);
  }
  g_test_message ("%s: %u of %u cases pass", (const char *) data, n_passed, names->len);
}

static int
print_cases (void)
{
  static const char *const results[] = { "passed", "refused", "failed" };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++) {
    g_autofree char *folder = g_build_filename (get_folder (), sets[i], NULL);
    g_autoptr (GPtrArray) names = onnx_case_list (folder);

    for (guint k = 0; k < names->len; k++) {
      g_autofree char *path = g_build_filename (folder, names->pdata[k], NULL);
      g_autofree char *why = NULL;

      g_print ("%s %s", results[onnx_case_run (path, "cpu", &why)],
               (const char *) names->pdata[k]);
      g_print (": %s\n", why != NULL ? why : "-");
    }
  }
  return 0;
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  if (argc == 2 && g_str_equal (argv[1], "--list"))
    return print_cases ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnx-nodes/table", test_table);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++) {
    g_autofree char *path = g_strdup_printf ("/onnx-nodes/%s", sets[i]);

    g_test_add_data_func (path, sets[i], test_set);
  }
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
