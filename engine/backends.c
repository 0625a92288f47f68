/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "backend.h"

extern const KomaBackendClass koma_backend_cpu;
extern const KomaBackendClass koma_backend_gles;
extern const KomaBackendClass koma_backend_xnnpack;

/* Highest priority first. A backend is added by a folder and a row here. */
static const KomaBackendClass *const backends[] = {
#ifdef KOMA_HAVE_XNNPACK
  &koma_backend_xnnpack,
#endif
#ifdef KOMA_HAVE_GLES
  &koma_backend_gles,
#endif
  &koma_backend_cpu,
};

/**
 * koma_backends_get_n:
 *
 * Returns: backends built in, available or not; 1 or more. Thread: any.
 */
guint
koma_backends_get_n (void)
{
  return G_N_ELEMENTS (backends);
}

/**
 * koma_backends_get:
 *
 * Returns: (transfer none): the backend; those that automatic choice
 *   prefers come first. Thread: any.
 */
const KomaBackendClass *
koma_backends_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (backends), NULL);

  return backends[index];
}

/**
 * koma_backends_find:
 *
 * A backend by its name, available or not. Errors: %KOMA_ERROR_BACKEND,
 * naming those there are. Thread: any.
 */
const KomaBackendClass *
koma_backends_find (const char *name,
                    GError    **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    if (g_str_equal (name, backends[i]->name))
      return backends[i];
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", backends[i]->name);
  }
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND,
               "There is no backend “%s”; there are: %s", name, known->str);
  return NULL;
}

static gboolean
is_available (const KomaBackendClass *backend,
              GError                **error)
{
  g_autofree char *device = NULL;

  if (backend->probe (&device, error))
    return TRUE;
  g_prefix_error (error, "The backend “%s” can not be used: ", backend->name);
  return FALSE;
}

/**
 * koma_backends_find_available:
 * @name: (nullable): %NULL takes the first that is available and not only for
 *   those who name it
 *
 * A backend that was named and is not available is an error, never another
 * backend. Errors: %KOMA_ERROR_BACKEND with the reason. Thread: any.
 */
const KomaBackendClass *
koma_backends_find_available (const char *name,
                              GError    **error)
{
  if (name != NULL) {
    const KomaBackendClass *named = koma_backends_find (name, error);
    return named != NULL && is_available (named, error) ? named : NULL;
  }
  for (guint i = 0; i + 1 < G_N_ELEMENTS (backends); i++) {
    g_autoptr (GError) reason = NULL;
    if (backends[i]->is_only_named)
      continue;
    if (is_available (backends[i], &reason))
      return backends[i];
    g_debug ("%s", reason->message);
  }
  return backends[G_N_ELEMENTS (backends) - 1];
}
