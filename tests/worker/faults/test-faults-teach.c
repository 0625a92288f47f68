/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each call that changes a file fails in turn, while an example is added to a project: it is kept
 * or an error says why not, those before and after it are kept, and no picture is half. */
#include <string.h>

#include "../teach/teach-fixture.h"
#include "failing-calls.h"
#include "tests/test-main.h"

#define MAX_CALLS 60

static KomaTeachExample *
add_with_fault (KomaTeachProject *project,
                KomaTeachClass   *klass,
                guint             at,
                FailWay           way,
                const char      **ret_what,
                GError          **error)
{
  g_autoptr (KomaPicture) picture = teach_make_picture (32, 0xabcdef);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .picture = picture });
  g_autoptr (GAsyncResult) result = NULL;

  failing_calls_begin (at, way);
  koma_teach_project_add_picture_async (project, klass, request, NULL, NULL, teach_keep_result_cb,
                                        &result);
  teach_wait (result != NULL);
  *ret_what = failing_calls_end ();
  return koma_teach_project_add_picture_finish (project, result, error);
}

/* A picture has the name of its hash: one that is half has another's. */
static void
check_pictures (Teach *teach)
{
  g_autofree char *folder = g_build_filename (teach->project, "pictures", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *content = NULL;
    g_autofree char *sha256 = NULL;
    gsize            length = 0;

    g_assert_true (g_file_get_contents (path, &content, &length, NULL));
    sha256 = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) content, length);
    if (*name != '.' && !g_str_has_prefix (name, sha256))
      g_error ("%s is half", path);
  }
}

static guint
count_after_opening (Teach *teach)
{
  KomaTeachProject *project = teach_open (teach);
  const guint       n = koma_teach_project_get_status (project).n_examples;

  g_assert_cmpint (koma_teach_project_get_status (project).state, ==, KOMA_TEACH_READY);
  teach_close (project);
  return n;
}

/* FALSE: there are fewer calls than that. */
static gboolean
teach_with_fault (guint   at,
                  FailWay way)
{
  Teach             teach = { 0 };
  KomaTeachProject *project = NULL;
  KomaTeachClass   *klass = NULL;
  const char       *what = NULL;
  g_autoptr (KomaTeachExample) example = NULL;
  g_autoptr (GError) error = NULL;

  teach_set_up (&teach, NULL);
  project = teach_open (&teach);
  klass = koma_teach_project_add_class (project, "class");
  g_object_unref (teach_add_pixels (project, klass, 0x102030));
  example = add_with_fault (project, klass, at, way, &what, &error);
  if (example == NULL && strstr (error->message, ": ") == NULL)
    g_error ("“%s” names no file: %s", what, error->message);
  g_object_unref (teach_add_pixels (project, klass, 0x405060));
  teach_check_kept (&teach, project);
  check_pictures (&teach);
  g_assert_cmpuint (count_after_opening (&teach), ==, example != NULL ? 3 : 2);
  teach_tear_down (&teach, NULL);
  return what != NULL;
}

static void
test_adding (void)
{
  for (FailWay way = FAIL_ONCE; way < N_FAIL_WAYS; way++) {
    guint at = 1;

    while (at < MAX_CALLS && teach_with_fault (at, way))
      at++;
    g_assert_cmpuint (at, >, 4);
    g_assert_cmpuint (at, <, MAX_CALLS);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/faults/teach/adding", test_adding);
  return g_test_run ();
}
