/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Taught models that are saved, and projects that come from Teachable Machine. */
#include "teach-fixture.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "tests/worker/worker-fixture.h"
#include "worker/models/koma-stored-model.h"
#include "worker/teach/learn/koma-teach-learn.h"
#include "worker/teach/disk/koma-teach-share.h"
#include "tests/test-main.h"

static const guint32     colours[] = { 0xe01010, 0x1010e0, 0x10d010 };
static const char *const names[] = { "red thing", "blue thing", "グリーン" };

static KomaTeachProject *
open_trained (Teach *teach)
{
  KomaTeachProject *project = teach_open (teach);
  g_autofree char  *base =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);

  koma_teach_project_rename (project, "My Things");
  koma_teach_project_set_base (project, base, "Colours");
  for (guint i = 0; i < 3; i++) {
    KomaTeachClass *klass = koma_teach_project_add_class (project, names[i]);

    for (guint j = 0; j < 4; j++)
      g_object_unref (teach_add_pixels (project, klass, colours[i] + j * 0x060606));
  }
  teach_wait (koma_teach_project_get_status (project).training_state == KOMA_TEACH_TRAINING_DONE);
  return project;
}

static char *
save (KomaTeachProject *project,
      const char       *folder,
      GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  koma_teach_project_save_async (project, folder, NULL, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  return koma_teach_project_save_finish (project, result, error);
}

static float
find_score (const KomaTeachAnswer *answer,
            const char            *name)
{
  for (guint i = 0; i < answer->n_classes; i++)
    if (g_str_equal (koma_teach_class_get_name (answer->classes[i].klass), name))
      return answer->classes[i].score;
  g_assert_not_reached ();
}

/* The project and the model in @path answer the same. */
static void
check_same_answers (KomaTeachProject *project,
                    const char       *path)
{
  Fixture         fixture = { 0 };
  KomaWorkerModel model = { .path = path, .backend = "cpu", .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = NULL;

  fixture_set_up (&fixture, NULL);
  info = fixture_load (&fixture, &model, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 6; i++) {
    g_autoptr (Tally) tally = tally_new ();
    g_autoptr (KomaPicture) picture =
      teach_make_picture (50, colours[i % 3] ^ (i < 3 ? 0 : 0x304030));
    g_autoptr (KomaRequest) request =
      koma_request_new (&(KomaRequest){ .picture = picture, .top_k = 3 });
    Answer *by_model = tally_send (tally, fixture.worker, request, NULL);
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (KomaTeachAnswer) by_project = NULL;

    koma_teach_project_answer_async (project, request, NULL, teach_keep_result_cb, &result);
    teach_wait (result != NULL);
    by_project = koma_teach_project_answer_finish (project, result, &error);
    g_assert_no_error (error);
    tally_wait (tally);
    g_assert_cmpuint (by_model->result->n_classes, ==, 3);
    for (guint j = 0; j < 3; j++) {
      const KomaResultClass one = koma_result_get_class (by_model->result, j);

      g_assert_cmpfloat (fabsf (one.score - find_score (by_project, one.label)), <, 1e-4);
    }
  }
  fixture_tear_down (&fixture, NULL);
}

static guint
count_stored (void)
{
  g_autoptr (GPtrArray) models = koma_stored_model_list ();

  return models->len;
}

/* In the library it is a model like any other; saved anew, it takes the place of the old one. */
static void
test_library (Teach        *teach,
              gconstpointer data)
{
  KomaTeachProject *project = NULL;
  g_autofree char  *first = NULL;
  g_autofree char  *second = NULL;
  g_autofree char  *folder = NULL;
  g_autofree char  *base = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaStoredModel) stored = NULL;

  project = open_trained (teach);
  first = save (project, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (koma_teach_project_get_status (project).saved_path, ==, first);
  check_same_answers (project, first);
  g_assert_cmpuint (count_stored (), ==, 1);
  second = save (project, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (second, !=, first);
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_stored (), ==, 1);
  folder = g_path_get_dirname (second);
  base = g_path_get_basename (folder);
  stored = koma_stored_model_read (base);
  g_assert_cmpstr (stored->name, ==, "My Things");
  g_assert_cmpuint (stored->n_classes, ==, 3);
  teach_close (project);
  project = teach_open (teach);
  g_assert_cmpstr (koma_teach_project_get_status (project).saved_path, ==, second);
  g_assert_cmpstr (koma_teach_project_get_status (project).name, ==, "My Things");
  g_assert_true (koma_stored_model_remove (base, &error));
  teach_close (project);
}

static void
test_export (Teach        *teach,
             gconstpointer data)
{
  KomaTeachProject *project = open_trained (teach);
  g_autofree char  *folder = g_build_filename (teach->folder, "exported", NULL);
  g_autofree char  *precious = g_build_filename (folder, "precious", NULL);
  g_autofree char  *path = NULL;
  g_autofree char  *below_file = g_build_filename (precious, "model", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (precious, "x", -1, NULL));
  g_assert_null (save (project, folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_EMPTY);
  g_clear_error (&error);
  g_assert_null (save (project, below_file, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_true (g_file_test (precious, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_remove (precious), ==, 0);
  path = save (project, folder, &error);
  g_assert_no_error (error);
  g_assert_null (koma_teach_project_get_status (project).saved_path);
  check_same_answers (project, path);
  teach_close (project);
}

static void
test_nothing_trained (Teach        *teach,
                      gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  g_autoptr (GError) error = NULL;

  g_assert_null (save (project, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED);
  teach_close (project);
}

/* Import. A zip whose files are as they are. */

typedef struct
{
  GByteArray *files;
  GByteArray *list;
  guint       n;
} Zip;

static guint32
compute_crc (const guint8 *data,
             gsize         size_bytes)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < size_bytes; i++) {
    crc ^= data[i];
    for (guint bit = 0; bit < 8; bit++)
      crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1));
  }
  return ~crc;
}

static void
put (GByteArray *zip,
     guint64     value,
     guint       n_bytes)
{
  for (guint i = 0; i < n_bytes; i++) {
    const guint8 byte = i < 8 ? (guint8) (value >> (8 * i)) : 0;

    g_byte_array_append (zip, &byte, 1);
  }
}

static void
put_name (GByteArray *bytes,
          const char *name)
{
  g_byte_array_append (bytes, (const guint8 *) name, (guint) strlen (name));
}

/* What is the same in front of a file and in the list at the end. */
static void
put_header (GByteArray   *bytes,
            const char   *name,
            gconstpointer content,
            gsize         size_bytes)
{
  put (bytes, 20, 2);
  put (bytes, 0x0800, 2); /* names are UTF-8 */
  put (bytes, 0, 6);
  put (bytes, compute_crc (content, size_bytes), 4);
  put (bytes, size_bytes, 4);
  put (bytes, size_bytes, 4);
  put (bytes, strlen (name), 2);
  put (bytes, 0, 2);
}

static void
put_file (Zip          *zip,
          const char   *name,
          gconstpointer content,
          gsize         size_bytes)
{
  put (zip->list, 0x02014b50, 4);
  put (zip->list, 20, 2);
  put_header (zip->list, name, content, size_bytes);
  put (zip->list, 0, 10);
  put (zip->list, zip->files->len, 4);
  put_name (zip->list, name);
  put (zip->files, 0x04034b50, 4);
  put_header (zip->files, name, content, size_bytes);
  put_name (zip->files, name);
  g_byte_array_append (zip->files, content, (guint) size_bytes);
  zip->n++;
}

static void
put_picture (Zip        *zip,
             Teach      *teach,
             const char *name,
             guint32     seed)
{
  g_autofree char *path = teach_write_picture (teach, "sample.jpg", 224, seed);
  g_autofree char *text = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  put_file (zip, name, text, length);
}

static void
put_text (Zip        *zip,
          const char *name,
          const char *text)
{
  put_file (zip, name, text, strlen (text));
}

/* And empties it. */
static char *
write_zip (Teach *teach,
           Zip   *zip)
{
  char       *path = g_build_filename (teach->folder, "project.tm", NULL);
  const guint n_bytes = zip->files->len;

  g_byte_array_append (zip->files, zip->list->data, zip->list->len);
  put (zip->files, 0x06054b50, 4);
  put (zip->files, 0, 4);
  put (zip->files, zip->n, 2);
  put (zip->files, zip->n, 2);
  put (zip->files, zip->list->len, 4);
  put (zip->files, n_bytes, 4);
  put (zip->files, 0, 2);
  g_assert_true (
    g_file_set_contents (path, (const char *) zip->files->data, zip->files->len, NULL));
  g_byte_array_unref (zip->files);
  g_byte_array_unref (zip->list);
  return path;
}

static KomaTeachAdded *
import (KomaTeachProject *project,
        const char       *path,
        GError          **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  koma_teach_project_import_async (project, file, NULL, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  return koma_teach_project_import_finish (project, result, error);
}

static guint
count_examples (KomaTeachProject *project,
                const char       *name)
{
  KomaTeachClass *klass = koma_teach_project_find_class (project, name);

  return klass != NULL ? koma_teach_class_get_n_examples (klass) : G_MAXUINT;
}

static void
test_import (Teach        *teach,
             gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  Zip               zip = { g_byte_array_new (), g_byte_array_new (), 0 };
  g_autofree char  *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachAdded) added = NULL;

  koma_teach_project_add_class (project, "Class 1");
  put_text (&zip, "manifest.json", "{\"type\":\"image\",\"version\":\"2.4.4\",\"appdata\":{}}");
  put_picture (&zip, teach, "Class 1-!-0.jpg", 1);
  put_picture (&zip, teach, "Class 1-!-1.jpg", 2);
  put_picture (&zip, teach, "大生鮮蝦-!-0.jpg", 3);
  put_picture (&zip, teach, "a-!-b-!-0.jpg", 4);
  put_text (&zip, "Class 1-!-2.jpg", "damaged");
  put_text (&zip, "notes.txt", "nothing");
  path = write_zip (teach, &zip);
  added = import (project, path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (added->n_added, ==, 4);
  g_assert_cmpuint (added->n_failed, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (project)), ==, 3);
  g_assert_cmpuint (count_examples (project, "Class 1"), ==, 2);
  g_assert_cmpuint (count_examples (project, "大生鮮蝦"), ==, 1);
  g_assert_cmpuint (count_examples (project, "a-!-b"), ==, 1);
  g_assert_true (koma_teach_project_undo (project));
  g_assert_cmpuint (koma_teach_project_get_status (project).n_examples, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (project)), ==, 1);
  teach_check_kept (teach, project);
}

static void
check_refused (Teach      *teach,
               const char *path,
               int         code,
               const char *text)
{
  KomaTeachProject *project = teach_open (teach);
  g_autoptr (GError) error = NULL;

  g_assert_null (import (project, path, &error));
  g_assert_error (error, KOMA_ERROR, code);
  g_assert_nonnull (strstr (error->message, text));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (project)), ==, 0);
  teach_close (project);
}

static void
test_import_refused (Teach        *teach,
                     gconstpointer data)
{
  Zip              zip = { g_byte_array_new (), g_byte_array_new (), 0 };
  g_autofree char *path = NULL;

  put_picture (&zip, teach, "Class 1-!-0.jpg", 1);
  path = write_zip (teach, &zip);
  check_refused (teach, path, KOMA_ERROR_DECODE, "no project of Teachable Machine");
  zip = (Zip){ g_byte_array_new (), g_byte_array_new (), 0 };
  put_text (&zip, "manifest.json", "{\"type\":\"audio\"}");
  put_text (&zip, "Class 1-!-0.webm", "sound");
  g_free (write_zip (teach, &zip));
  check_refused (teach, path, KOMA_ERROR_DECODE, "no pictures");
  g_assert_true (g_file_set_contents (path, "no zip", -1, NULL));
  check_refused (teach, path, KOMA_ERROR_MODEL, "project.tm");
}

/* A model that is being saved is written to its end, and noted, before the project is closed. */
static void
test_closed_while_saving (Teach        *teach,
                          gconstpointer data)
{
  KomaTeachProject *project = open_trained (teach);
  g_autoptr (GAsyncResult) saved = NULL;
  g_autoptr (GAsyncResult) closed = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  koma_teach_project_save_async (project, NULL, NULL, teach_keep_result_cb, &saved);
  koma_teach_project_close_async (project, teach_keep_result_cb, &closed);
  teach_wait (closed != NULL);
  g_assert_nonnull (saved);
  path = koma_teach_project_save_finish (project, saved, &error);
  g_assert_no_error (error);
  g_assert_true (koma_teach_project_close_finish (project, closed, NULL));
  g_object_unref (project);
  project = teach_open (teach);
  g_assert_cmpstr (koma_teach_project_get_status (project).saved_path, ==, path);
  teach_close (project);
}

KOMA_TEST_MAIN (argc, argv)
{
#define ADD(name, function) g_test_add (name, Teach, NULL, teach_set_up, function, teach_tear_down)
  g_autofree char *home = g_dir_make_tmp ("koma-teach-home-XXXXXX", NULL);
  Teach            all = { .folder = home };
  int              status = 0;

  /* Names in zip files are of the locale's characters. */
  setlocale (LC_ALL, "C.UTF-8");
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("/teach-share/library", test_library);
  ADD ("/teach-share/export", test_export);
  ADD ("/teach-share/closed-while-saving", test_closed_while_saving);
  ADD ("/teach-share/nothing-trained", test_nothing_trained);
  ADD ("/teach-share/import", test_import);
  ADD ("/teach-share/import-refused", test_import_refused);
  status = g_test_run ();
  all.folder = g_steal_pointer (&home);
  teach_tear_down (&all, NULL);
  return status;
}
