/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The model that Koma brings along answers as PyTorch, which it was trained
 * with, answered on the same pictures when it was exported. */

#include <math.h>
#include <string.h>

#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define N_PICTURES 8
#define N_CLASSES  29
#define N_PIXELS   (96 * 96 * 3)
/* Of the logits, which reach to about 10. */
#define TOLERANCE 1e-3

static guint8 *
read_golden (const char *name,
             gsize       expected_bytes)
{
  g_autofree char *relative = g_build_filename ("tests", "data", "shogi", name, NULL);
  g_autofree char *path = find_source (relative);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;
  gsize length = 0;

  g_file_get_contents (path, &bytes, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, ==, expected_bytes);
  return (guint8 *) bytes;
}

static void
read_shogi (KomaRawModel *raw)
{
  g_autofree char *path = find_source ("data/models/shogi/model.json");
  g_autoptr (GError) error = NULL;

  read_raw_model (path, raw, &error);
  g_assert_no_error (error);
}

static float
get_float (const guint8 *bytes,
           gsize         i)
{
  union
  {
    guint32 bits;
    float   value;
  } one;

  memcpy (&one.bits, bytes + 4 * i, 4);
  one.bits = GUINT32_FROM_LE (one.bits);
  return one.value;
}

static void
run_and_compare (KomaSession *session)
{
  g_autofree guint8 *pictures = read_golden ("inputs.u8", N_PICTURES * N_PIXELS);
  g_autofree guint8 *expected = read_golden ("logits.f32", N_PICTURES * N_CLASSES * 4);
  g_autoptr (GError) error = NULL;
  float       *input = koma_session_get_input_data (session, 0);
  const float *logits = NULL;
  double       worst = 0;

  for (gsize i = 0; i < N_PICTURES * N_PIXELS; i++)
    input[i] = pictures[i] / 255.0f;
  koma_session_run (session, &error);
  g_assert_no_error (error);
  logits = koma_session_get_output_data (session, 0);
  for (gsize i = 0; i < N_PICTURES * N_CLASSES; i++) {
    g_assert_true (isfinite (logits[i]));
    worst = MAX (worst, fabs (logits[i] - get_float (expected, i)));
  }
  g_test_message ("differs by %g at most", worst);
  g_assert_cmpfloat (worst, <=, TOLERANCE);
}

static void
test_answers (gconstpointer data)
{
  const KomaSessionOptions options = { .backend = data, .batch = N_PICTURES };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;

  read_shogi (&raw);
  session = koma_session_new (raw.graph, &options, &error);
  g_assert_no_error (error);
  run_and_compare (session);
}

static void
test_labels (void)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) labels = NULL;
  const gint32 *bytes = NULL;

  read_shogi (&raw);
  g_assert_nonnull (raw.labels);
  bytes = raw.labels->data;
  for (gsize i = 0; i < raw.labels->count; i++)
    g_string_append_c (text, (char) bytes[i]);
  labels = g_strsplit (text->str, ",", -1);
  g_assert_cmpuint (g_strv_length (labels), ==, N_CLASSES);
  g_assert_cmpstr (labels[0], ==, "empty");
  g_assert_cmpstr (labels[1], ==, "FU_up");
  g_assert_cmpstr (labels[N_CLASSES - 1], ==, "RY_down");
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shogi/labels", test_labels);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const char      *name = koma_backends_get (i)->name;
    g_autofree char *path = g_strdup_printf ("/shogi/answers/%s", name);

    if (koma_backends_find_available (name, NULL) != NULL)
      g_test_add_data_func (path, name, test_answers);
  }
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
