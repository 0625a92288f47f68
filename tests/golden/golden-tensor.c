/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "golden-tensor.h"

#include <math.h>
#include <string.h>

#include "attributes.h"
#include "engine/formats/json.h"

/* json-glib reads an integer as one of 64 bits, whatever its size: a fraction makes it a double. */
static char *
mark_large_integers (const char *text,
                     GError    **error)
{
  g_autoptr (GRegex) regex = g_regex_new ("(?<=[\\[, ])(-?[0-9]{19,})(?=[],])", 0, 0, error);

  return regex != NULL ? g_regex_replace (regex, text, -1, 0, "\\1.0", 0, error) : NULL;
}

JsonNode *
golden_load (const char *path,
             GError    **error)
{
  g_autofree char *text = NULL;
  g_autofree char *marked = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  marked = mark_large_integers (text, error);
  return marked != NULL ? koma_json_parse (marked, strlen (marked), path, error) : NULL;
}

double
golden_number (JsonNode *node)
{
  const char *text = koma_json_node_string (node);
  gboolean    is_true = FALSE;
  double      number = NAN;

  if (text != NULL)
    return g_ascii_strtod (text, NULL);
  if (koma_json_node_boolean (node, &is_true))
    return is_true;
  return koma_json_node_double (node, &number) ? number : NAN;
}

void
golden_append_numbers (GArray   *numbers,
                       JsonNode *node)
{
  JsonArray *array = koma_json_node_array (node);

  for (guint i = 0; i < koma_json_array_length (array); i++)
    golden_append_numbers (numbers, koma_json_element (array, i));
  if (array == NULL) {
    const double number = golden_number (node);

    g_array_append_val (numbers, number);
  }
}

/* A number of [0, 1) from a position and a seed. */
static double
mix (guint32 i,
     guint32 seed)
{
  guint32 h = i * 2654435761u + seed * 2246822519u;

  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  h *= 3266489917u;
  h ^= h >> 16;
  return (h >> 8) / 16777216.0;
}

static void
append_mix (GArray     *numbers,
            JsonObject *object,
            gsize       count,
            KomaDType   dtype)
{
  const double   low = attribute_double (object, "lo", 0);
  const double   high = attribute_double (object, "hi", 1);
  const guint32  seed = attribute_double (object, "seed", 0);
  const gboolean is_whole = dtype == KOMA_DTYPE_INT32 || attribute_boolean (object, "whole");

  for (gsize i = 0; i < count; i++) {
    double number = low + (high - low) * mix (i, seed);

    if (is_whole)
      number = floor (number);
    g_array_append_val (numbers, number);
  }
}

/* Clears all elements whose index begins with @index. */
static void
clear_at (GArray     *numbers,
          const Ints *shape,
          const Ints *index)
{
  gsize first = 0;
  gsize n = 1;

  for (int d = 0; d < shape->n; d++) {
    first = first * shape->at[d] + (d < index->n ? index->at[d] : 0);
    n *= d < index->n ? 1 : shape->at[d];
  }
  for (gsize i = first; i < MIN (first + n, numbers->len); i++)
    g_array_index (numbers, double, i) = 0;
}

static void
clear_all (GArray     *numbers,
           const Ints *shape,
           JsonArray  *places)
{
  for (guint i = 0; i < koma_json_array_length (places); i++) {
    g_autoptr (JsonObject) place = json_object_new ();
    g_auto (Ints) index = { 0 };

    json_object_set_member (place, "at", json_node_copy (koma_json_element (places, i)));
    index = attribute_ints (place, "at");
    clear_at (numbers, shape, &index);
  }
}

KomaTensor *
golden_tensor_read (JsonObject *specification,
                    GError    **error)
{
  g_autoptr (GArray) numbers = g_array_new (TRUE, FALSE, sizeof (double));
  g_auto (Ints) shape = attribute_ints (specification, "shape");
  KomaDType dtype = KOMA_DTYPE_FLOAT32;
  gsize     count = 1;

  if (!attribute_dtype (specification, "dtype", &dtype, error))
    return NULL;
  for (int d = 0; d < shape.n; d++)
    count *= shape.at[d];
  if (json_object_has_member (specification, "mix"))
    append_mix (numbers, koma_json_get_object (specification, "mix"), count, dtype);
  else
    golden_append_numbers (numbers, koma_json_get (specification, "values"));
  clear_all (numbers, &shape, koma_json_get_array (specification, "zero_at"));
  return koma_tensor_new_typed (dtype, (const double *) numbers->data, numbers->len, shape.at,
                                shape.n, error);
}

GPtrArray *
golden_read_inputs (JsonArray *specifications,
                    GError   **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();

  for (guint i = 0; i < koma_json_array_length (specifications); i++) {
    JsonObject *specification = koma_json_node_object (koma_json_element (specifications, i));
    KomaTensor *input = golden_tensor_read (specification, error);

    if (input == NULL)
      return NULL;
    g_ptr_array_add (inputs, input);
  }
  return g_steal_pointer (&inputs);
}

static void
write_float (JsonBuilder *builder,
             double       number)
{
  if (isnan (number))
    json_builder_add_string_value (builder, "NaN");
  else if (isinf (number))
    json_builder_add_string_value (builder, number > 0 ? "Infinity" : "-Infinity");
  else if (number == 0 && signbit (number))
    json_builder_add_string_value (builder, "-0");
  else
    json_builder_add_double_value (builder, number);
}

static gboolean
write_values (JsonBuilder *builder,
              KomaTensor  *tensor,
              GError     **error)
{
  const gboolean    is_float = koma_tensor_get_dtype (tensor) == KOMA_DTYPE_FLOAT32;
  gsize             n = 0;
  g_autofree float *floats = is_float ? koma_tensor_read_floats (tensor, &n, error) : NULL;
  g_autofree int   *ints = is_float ? NULL : koma_tensor_read_ints (tensor, &n, error);

  if (floats == NULL && ints == NULL)
    return FALSE;
  json_builder_set_member_name (builder, "values");
  json_builder_begin_array (builder);
  for (gsize i = 0; i < n; i++)
    if (is_float)
      write_float (builder, floats[i]);
    else
      json_builder_add_int_value (builder, ints[i]);
  json_builder_end_array (builder);
  return TRUE;
}

gboolean
golden_tensor_write (JsonBuilder *builder,
                     KomaTensor  *tensor,
                     GError     **error)
{
  guint      rank = 0;
  const int *shape = koma_tensor_get_shape (tensor, &rank);

  json_builder_set_member_name (builder, "shape");
  json_builder_begin_array (builder);
  for (guint d = 0; d < rank; d++)
    json_builder_add_int_value (builder, shape[d]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "dtype");
  json_builder_add_string_value (builder, koma_dtype_name (koma_tensor_get_dtype (tensor)));
  return write_values (builder, tensor, error);
}

/* (transfer full) (nullable): int32 as such, which float32 has not all of */
static double *
read_numbers (KomaTensor *tensor,
              gsize      *ret_n,
              GError    **error)
{
  const gboolean    is_int = koma_tensor_get_dtype (tensor) == KOMA_DTYPE_INT32;
  g_autofree int   *ints = is_int ? koma_tensor_read_ints (tensor, ret_n, error) : NULL;
  g_autofree float *floats = is_int ? NULL : koma_tensor_read_floats (tensor, ret_n, error);
  double           *numbers = NULL;

  if (ints == NULL && floats == NULL)
    return NULL;
  numbers = g_new (double, *ret_n + 1);
  for (gsize i = 0; i < *ret_n; i++)
    numbers[i] = is_int ? ints[i] : (double) floats[i];
  return numbers;
}

static char *
compare_values (const double *found,
                gsize         n_found,
                GArray       *wanted,
                double        tolerance,
                gboolean      is_relative)
{
  if (n_found != wanted->len)
    return g_strdup_printf ("%" G_GSIZE_FORMAT " elements, expected %u", n_found, wanted->len);
  for (gsize i = 0; i < n_found; i++) {
    const double want = g_array_index (wanted, double, i);
    const double allowed = is_relative ? tolerance * MAX (1, fabs (want)) : tolerance;

    if (found[i] != want && !(isnan (found[i]) && isnan (want)) &&
        !(fabs (found[i] - want) <= allowed))
      return g_strdup_printf ("element %" G_GSIZE_FORMAT " is %.10g, expected %.10g", i, found[i],
                              want);
  }
  return NULL;
}

char *
golden_tensor_compare (KomaTensor *tensor,
                       JsonObject *expected,
                       double      tolerance)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) wanted = g_array_new (TRUE, FALSE, sizeof (double));
  g_auto (Ints) shape = attribute_ints (expected, "shape");
  const char        *dtype = koma_dtype_name (koma_tensor_get_dtype (tensor));
  const char        *wanted_dtype = koma_json_get_string (expected, "dtype");
  guint              rank = 0;
  const int         *dims = koma_tensor_get_shape (tensor, &rank);
  gsize              n = 0;
  g_autofree double *found = read_numbers (tensor, &n, &error);

  if (found == NULL)
    return g_strdup (error->message);
  if (g_strcmp0 (dtype, wanted_dtype) != 0)
    return g_strdup_printf ("dtype %s, expected %s", dtype, wanted_dtype);
  if ((int) rank != shape.n || (rank > 0 && memcmp (dims, shape.at, rank * sizeof (int)) != 0))
    return g_strdup ("another shape than expected");
  golden_append_numbers (wanted, koma_json_get (expected, "values"));
  if (koma_tensor_get_dtype (tensor) != KOMA_DTYPE_FLOAT32 &&
      koma_tensor_get_dtype (tensor) != KOMA_DTYPE_COMPLEX64)
    tolerance = 0;
  else
    tolerance = attribute_double (expected, "tolerance", tolerance);
  return compare_values (found, n, wanted, tolerance,
                         !json_object_has_member (expected, "tolerance"));
}
