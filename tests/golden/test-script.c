/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The interpreter against script-cases.js: whole, cut off anywhere, and changed. */
#include <string.h>

#include "tests/engine/koma/memory-fixture.h"
#include "tests/golden/script/error.h"
#include "tests/golden/script/script.h"

typedef struct
{
  char *name;
  char *code;
  char *ending; /* "prints", "fails": not understood, "refused": by the library */
  char *wanted;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->name);
  g_free (self->code);
  g_free (self->ending);
  g_free (self->wanted);
  g_free (self);
}

/* The lines without what makes them comments. */
static char *
read_comments (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "// "))
      memmove (lines[i], lines[i] + 3, strlen (lines[i] + 3) + 1);
  return g_strstrip (g_strjoinv ("\n", lines));
}

/* "name\ncode\n// prints:\n// lines" */
static Case *
case_new (const char *text)
{
  Case       *self = g_new0 (Case, 1);
  const char *code = strchr (text, '\n') + 1;
  const char *ending = NULL;

  for (const char *at = code; (at = strstr (at, "\n// ")) != NULL && ending == NULL; at++)
    if (g_str_has_prefix (at, "\n// prints:") || g_str_has_prefix (at, "\n// fails:") ||
        g_str_has_prefix (at, "\n// refused:"))
      ending = at + 1;
  g_assert_nonnull (ending);
  self->name = g_strndup (text, code - 1 - text);
  self->code = g_strndup (code, ending - code);
  self->ending = g_strndup (ending + 3, strchr (ending, ':') - ending - 3);
  self->wanted = read_comments (strchr (ending, ':') + 1);
  return self;
}

static GPtrArray *
load_cases (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests/golden/script-cases.js", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = NULL;
  GPtrArray *cases = g_ptr_array_new_with_free_func (case_free);

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  parts = g_strsplit (text, "\n// case: ", -1);
  for (guint i = 1; parts[i] != NULL; i++)
    g_ptr_array_add (cases, case_new (parts[i]));
  return cases;
}

static void
check_error (const Case   *what,
             const GError *error)
{
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, what->wanted));
  if (g_str_equal (what->ending, "fails"))
    g_assert_true (error->domain == SCRIPT_ERROR);
  else
    g_assert_true (error->domain == KOMA_ERROR);
}

static void
test_case (gconstpointer data)
{
  const Case   *what = data;
  G_GNUC_UNUSED g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (Script) script = script_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *printed = NULL;

  g_assert_true (script_run (script, what->code, &error) == (error == NULL));
  g_ptr_array_add (script_get_printed (script), NULL);
  printed = g_strjoinv ("\n", (char **) script_get_printed (script)->pdata);
  g_test_message ("%s\n%s", printed, error != NULL ? error->message : "");
  if (g_str_equal (what->ending, "prints")) {
    g_assert_no_error (error);
    g_assert_cmpstr (printed, ==, what->wanted);
  } else {
    check_error (what, error);
  }
}

/* Nothing is left behind, however a script ends. */
static void
run (const char *code)
{
  KomaScope *scope = koma_scope_begin ();
  Script    *script = script_new ();
  GError    *error = NULL;

  if (!script_run (script, code, &error))
    g_assert_nonnull (error);
  g_clear_error (&error);
  script_free (script);
  g_object_unref (scope);
  assert_memory (0, 0, 0);
}

/* Cut off anywhere; those without an end say so once. */
static void
test_truncated (gconstpointer data)
{
  const GPtrArray *cases = data;

  for (guint i = 0; i < cases->len; i++) {
    const Case *what = g_ptr_array_index (cases, i);

    for (gsize n = 0; n < strlen (what->code) && !g_str_has_prefix (what->name, "no-end"); n++) {
      g_autofree char *code = g_strndup (what->code, n);

      run (code);
    }
  }
}

/* With parts of another script in it, and without some of its own. */
static char *
change (const GPtrArray *cases,
        GString         *text)
{
  const Case *other = g_ptr_array_index (cases, g_test_rand_int_range (0, cases->len));
  const gsize at = g_test_rand_int_range (0, text->len + 1);
  const gsize from = g_test_rand_int_range (0, strlen (other->code));
  const gsize n = g_test_rand_int_range (0, 12);

  if (g_test_rand_bit ())
    g_string_erase (text, at, MIN (n, text->len - at));
  else
    g_string_insert_len (text, at, other->code + from, MIN (n, strlen (other->code) - from));
  return text->str;
}

static void
test_changed (gconstpointer data)
{
  const GPtrArray *cases = data;

  for (guint i = 0; i < 2000; i++) {
    const Case *what = g_ptr_array_index (cases, i % cases->len);
    g_autoptr (GString) text = g_string_new (what->code);

    if (!g_str_has_prefix (what->name, "no-end"))
      for (guint k = 0; k <= i % 3; k++)
        run (change (cases, text));
  }
}

/* Deeper than the stack. */
static void
test_deep (void)
{
  static const char *const begins[] = { "(", "[", "{a:", "-", "a=", "()=>", "{", "if(1)", "f(" };

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++) {
    GString *text = g_string_new ("x=");

    for (guint k = 0; k < 100000; k++)
      g_string_append (text, begins[i]);
    run (text->str);
    g_string_free (text, TRUE);
  }
}

/* Names stay from text to text. */
static void
test_texts (void)
{
  G_GNUC_UNUSED g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (Script) script = script_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (script_run (script, "const v = {}; const x = tf.scalar (2)", &error));
  g_assert_false (script_run (script, "v.y = x.square (); nothing", &error));
  g_clear_error (&error);
  g_assert_true (script_run (script, "const y = v.y", &error));
  g_assert_no_error (error);
  assert_floats (script_find_tensor (script, "y"), 4);
  g_assert_null (script_find_tensor (script, "v"));
  g_assert_null (script_find_tensor (script, "nothing"));
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GPtrArray) cases = NULL;

  g_test_init (&argc, &argv, NULL);
  cases = load_cases ();
  for (guint i = 0; i < cases->len; i++) {
    Case            *one = g_ptr_array_index (cases, i);
    g_autofree char *name = g_strdup_printf ("/script/%s", one->name);

    g_test_add_data_func (name, one, test_case);
  }
  g_test_add_data_func ("/script/truncated", cases, test_truncated);
  g_test_add_data_func ("/script/changed", cases, test_changed);
  g_test_add_func ("/script/deep", test_deep);
  g_test_add_func ("/script/texts", test_texts);
  return g_test_run ();
}
