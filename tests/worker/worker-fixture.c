/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker-fixture.h"

#include "worker/koma-worker-private.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>

/* Sanitizers make everything ten times slower. */
#define PATIENCE_S 120

void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("koma-worker-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->model = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);
  fixture->worker = koma_worker_new ();
}

guint
fixture_count_pending (Fixture *fixture)
{
  return koma_worker_queue_get_n_unanswered (koma_worker_get_queue (fixture->worker));
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    g_assert_cmpint (g_remove (child), ==, 0);
  }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  koma_worker_stop (fixture->worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (fixture_count_pending (fixture), ==, 0);
  g_assert_finalize_object (fixture->worker);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->model);
}

KomaWorkerModel
fixture_model (const Fixture *fixture)
{
  return (KomaWorkerModel){ .path = fixture->model, .backend = "cpu", .n_threads = 1 };
}

static void
keep_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  GAsyncResult **ret_result = data;

  *ret_result = g_object_ref (result);
}

KomaModelInfo *
fixture_load (Fixture               *fixture,
              const KomaWorkerModel *model,
              GError               **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  koma_worker_load_model_async (fixture->worker, model, NULL, NULL, NULL, keep_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return koma_worker_load_model_finish (fixture->worker, result, error);
}

void
fixture_load_colours (Fixture *fixture)
{
  KomaWorkerModel model = fixture_model (fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = fixture_load (fixture, &model, &error);

  g_assert_no_error (error);
  g_assert_nonnull (info);
}

static void
paint (guint8 *rgb,
       guint   n_pixels,
       guint32 colour)
{
  for (guint i = 0; i < n_pixels; i++) {
    rgb[3 * i + 0] = colour >> 16;
    rgb[3 * i + 1] = colour >> 8;
    rgb[3 * i + 2] = colour;
  }
}

KomaPicture *
make_picture (guint   width,
              guint   height,
              guint32 rgb)
{
  guint8 *pixels = g_malloc (3 * width * height);

  paint (pixels, width * height, rgb);
  return koma_picture_new_take (pixels, width, height, 3 * width);
}

KomaPicture *
make_flag (guint32 middle,
           guint32 sides)
{
  guint8 *pixels = g_malloc (3 * 96 * 32);

  for (guint y = 0; y < 32; y++) {
    guint8 *row = pixels + y * 96 * 3;

    paint (row, 96, sides);
    paint (row + 32 * 3, 32, middle);
  }
  return koma_picture_new_take (pixels, 96, 32, 96 * 3);
}

GBytes *
make_png (guint   width,
          guint   height,
          guint32 rgb)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, width, height);
  g_autoptr (GError) error = NULL;
  char *data = NULL;
  gsize size = 0;

  gdk_pixbuf_fill (pixbuf, rgb << 8 | 0xff);
  gdk_pixbuf_save_to_buffer (pixbuf, &data, &size, "png", &error, NULL);
  g_assert_no_error (error);
  return g_bytes_new_take (data, size);
}

char *
fixture_write_png (Fixture    *fixture,
                   const char *name,
                   guint32     rgb)
{
  g_autoptr (GBytes) png = make_png (40, 40, rgb);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  gsize            size = 0;
  const char      *data = g_bytes_get_data (png, &size);

  g_file_set_contents (path, data, size, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&path);
}

typedef struct
{
  Tally  *tally;
  Answer *answer;
} Sent;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->result, koma_result_unref);
  g_clear_error (&answer->error);
  g_free (answer);
}

Tally *
tally_new (void)
{
  Tally *tally = g_new0 (Tally, 1);

  tally->answers = g_ptr_array_new_with_free_func (answer_free);
  return tally;
}

void
tally_free (Tally *tally)
{
  g_ptr_array_unref (tally->answers);
  g_free (tally);
}

static void
ended_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autofree Sent *sent = data;
  Answer          *answer = sent->answer;
  Tally           *tally = sent->tally;
  guint64          key = 0;

  answer->n_answers++;
  g_assert_cmpuint (answer->n_answers, ==, 1);
  answer->order = tally->n_ended++;
  answer->result = koma_worker_classify_finish (KOMA_WORKER (source), result, &key, &answer->error);
  g_assert_cmpuint (key, ==, answer->key);
  g_assert_true ((answer->result == NULL) != (answer->error == NULL));
  if (answer->result != NULL) {
    tally->n_results++;
  } else if (g_error_matches (answer->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    tally->n_cancelled++;
  } else {
    tally->n_errors++;
  }
}

Answer *
tally_send (Tally        *tally,
            KomaWorker   *worker,
            KomaRequest  *request,
            GCancellable *cancellable)
{
  Answer *answer = g_new0 (Answer, 1);
  Sent   *sent = g_new0 (Sent, 1);

  answer->key = request->key;
  g_ptr_array_add (tally->answers, answer);
  sent->tally = tally;
  sent->answer = answer;
  koma_worker_classify_async (worker, request, cancellable, ended_cb, sent);
  g_assert_cmpuint (answer->n_answers, ==, 0);
  return answer;
}

Answer *
fixture_send_picture (Fixture     *fixture,
                      Tally       *tally,
                      guint64      key,
                      KomaPriority priority,
                      guint32      rgb)
{
  g_autoptr (KomaPicture) picture = make_picture (40, 40, rgb);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .key = key, .priority = priority, .picture = picture });

  return tally_send (tally, fixture->worker, request, NULL);
}

void
tally_wait (Tally *tally)
{
  gint64 end_us = g_get_monotonic_time () + PATIENCE_S * G_TIME_SPAN_SECOND;

  while (tally->n_ended < tally->answers->len) {
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (200);
    g_assert_cmpint (g_get_monotonic_time (), <, end_us);
  }
}

void
tally_check (Tally *tally)
{
  /* A second answer would come now. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  for (guint i = 0; i < tally->answers->len; i++)
    g_assert_cmpuint (((Answer *) tally->answers->pdata[i])->n_answers, ==, 1);
  g_assert_cmpuint (tally->n_results + tally->n_cancelled + tally->n_errors, ==,
                    tally->answers->len);
}

const char *
answer_label (const Answer *answer)
{
  g_assert_no_error (answer->error);
  return koma_result_get_class (answer->result, 0).label;
}
