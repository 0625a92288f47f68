/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "samples.h"

#include "attributes.h"
#include "golden-tensor.h"

/* Raw float32 of the shape in the specification. */
static KomaTensor *
read_file (JsonObject *specification,
           const char *folder,
           GError    **error)
{
  const char      *name = json_object_get_string_member (specification, "file");
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  g_auto (Ints) shape = attribute_ints (specification, "shape");
  gsize length = 0;

  if (!g_file_get_contents (path, &bytes, &length, error))
    return NULL;
  if (length % sizeof (float) != 0) {
    koma_fail (error, KOMA_ERROR_MODEL, "%s has %zu bytes, expected float32", name, length);
    return NULL;
  }
  return koma_tensor_new ((const float *) bytes, length / sizeof (float), shape.at, shape.n, error);
}

KomaTensor *
samples_read (JsonObject *specification,
              const char *folder,
              GError    **error)
{
  g_autoptr (KomaTensor) made = NULL;
  KomaTensor *samples = NULL;

  made = json_object_has_member (specification, "file") ? read_file (specification, folder, error)
                                                        : golden_tensor_read (specification, error);
  if (made == NULL)
    return NULL;
  g_object_ref_sink (made);
  samples = koma_tensor_cast (made, KOMA_DTYPE_FLOAT32, error);
  return samples != NULL ? g_object_ref_sink (samples) : NULL;
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
