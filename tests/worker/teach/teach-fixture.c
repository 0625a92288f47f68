/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "teach-fixture.h"

#include "tests/remove-tree.h"
#include "tests/unref-and-wait.h"
#include "worker/decode/koma-thumbnail.h"

void
teach_set_up (Teach        *teach,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  teach->folder = g_dir_make_tmp ("koma-teach-XXXXXX", &error);
  g_assert_no_error (error);
  teach->project = g_build_filename (teach->folder, "project", NULL);
}

void
teach_tear_down (Teach        *teach,
                 gconstpointer data)
{
  remove_tree (teach->folder);
  g_free (teach->folder);
  g_free (teach->project);
}

KomaTeachProject *
teach_open (Teach *teach)
{
  KomaTeachProject *project = koma_teach_project_new (teach->project);

  teach_wait (koma_teach_project_get_status (project).state != KOMA_TEACH_OPENING);
  return project;
}

void
teach_keep_result_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      data)
{
  GAsyncResult **ret_result = data;

  *ret_result = g_object_ref (result);
}

void
teach_close (KomaTeachProject *project)
{
  GAsyncResult *result = NULL;

  koma_teach_project_close_async (project, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  g_assert_true (koma_teach_project_close_finish (project, result, NULL));
  g_assert_cmpint (koma_teach_project_get_status (project).state, ==, KOMA_TEACH_CLOSED);
  g_object_unref (result);
  unref_and_wait (project);
}

static void
describe_class (KomaTeachClass *klass,
                GString        *text)
{
  g_string_append_printf (text, "%u %s %u:", koma_teach_class_get_id (klass),
                          koma_teach_class_get_name (klass), koma_teach_class_get_colour (klass));
  for (guint i = 0; i < koma_teach_class_get_n_examples (klass); i++) {
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (G_LIST_MODEL (klass), i);
    g_autoptr (GFile) file = koma_teach_example_get_file (example);
    g_autofree char *base = g_file_get_basename (file);
    const char      *source = koma_teach_example_get_source (example);

    g_assert_true (koma_teach_example_get_class (example) == klass);
    g_string_append_printf (text, " %" G_GUINT64_FORMAT "=%.6s%s%s",
                            koma_teach_example_get_key (example), base,
                            source != NULL ? source : "",
                            koma_teach_example_is_from_camera (example) ? "*" : "");
  }
  g_string_append_c (text, '\n');
}

char *
teach_describe (KomaTeachProject *project)
{
  GString *text = g_string_new (koma_teach_project_get_status (project).name);
  guint    n_examples = 0;

  g_string_append_c (text, '\n');
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (project)); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (G_LIST_MODEL (project), i);

    describe_class (klass, text);
    n_examples += koma_teach_class_get_n_examples (klass);
    g_assert_false (koma_teach_class_is_removed (klass));
  }
  g_assert_cmpuint (koma_teach_project_get_status (project).n_examples, ==, n_examples);
  return g_string_free (text, FALSE);
}

void
teach_check_kept (Teach            *teach,
                  KomaTeachProject *project)
{
  g_autofree char  *before = teach_describe (project);
  g_autofree char  *after = NULL;
  KomaTeachProject *again = NULL;

  teach_close (project);
  again = teach_open (teach);
  after = teach_describe (again);
  g_assert_cmpstr (after, ==, before);
  teach_close (again);
}

KomaPicture *
teach_make_picture (guint   side,
                    guint32 rgb)
{
  guint8 *pixels = g_malloc (3 * side * side);

  for (guint i = 0; i < side * side; i++) {
    pixels[3 * i] = (guint8) (rgb >> 16);
    pixels[3 * i + 1] = (guint8) (rgb >> 8);
    pixels[3 * i + 2] = (guint8) rgb;
  }
  return koma_picture_new_take (pixels, side, side, 3 * (gsize) side);
}

char *
teach_write_picture (Teach      *teach,
                     const char *name,
                     guint       side,
                     guint32     seed)
{
  g_autoptr (KomaPicture) picture = teach_make_picture (side, 0);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GBytes) bytes = NULL;
  char            *path = g_build_filename (teach->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  for (guint i = 0; i < 3 * side * side; i++)
    picture->rgb[i] = (guint8) g_rand_int (random);
  bytes = koma_thumbnail_encode (picture, side, NULL);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

KomaTeachExample *
teach_add_pixels (KomaTeachProject *project,
                  KomaTeachClass   *klass,
                  guint32           rgb)
{
  g_autoptr (KomaPicture) picture = teach_make_picture (32, rgb);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .picture = picture, .is_from_camera = TRUE });
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  KomaTeachExample *example = NULL;

  koma_teach_project_add_picture_async (project, klass, request, NULL, NULL, teach_keep_result_cb,
                                        &result);
  teach_wait (result != NULL);
  example = koma_teach_project_add_picture_finish (project, result, &error);
  g_assert_no_error (error);
  return example;
}

KomaTeachAdded *
teach_add_files (KomaTeachProject *project,
                 KomaTeachClass   *klass,
                 const char       *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  KomaTeachAdded *added = NULL;

  g_ptr_array_add (files, g_file_new_for_path (path));
  koma_teach_project_add_files_async (project, klass, files, NULL, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  added = koma_teach_project_add_files_finish (project, result, &error);
  g_assert_no_error (error);
  return added;
}
