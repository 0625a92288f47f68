/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "reference.h"

#include <math.h>
#include <string.h>

#include "engine/formats/json.h"
#include "engine/graph/half.h"

/* Of outputs that add up to 1. */
#define PROBABILITY_TOLERANCE 1e-5
/* Of integers, one in so many may differ by more than one step. */
#define MAX_FAR 100

static KomaShape
get_shape (JsonObject *object)
{
  JsonArray *array = koma_json_get_array (object, "shape");
  gint64     dims[KOMA_MAX_RANK] = { 0 };

  g_assert_cmpuint (koma_json_array_length (array), <=, KOMA_MAX_RANK);
  for (guint i = 0; i < koma_json_array_length (array); i++)
    g_assert_true (koma_json_node_int (koma_json_element (array, i), &dims[i]));

  return koma_shape_make (koma_json_array_length (array), dims);
}

/* Koma holds numbers of float16 in float32. */
static gboolean
is_half (JsonObject *object)
{
  return g_strcmp0 (koma_json_get_string (object, "dtype"), "float16") == 0;
}

static char *
load_bytes (const Reference *reference,
            JsonObject      *object,
            gsize            size_bytes)
{
  const char      *file = koma_json_get_string (object, "file");
  g_autofree char *path = g_build_filename (reference->folder, file, NULL);
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize length = 0;

  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, ==, size_bytes);
  return g_steal_pointer (&data);
}

static char *
load (const Reference *reference,
      JsonObject      *object,
      gsize            size_bytes)
{
  const gsize      count = size_bytes / sizeof (float);
  g_autofree char *halves = NULL;
  float           *numbers = NULL;

  if (!is_half (object))
    return load_bytes (reference, object, size_bytes);
  halves = load_bytes (reference, object, count * sizeof (guint16));
  numbers = g_new (float, count);
  koma_half_to_floats ((const guint16 *) halves, count, numbers);
  return (char *) numbers;
}

static guint
find_input (const KomaSession *session,
            const char        *name)
{
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++) {
    if (strcmp (koma_session_get_input (session, i)->name, name) == 0)
      return i;
  }

  g_error ("no input named “%s”", name);
  return 0;
}

/* "y" is "y:0" for some; and of one output there is no doubt. */
static guint
find_output (const KomaSession *session,
             const char        *name,
             guint              index)
{
  for (guint i = 0; i < koma_session_get_n_outputs (session); i++) {
    const char      *found = koma_session_get_output_name (session, i);
    g_autofree char *with_index = g_strconcat (found, ":0", NULL);

    if (strcmp (found, name) == 0 || strcmp (with_index, name) == 0)
      return i;
  }

  if (koma_session_get_n_outputs (session) != 1)
    g_error ("no output named “%s”", name);
  return 0;
}

static KomaSession *
make_session (const Reference *reference,
              const KomaGraph *graph,
              const char      *backend,
              GError         **error)
{
  const guint           n_inputs = koma_json_array_length (reference->inputs);
  g_autofree KomaShape *shapes = g_new0 (KomaShape, n_inputs);

  KomaSessionOptions options = {
    .backend = backend,
    .n_threads = 1,
    .precision = reference->precision,
    .input_shapes = shapes,
    .n_input_shapes = n_inputs,
  };

  g_assert_cmpuint (koma_graph_get_n_inputs (graph), ==, n_inputs);
  for (guint i = 0; i < n_inputs; i++) {
    JsonObject *input = koma_json_node_object (koma_json_element (reference->inputs, i));

    shapes[i] = get_shape (input);
    g_assert_cmpstr (koma_graph_get_value (graph, koma_graph_get_input (graph, i))->name, ==,
                     koma_json_get_string (input, "name"));
  }

  return koma_session_new (graph, &options, error);
}

static void
fill_inputs (const Reference *reference,
             KomaSession     *session)
{
  for (guint i = 0; i < koma_json_array_length (reference->inputs); i++) {
    JsonObject      *input = koma_json_node_object (koma_json_element (reference->inputs, i));
    const guint      index = find_input (session, koma_json_get_string (input, "name"));
    const KomaValue *value = koma_session_get_input (session, index);
    const gsize      size_bytes = koma_shape_count (&value->shape) * koma_dtype_size (value->dtype);
    g_autofree char *data = load (reference, input, size_bytes);

    memcpy (koma_session_get_input_data (session, index), data, size_bytes);
  }
}

static gboolean
are_probabilities (const float *values,
                   gsize        count)
{
  double sum = 0;

  for (gsize i = 0; i < count; i++) {
    if (!(values[i] >= 0 && values[i] <= 1))
      return FALSE;
    sum += values[i];
  }

  return fabs (sum - 1) < 1e-3;
}

static double
find_limit (const Reference *reference,
            gboolean         is_exact, /* the other runtime computed in float32 */
            const float     *expected,
            gsize            count,
            double           tolerance)
{
  double greatest = -INFINITY;
  double least = INFINITY;
  double limit = 0;

  for (gsize i = 0; i < count; i++) {
    greatest = fmax (greatest, expected[i]);
    least = fmin (least, expected[i]);
  }
  if (!is_exact)
    return fmax (tolerance, KOMA_HALF_TOLERANCE) * (greatest - least);
  if (reference->precision == KOMA_PRECISION_FLOAT16 && count > 1)
    return tolerance * (greatest - least);
  limit = tolerance * fmax (1, fmax (fabs (greatest), fabs (least)));
  if (reference->range_tolerance > 0 && count > 1)
    limit = fmin (limit, reference->range_tolerance * (greatest - least));
  return are_probabilities (expected, count) ? fmin (limit, PROBABILITY_TOLERANCE) : limit;
}

static void
compare_floats (const Reference *reference,
                JsonObject      *output,
                const float     *found,
                const float     *expected,
                gsize            count,
                double           tolerance)
{
  const char  *name = koma_json_get_string (output, "name");
  const double limit = find_limit (reference, !is_half (output), expected, count, tolerance);
  double       difference = 0;

  for (gsize i = 0; i < count; i++) {
    if (found[i] == expected[i] || (isnan (found[i]) && isnan (expected[i])))
      continue;
    if (isnan (found[i]) || isnan (expected[i]))
      difference = INFINITY;
    else
      difference = fmax (difference, fabs ((double) found[i] - expected[i]));
  }

  g_test_message ("%s: largest difference %.3g, allowed %.3g", name, difference, limit);
  if (!(difference <= limit)) {
    g_test_message ("%s: differs by %.3g, allowed %.3g", name, difference, limit);
    g_test_fail ();
  }
}

static gsize
find_first (const guint8 *bytes,
            gsize         count)
{
  gsize first = 0;

  for (gsize i = 1; i < count; i++)
    if (bytes[i] > bytes[first])
      first = i;
  return first;
}

/* Integer arithmetic rounds between layers where floats do not: a few classes may move by several
 * steps, the first may not. */
static void
compare_bytes (const char   *name,
               const guint8 *found,
               const guint8 *expected,
               gsize         count)
{
  gsize n_far = 0;
  int   greatest = 0;

  for (gsize i = 0; i < count; i++) {
    n_far += abs (found[i] - expected[i]) > 1;
    greatest = MAX (greatest, abs (found[i] - expected[i]));
  }
  g_test_message ("%s: %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
                  " differ by more than 1, at most %d",
                  name, n_far, count, greatest);
  g_assert_cmpuint (n_far * MAX_FAR, <=, count);
  g_assert_cmpuint (find_first (found, count), ==, find_first (expected, count));
}

/* TensorFlow.js's FloorDiv of floats is int32, TensorFlow's is float32. */
static float *
widen (const gint32 *ints,
       gsize         count)
{
  float *floats = g_new (float, count);

  for (gsize i = 0; i < count; i++)
    floats[i] = (float) ints[i];

  return floats;
}

static void
compare_output (const Reference *reference,
                KomaSession     *session,
                guint            i,
                double           tolerance)
{
  JsonObject      *output = koma_json_node_object (koma_json_element (reference->outputs, i));
  const char      *name = koma_json_get_string (output, "name");
  const guint      index = find_output (session, name, i);
  const KomaValue *value = koma_session_get_output (session, index);
  const KomaShape  shape = get_shape (output);
  g_autofree char *found_shape = koma_shape_to_string (&value->shape);
  g_autofree char *wanted_shape = koma_shape_to_string (&shape);
  const gsize      count = koma_shape_count (&shape);
  gconstpointer    found = koma_session_get_output_data (session, index);
  g_autofree char *expected = NULL;
  KomaDType        dtype = KOMA_DTYPE_FLOAT32;
  gsize            size_bytes = 0;

  g_assert_cmpstr (found_shape, ==, wanted_shape);
  if (!is_half (output))
    g_assert_true (koma_dtype_from_name (koma_json_get_string (output, "dtype"), &dtype));
  size_bytes = count * koma_dtype_size (dtype);
  expected = load (reference, output, size_bytes);

  if (value->dtype == KOMA_DTYPE_FLOAT32 && dtype == KOMA_DTYPE_INT32) {
    g_autofree float *widened = widen ((const gint32 *) expected, count);

    compare_floats (reference, output, found, widened, count, tolerance);
    return;
  }

  g_assert_cmpint (value->dtype, ==, dtype);
  if (dtype == KOMA_DTYPE_FLOAT32)
    compare_floats (reference, output, found, (const float *) expected, count, tolerance);
  else if (dtype == KOMA_DTYPE_UINT8)
    compare_bytes (name, found, (const guint8 *) expected, count);
  else
    g_assert_cmpmem (found, size_bytes, expected, size_bytes);
}

gboolean
reference_check (const Reference *reference,
                 const KomaGraph *graph,
                 const char      *backend,
                 double           tolerance,
                 GError         **error)
{
  g_autoptr (KomaSession) session = make_session (reference, graph, backend, error);

  if (session == NULL)
    return FALSE;

  g_assert_cmpuint (koma_session_get_n_outputs (session), ==,
                    koma_json_array_length (reference->outputs));
  fill_inputs (reference, session);

  /* A second run finds what the first left behind. */
  for (guint run = 0; run < 2; run++) {
    if (!koma_session_run (session, error))
      return FALSE;
  }

  for (guint i = 0; i < koma_json_array_length (reference->outputs); i++)
    compare_output (reference, session, i, tolerance);
  return TRUE;
}
