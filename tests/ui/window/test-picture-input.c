/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/koma-picture-input.h"

#include <string.h>

#include <glib/gstdio.h>

#include "engine/formats/foreign.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"
#include "tests/unref-and-wait.h"

/* Of 2 × 2 pixels, green. */
static const char ppm[] = "P6\n2 2\n255\n\0\377\0\0\377\0\0\377\0\0\377\0";

typedef struct
{
  char             *folder;
  KomaWorker       *worker;
  KomaModelChoices *choices;
  KomaModelControl *control;
  KomaResultFeed   *feed;
  KomaPictureInput *input;
  guint             n_adding;
  guint             n_changed;
  char             *message; /* (nullable) the last */
  char             *refused; /* (nullable) its name */
  char             *address; /* (nullable) of a model */
} Fixture;

static void
adding_cb (Fixture *fixture)
{
  fixture->n_adding++;
}

static void
changed_cb (Fixture *fixture)
{
  fixture->n_changed++;
}

static void
message_cb (Fixture    *fixture,
            const char *text)
{
  g_free (fixture->message);
  fixture->message = g_strdup (text);
}

static void
address_cb (Fixture    *fixture,
            const char *address)
{
  g_assert_null (fixture->address);
  fixture->address = g_strdup (address);
}

static void
refused_cb (Fixture           *fixture,
            const char        *name,
            const KomaForeign *foreign)
{
  g_assert_null (fixture->refused);
  g_assert_nonnull (foreign->advice);
  fixture->refused = g_strdup (name);
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("koma-input-XXXXXX", NULL);
  fixture->worker = koma_worker_new ();
  fixture->choices = koma_model_choices_new ();
  fixture->control = koma_model_control_new (fixture->worker, fixture->choices);
  fixture->feed = koma_result_feed_new (fixture->worker);
  fixture->input = koma_picture_input_new (fixture->feed, fixture->control);
  g_signal_connect_swapped (fixture->input, "adding", G_CALLBACK (adding_cb), fixture);
  g_signal_connect_swapped (fixture->input, "changed", G_CALLBACK (changed_cb), fixture);
  g_signal_connect_swapped (fixture->input, "message", G_CALLBACK (message_cb), fixture);
  g_signal_connect_swapped (fixture->input, "refused", G_CALLBACK (refused_cb), fixture);
  g_signal_connect_swapped (fixture->input, "address", G_CALLBACK (address_cb), fixture);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_picture_input_close (fixture->input);
  koma_model_control_cancel (fixture->control);
  koma_result_feed_cancel (fixture->feed);
  koma_worker_stop (fixture->worker);
  unref_and_wait (fixture->input);
  unref_and_wait (fixture->feed);
  unref_and_wait (fixture->control);
  unref_and_wait (fixture->choices);
  unref_and_wait (fixture->worker);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->message);
  g_free (fixture->refused);
  g_free (fixture->address);
}

/* Returns: (transfer full): what is at "name" of the test's folder */
static GFile *
add_file (Fixture    *fixture,
          const char *name,
          const char *contents,
          gssize      size)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, contents, size, NULL));
  return g_file_new_for_path (path);
}

static GFile *
add_folder (Fixture    *fixture,
            const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  return g_file_new_for_path (path);
}

static guint
get_n_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (koma_result_feed_get_items (fixture->feed));
}

/* Rows may come a moment after what they show. */
static void
wait_for_rows (Fixture *fixture,
               guint    n_rows)
{
  while (get_n_rows (fixture) < n_rows)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (get_n_rows (fixture), ==, n_rows);
}

static void
assert_name (Fixture    *fixture,
             guint       row,
             const char *name)
{
  g_autoptr (KomaResultItem) item =
    g_list_model_get_item (koma_result_feed_get_items (fixture->feed), row);
  g_autofree char *its_name = koma_result_item_dup_name (item);

  g_assert_cmpstr (its_name, ==, name);
}

static void
wait_for_search (Fixture *fixture)
{
  while (koma_picture_input_is_searching (fixture->input))
    g_main_context_iteration (NULL, TRUE);
}

/* Up to two files. */
static void
open_files (Fixture *fixture,
            GFile   *first,
            GFile   *second) /* (nullable) */
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  g_ptr_array_add (files, first);
  if (second != NULL)
    g_ptr_array_add (files, second);
  koma_picture_input_open (fixture->input, files);
}

static void
test_files (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GFile) folder = add_folder (fixture, "folder");
  g_autoptr (GFile) inside G_GNUC_UNUSED =
    add_file (fixture, "folder/inside.ppm", ppm, sizeof ppm - 1);
  g_autoptr (GFile) alone = add_file (fixture, "alone.ppm", ppm, sizeof ppm - 1);

  open_files (fixture, alone, folder);
  g_assert_true (koma_picture_input_is_searching (fixture->input));
  wait_for_search (fixture);
  wait_for_rows (fixture, 2);
  assert_name (fixture, 0, "alone.ppm");
  assert_name (fixture, 1, "inside.ppm");
  g_assert_cmpuint (fixture->n_adding, ==, 1);
  g_assert_cmpuint (fixture->n_changed, >, 0);
  g_assert_null (fixture->message);
}

static void
test_nothing_found (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (GFile) first = add_folder (fixture, "first");
  g_autoptr (GFile) second = add_folder (fixture, "second");

  open_files (fixture, first, second);
  wait_for_search (fixture);
  g_assert_cmpuint (get_n_rows (fixture), ==, 0);
  g_assert_cmpstr (fixture->message, ==, "No pictures in there");
}

/* Alone, and while there is no model, it is tried as one. */
static void
test_perhaps_a_model (Fixture      *fixture,
                      gconstpointer data)
{
  g_autoptr (GFile) folder = add_folder (fixture, "folder");

  open_files (fixture, folder, NULL);
  wait_for_search (fixture);
  g_assert_cmpstr (koma_model_control_get_loading_path (fixture->control), ==,
                   g_file_peek_path (folder));
  g_assert_null (fixture->message);
}

/* Others of the same drop are added. */
static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) foreign = add_file (fixture, "net.pt", "torch", -1);
  g_autoptr (GFile) picture = add_file (fixture, "picture.ppm", ppm, sizeof ppm - 1);

  open_files (fixture, foreign, picture);
  wait_for_search (fixture);
  g_assert_cmpstr (fixture->refused, ==, "net.pt");
  wait_for_rows (fixture, 1);
}

static void
test_samples (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) list G_GNUC_UNUSED =
    add_file (fixture, "samples.json", "{\"board.ppm\": {\"grid\": [2, 2]}}", -1);
  g_autoptr (GFile) board G_GNUC_UNUSED = add_file (fixture, "board.ppm", ppm, sizeof ppm - 1);
  g_autoptr (GFile) other G_GNUC_UNUSED = add_file (fixture, "other.ppm", ppm, sizeof ppm - 1);

  koma_picture_input_open_samples (fixture->input, fixture->folder);
  wait_for_rows (fixture, 5);
  wait_for_search (fixture);
}

static void
take (Fixture    *fixture,
      const char *uris,    /* (nullable) */
      const char *picture, /* (nullable) */
      gsize       size)
{
  g_autoptr (GBytes) list = g_bytes_new (uris, uris != NULL ? strlen (uris) : 0);
  g_autoptr (KomaTransfer) transfer = koma_transfer_new_from_uri_list (list);

  if (picture != NULL)
    transfer->picture = g_bytes_new (picture, size);
  koma_picture_input_take (fixture->input, transfer, "unreadable");
}

static void
test_take (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GFile) file = add_file (fixture, "picture.ppm", ppm, sizeof ppm - 1);
  g_autofree char *uri = g_file_get_uri (file);

  koma_picture_input_take (fixture->input, NULL, "unreadable");
  g_assert_cmpstr (fixture->message, ==, "unreadable");
  take (fixture, NULL, NULL, 0);
  g_assert_cmpstr (fixture->message, ==, "There is no picture in that");
  take (fixture, NULL, "", 0);
  g_assert_cmpstr (fixture->message, ==, "There is no picture in that");
  take (fixture, "https://example.org/cat.jpg", NULL, 0);
  g_assert_true (g_str_has_prefix (fixture->message, "Koma fetches no pictures from the web"));
  take (fixture, "https://example.org/\r\nhttps://example.org/a.onnx", NULL, 0);
  g_assert_cmpstr (fixture->address, ==, "https://example.org/a.onnx");
  g_assert_cmpuint (fixture->n_adding, ==, 0);

  take (fixture, NULL, ppm, sizeof ppm - 1);
  take (fixture, "https://example.org/cat.jpg", ppm, sizeof ppm - 1);
  wait_for_rows (fixture, 2);
  assert_name (fixture, 0, "Picture 1");
  assert_name (fixture, 1, "Picture 2");
  /* Files go before data. */
  take (fixture, uri, ppm, sizeof ppm - 1);
  wait_for_search (fixture);
  wait_for_rows (fixture, 3);
  assert_name (fixture, 2, "picture.ppm");
  g_assert_cmpuint (fixture->n_adding, ==, 3);
}

/* A search that is cancelled adds nothing more, and the next one is another. */
static void
test_cancel (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GFile) file = add_file (fixture, "picture.ppm", ppm, sizeof ppm - 1);

  open_files (fixture, file, NULL);
  koma_picture_input_cancel (fixture->input);
  wait_for_search (fixture);
  g_assert_cmpuint (get_n_rows (fixture), ==, 0);
  g_assert_null (fixture->message);
  open_files (fixture, file, NULL);
  wait_for_search (fixture);
  wait_for_rows (fixture, 1);
}

static void
test_close (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GFile) file = add_file (fixture, "picture.ppm", ppm, sizeof ppm - 1);

  open_files (fixture, file, NULL);
  koma_picture_input_open_samples (fixture->input, fixture->folder);
  koma_picture_input_close (fixture->input);
  wait_for_search (fixture);
  take (fixture, NULL, ppm, sizeof ppm - 1);
  g_assert_cmpuint (get_n_rows (fixture), ==, 0);
  g_assert_null (fixture->message);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) \
  g_test_add ("/picture-input/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("files", test_files);
  ADD ("nothing-found", test_nothing_found);
  ADD ("perhaps-a-model", test_perhaps_a_model);
  ADD ("refused", test_refused);
  ADD ("samples", test_samples);
  ADD ("take", test_take);
  ADD ("cancel", test_cancel);
  ADD ("close", test_close);
  return g_test_run ();
}
