/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "test-main.h"

#include <string.h>

/* So that a test that starts its program again runs in there, too. */
#define NAME_VARIABLE "KOMA_TEST_NAME"

typedef struct
{
  const char  *file;
  KomaTestMain test_main;
} Test;

static Test  tests[256];
static guint n_tests;

void
koma_test_add (const char  *file,
               KomaTestMain test_main)
{
  g_assert (n_tests < G_N_ELEMENTS (tests));
  tests[n_tests++] = (Test){ .file = file, .test_main = test_main };
}

/* "../tests/engine/graph/test-shape.c" → "shape" */
static char *
get_name (const Test *test)
{
  g_autofree char *base = g_path_get_basename (test->file);

  g_assert (g_str_has_prefix (base, "test-") && g_str_has_suffix (base, ".c"));
  return g_strndup (base + strlen ("test-"), strlen (base) - strlen ("test-.c"));
}

static KomaTestMain
find (const char *name)
{
  for (guint i = 0; i < n_tests; i++) {
    g_autofree char *other = get_name (&tests[i]);

    if (g_strcmp0 (name, other) == 0)
      return tests[i].test_main;
  }
  return NULL;
}

static int
list_names (const char *program)
{
  g_printerr ("%s NAME [OPTIONS], where NAME is one of\n", program);
  for (guint i = 0; i < n_tests; i++) {
    g_autofree char *name = get_name (&tests[i]);

    g_printerr ("  %s\n", name);
  }
  return 2;
}

int
main (int    argc,
      char **argv)
{
  const char  *started_as = g_getenv (NAME_VARIABLE);
  KomaTestMain test_main = find (started_as != NULL || argc < 2 ? started_as : argv[1]);

  if (test_main == NULL)
    return list_names (argv[0]);
  if (started_as == NULL) {
    g_setenv (NAME_VARIABLE, argv[1], TRUE);
    memmove (argv + 1, argv + 2, (argc - 1) * sizeof *argv);
    argc--;
  }
  return test_main (argc, argv);
}
