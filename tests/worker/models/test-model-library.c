/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* All models of a home: listed, added from a server of this process, removed. */
#include "worker/models/koma-model-library.h"

#include <glib/gstdio.h>

#include "engine/model/model.h"
#include "tests/remove-tree.h"
#include "tests/unref-and-wait.h"
#include "worker/measure/koma-autotune-store.h"
#include "worker/models/koma-known-models.h"
#include "worker/net/koma-net-error.h"
#include "worker/models/koma-staging.h"

#define N_MODELS 200

typedef struct
{
  KomaModelChoices *choices;
  KomaModelLibrary *library;
  GSocketService   *server;
  char             *address; /* of the model of colours on the server */
  GAsyncResult     *result;
  guint64           done_bytes;
  guint64           total_bytes;
  guint             n_reports;
  guint             n_changes;
} Fixture;

/* The server keeps the weights back. */
static gint is_stalled; /* atomic */

static char *
get_colours (const char *name)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", name, NULL);
}

/* Returns: (transfer full): "/colours/model.json" of "GET /colours/model.json HTTP/1.1" */
static char *
read_path (GSocketConnection *connection)
{
  g_autoptr (GDataInputStream) input =
    g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  g_autofree char *first = g_data_input_stream_read_line (input, NULL, NULL, NULL);
  g_auto (GStrv) words = g_strsplit (first != NULL ? first : "", " ", -1);
  g_autofree char *line = NULL;

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (input), FALSE);
  do {
    g_free (line);
    line = g_data_input_stream_read_line (input, NULL, NULL, NULL);
  } while (line != NULL && *line != '\0' && *line != '\r');
  return g_strdup (g_strv_length (words) > 1 ? words[1] : "");
}

/* On a thread for each connection, which has one question. */
static gboolean
answer_cb (GThreadedSocketService *service,
           GSocketConnection      *connection,
           GObject                *source,
           gpointer                user_data)
{
  GOutputStream   *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autofree char *path = read_path (connection);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *file = get_colours (name);
  g_autofree char *body = NULL;
  g_autofree char *head = NULL;
  gsize            length = 0;
  const gboolean   is_there = g_file_get_contents (file, &body, &length, NULL);

  head = g_strdup_printf ("HTTP/1.1 %s\r\nContent-Length: %" G_GSIZE_FORMAT
                          "\r\nConnection: close\r\n\r\n",
                          is_there ? "200 OK" : "404 Not Found", length);
  g_output_stream_write_all (output, head, strlen (head), NULL, NULL, NULL);
  while (g_str_equal (name, "weights.bin") && g_atomic_int_get (&is_stalled))
    g_usleep (1000);
  g_output_stream_write_all (output, body, length, NULL, NULL, NULL);
  return TRUE;
}

static void
changed_cb (GListModel *list,
            guint       position,
            guint       removed,
            guint       added,
            gpointer    user_data)
{
  ((Fixture *) user_data)->n_changes++;
}

static void
fixture_set_up (Fixture      *fixture,
                gconstpointer home)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GSocketAddress) effective = NULL;

  fixture->choices = koma_model_choices_new ();
  fixture->library = koma_model_library_new (fixture->choices);
  g_signal_connect (fixture->library, "items-changed", G_CALLBACK (changed_cb), fixture);
  fixture->server = g_threaded_socket_service_new (10);
  g_signal_connect (fixture->server, "run", G_CALLBACK (answer_cb), NULL);
  address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_socket_listener_add_address (G_SOCKET_LISTENER (fixture->server), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error);
  g_assert_no_error (error);
  g_socket_service_start (fixture->server);
  fixture->address =
    g_strdup_printf ("http://127.0.0.1:%u/colours/model.json",
                     g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective)));
}

static void
stop_server (Fixture *fixture)
{
  g_atomic_int_set (&is_stalled, FALSE);
  g_socket_service_stop (fixture->server);
  g_socket_listener_close (G_SOCKET_LISTENER (fixture->server));
}

static void
done_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  ((Fixture *) user_data)->result = g_object_ref (result);
}

static GAsyncResult *
wait_for_result (Fixture *fixture)
{
  while (fixture->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (&fixture->result);
}

static void
refresh (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  koma_model_library_refresh_async (fixture->library, NULL, done_cb, fixture);
  result = wait_for_result (fixture);
  g_assert_true (koma_model_library_refresh_finish (fixture->library, result, &error));
  g_assert_no_error (error);
}

static void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer home)
{
  stop_server (fixture);
  g_object_unref (fixture->server);
  /* After what was begun without a callback. */
  refresh (fixture);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  unref_and_wait (fixture->library);
  g_object_unref (fixture->choices);
  g_free (fixture->address);
  remove_tree (home);
}

static KomaModelItem *
find_item (Fixture    *fixture,
           const char *name)
{
  GListModel *list = G_LIST_MODEL (fixture->library);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (KomaModelItem) item = g_list_model_get_item (list, i);

    if (g_str_equal (item->name, name))
      return g_steal_pointer (&item);
  }
  return NULL;
}

/* As much as a list looks at: the beginning of a file, and a record. */
static void
make_stored (guint index)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *name = g_strdup_printf ("model-%03u", index);
  g_autofree char *folder = g_build_filename (store, name, NULL);
  g_autofree char *model = g_build_filename (folder, "model.json", NULL);
  g_autofree char *record = g_build_filename (folder, "koma-record.ini", NULL);
  g_autofree char *text =
    g_strdup_printf ("[Model]\naddress=https://a.org/%u/model.json\nfile=model.json\nclasses=%u\n"
                     "licence=MIT\nkind=classifier\nbytes=%u\ntime=%u\nhash=abc%u\n",
                     index, index, 1000 + index, 1600000000 + index, index);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (model, "{\"format\":\"graph-model\",\"modelTopology\":{},"
                                             "\"weightsManifest\":[]}",
                                      -1, NULL));
  g_assert_true (g_file_set_contents (record, text, -1, NULL));
}

static void
keep_measurement (const char *hash)
{
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();
  g_autoptr (GError) error = NULL;

  koma_autotune_report_add_entry (report, &(KomaAutotuneEntry){
                                            .backend = (char *) "cpu",
                                            .state = KOMA_BENCHMARK_MEASURED,
                                            .run_ms = 2.5,
                                          });
  koma_autotune_report_add_entry (report, &(KomaAutotuneEntry){
                                            .backend = (char *) "xnnpack",
                                            .state = KOMA_BENCHMARK_MEASURED,
                                            .run_ms = 1.25,
                                          });
  g_assert_true (koma_autotune_store_keep (hash, "machine", report, &error));
}

static void
test_many (Fixture      *fixture,
           gconstpointer home)
{
  GListModel *list = G_LIST_MODEL (fixture->library);
  g_autoptr (KomaModelItem) newest = NULL;
  g_autoptr (KomaModelItem) other = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 0);
  g_assert_true (g_list_model_get_item_type (list) == KOMA_TYPE_MODEL_ITEM);
  for (guint i = 0; i < N_MODELS; i++)
    make_stored (i);
  keep_measurement ("abc7");
  refresh (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, N_MODELS);
  g_assert_null (g_list_model_get_item (list, N_MODELS));
  newest = g_list_model_get_item (list, 0);
  g_assert_cmpstr (newest->address, ==, "https://a.org/199/model.json");
  g_assert_cmpint (newest->last_used, ==, 1600000199);
  g_assert_cmpuint (newest->n_classes, ==, 199);
  g_assert_cmpstr (newest->licence, ==, "MIT");
  g_assert_cmpint (newest->kind, ==, KOMA_MODEL_KIND_CLASSIFIER);
  g_assert_cmpint (newest->place, ==, KOMA_MODEL_STORED);
  g_assert_true (koma_model_item_is_removable (newest));
  g_assert_null (newest->backend);
  other = find_item (fixture, "model-007");
  g_assert_cmpstr (other->backend, ==, "xnnpack");
  g_assert_cmpfloat (other->run_ms, ==, 1.25);
}

/* What was learned when a model was opened is told without opening it. */
static void
test_opened (Fixture      *fixture,
             gconstpointer home)
{
  g_autofree char *path = get_colours ("model.json");
  g_autofree char *gone = g_build_filename (home, "gone", "model.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaModelItem) opened = NULL;
  g_autoptr (KomaModelItem) lost = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_no_error (error);
  koma_known_models_keep (model);
  koma_model_choices_add_recent (fixture->choices, gone);
  koma_model_choices_add_recent (fixture->choices, path);
  refresh (fixture);
  opened = find_item (fixture, "colours");
  g_assert_cmpint (opened->place, ==, KOMA_MODEL_OPENED);
  g_assert_cmpstr (opened->format, ==, "TensorFlow.js graph model");
  g_assert_cmpstr (opened->hash, ==, koma_model_get_hash (model));
  g_assert_cmpuint (opened->n_classes, ==, 3);
  g_assert_cmpuint (opened->size_bytes, ==, 4721 + 448);
  g_assert_cmpint (opened->last_used, >, 1700000000);
  lost = find_item (fixture, "gone");
  g_assert_true (lost->is_gone);

  /* Removed from the list; the file stays. */
  koma_model_library_remove_async (fixture->library, opened, NULL, done_cb, fixture);
  result = wait_for_result (fixture);
  g_assert_true (koma_model_library_remove_finish (fixture->library, result, &error));
  refresh (fixture);
  g_assert_null (find_item (fixture, "colours"));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
progress_cb (guint64  done_bytes,
             guint64  total_bytes,
             gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (g_main_context_is_owner (NULL));
  g_assert_null (fixture->result);
  g_assert_cmpuint (done_bytes, >=, fixture->done_bytes);
  fixture->done_bytes = done_bytes;
  fixture->total_bytes = total_bytes;
  fixture->n_reports++;
}

static char *
add (Fixture    *fixture,
     const char *address,
     GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  koma_model_library_add_async (fixture->library, address, progress_cb, fixture, NULL, done_cb,
                                fixture);
  result = wait_for_result (fixture);
  return koma_model_library_add_finish (fixture->library, result, error);
}

static void
test_add (Fixture      *fixture,
          gconstpointer home)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = add (fixture, fixture->address, &error);
  g_autofree char *again = NULL;
  g_autoptr (KomaModelItem) item = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (path, home));
  g_assert_cmpuint (fixture->n_reports, >, 0);
  g_assert_cmpuint (fixture->done_bytes, ==, 4721 + 448);
  g_assert_cmpuint (fixture->total_bytes, ==, 4721 + 448);
  refresh (fixture);
  item = find_item (fixture, "colours");
  g_assert_cmpstr (item->path, ==, path);
  g_assert_cmpstr (item->address, ==, fixture->address);
  g_assert_cmpuint (item->n_classes, ==, 3);

  /* From the store, without the server. */
  stop_server (fixture);
  again = add (fixture, fixture->address, &error);
  g_assert_cmpstr (again, ==, path);

  koma_model_library_remove_async (fixture->library, item, NULL, done_cb, fixture);
  result = wait_for_result (fixture);
  g_assert_true (koma_model_library_remove_finish (fixture->library, result, &error));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_add_errors (Fixture      *fixture,
                 gconstpointer home)
{
  g_autoptr (GError) no_address = NULL;
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) no_catalogue = NULL;
  g_autofree char *nowhere = g_strconcat (fixture->address, "/nothing.tflite", NULL);

  g_assert_null (add (fixture, "https://", &no_address));
  g_assert_error (no_address, KOMA_NET_ERROR, KOMA_NET_ERROR_ADDRESS);
  g_assert_null (add (fixture, nowhere, &missing));
  g_assert_error (missing, KOMA_NET_ERROR, KOMA_NET_ERROR_MISSING);
  g_assert_null (add (fixture, "catalogue:birds", &no_catalogue));
  g_assert_error (no_catalogue, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static void
test_cancel (Fixture      *fixture,
             gconstpointer home)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  g_atomic_int_set (&is_stalled, TRUE);
  koma_model_library_add_async (fixture->library, fixture->address, progress_cb, fixture,
                                cancellable, done_cb, fixture);
  while (fixture->n_reports == 0)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (cancellable);
  result = wait_for_result (fixture);
  g_assert_null (koma_model_library_add_finish (fixture->library, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  refresh (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->library)), ==, 0);

  /* The next try begins where this one was stopped. */
  g_clear_error (&error);
  g_atomic_int_set (&is_stalled, FALSE);
  fixture->done_bytes = 0;
  path = add (fixture, fixture->address, &error);
  g_assert_no_error (error);
}

/* Koma's own model, and one that lies in a folder for models, are not removed. */
static void
test_remove_refused (Fixture      *fixture,
                     gconstpointer home)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *record = g_build_filename (store, "model-001", "koma-record.ini", NULL);
  g_autofree char *model = g_build_filename (store, "model-001", "model.json", NULL);
  g_autoptr (KomaModelItem) item = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  make_stored (1);
  g_assert_cmpint (g_unlink (record), ==, 0);
  refresh (fixture);
  item = find_item (fixture, "model-001");
  g_assert_cmpint (item->place, ==, KOMA_MODEL_INSTALLED);
  g_assert_false (koma_model_item_is_removable (item));
  koma_model_library_remove_async (fixture->library, item, NULL, done_cb, fixture);
  result = wait_for_result (fixture);
  g_assert_false (koma_model_library_remove_finish (fixture->library, result, &error));
  g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_NOT_STORED);
  g_assert_true (g_file_test (model, G_FILE_TEST_EXISTS));
}

static char *
make_home (void)
{
  g_autoptr (GError) error = NULL;
  char *home = g_dir_make_tmp ("koma-model-library-XXXXXX", &error);

  g_assert_no_error (error);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("XDG_DATA_DIRS", home, TRUE);
  g_setenv ("XDG_STATE_HOME", home, TRUE);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  return home;
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *home = make_home ();

#define ADD(name, function) \
  g_test_add ("/model-library/" name, Fixture, home, fixture_set_up, function, fixture_tear_down)
  g_test_init (&argc, &argv, NULL);
  ADD ("many", test_many);
  ADD ("opened", test_opened);
  ADD ("add", test_add);
  ADD ("add-errors", test_add_errors);
  ADD ("cancel", test_cancel);
  ADD ("remove-refused", test_remove_refused);
  return g_test_run ();
}
