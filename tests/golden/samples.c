/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "samples.h"

#include <math.h>
#include <string.h>

/* The formula of the golden data: in [0, 1). */
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
fill_mix (JsonObject *specification,
          float      *values,
          gsize       n)
{
  JsonObject    *m = json_object_get_object_member (specification, "mix");
  const double   lo = json_object_get_double_member (m, "lo");
  const double   hi = json_object_get_double_member (m, "hi");
  const guint32  seed = (guint32) json_object_get_int_member (m, "seed");
  const gboolean is_whole = json_object_get_boolean_member_with_default (m, "whole", FALSE);

  for (gsize i = 0; i < n; i++) {
    const double x = lo + (hi - lo) * mix ((guint32) i, seed);

    values[i] = (float) (is_whole ? floor (x) : x);
  }
}

/* All elements whose index begins so are zero. */
static void
zero (JsonArray *at,
      const int *shape,
      guint      rank,
      float     *values,
      gsize      n)
{
  for (guint i = 0; i < json_array_get_length (at); i++) {
    JsonArray *index = json_array_get_array_element (at, i);
    gsize      first = 0;
    gsize      size = n;

    for (guint d = 0; d < json_array_get_length (index); d++) {
      size /= shape[d];
      first += json_array_get_int_element (index, d) * size;
    }
    memset (values + first, 0, size * sizeof *values);
  }
}

static gboolean
fill_file (const char *folder,
           const char *name,
           float      *values,
           gsize       n,
           GError    **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  if (!g_file_get_contents (path, &bytes, &length, error))
    return FALSE;
  if (length != n * sizeof *values)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s has %zu bytes, expected %zu", name, length,
                      n * sizeof *values);
  memcpy (values, bytes, length);
  return TRUE;
}

static gboolean
fill (JsonObject *specification,
      const char *folder,
      float      *values,
      gsize       n,
      GError    **error)
{
  JsonArray *list = NULL;

  if (json_object_has_member (specification, "file"))
    return fill_file (folder, json_object_get_string_member (specification, "file"), values, n,
                      error);
  if (json_object_has_member (specification, "mix")) {
    fill_mix (specification, values, n);
    return TRUE;
  }
  list = json_object_get_array_member (specification, "values");
  for (gsize i = 0; i < n; i++)
    values[i] = (float) json_array_get_double_element (list, i);
  return TRUE;
}

KomaTensor *
samples_read (JsonObject *specification,
              const char *folder,
              GError    **error)
{
  JsonArray        *dims = json_object_get_array_member (specification, "shape");
  const guint       rank = json_array_get_length (dims);
  g_autofree int   *shape = g_new0 (int, rank + 1);
  g_autofree float *values = NULL;
  gsize             n = 1;
  KomaTensor       *tensor = NULL;

  for (guint d = 0; d < rank; d++) {
    shape[d] = (int) json_array_get_int_element (dims, d);
    n *= shape[d];
  }
  values = g_new0 (float, n + 1);
  if (!fill (specification, folder, values, n, error))
    return NULL;
  if (json_object_has_member (specification, "zero_at"))
    zero (json_object_get_array_member (specification, "zero_at"), shape, rank, values, n);
  tensor = koma_tensor_new (values, n, shape, rank, error);
  return tensor != NULL ? g_object_ref_sink (tensor) : NULL;
}

gboolean
samples_write (KomaTensor *tensor,
               const char *folder,
               const char *name,
               GError    **error)
{
  g_autofree char  *path = g_build_filename (folder, name, NULL);
  g_autofree float *values = NULL;
  gsize             n = 0;

  values = koma_tensor_read_floats (tensor, &n, error);
  return values != NULL &&
         g_file_set_contents (path, (const char *) values, n * sizeof *values, error);
}
