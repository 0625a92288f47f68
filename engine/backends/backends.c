/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "backends.h"

#include "cpu/kernels/kernels.h"
#include "engine/runtime/memory.h"

extern const KomaBackendClass koma_backend_cpu;
extern const KomaBackendClass koma_backend_gles;
extern const KomaBackendClass koma_backend_xnnpack;

/* More than one is a test's affair. */
#define MAX_ADDED 4

/* Those that automatic choice prefers first, plain C last. A backend is added by
 * a folder and a row here. */
static const KomaBackendClass *const built_in[] = {
#ifdef KOMA_HAVE_XNNPACK
  &koma_backend_xnnpack,
#endif
#ifdef KOMA_HAVE_GLES
  &koma_backend_gles,
#endif
  &koma_backend_cpu,
};

/* By programs, before those. */
static const KomaBackendClass *added[MAX_ADDED];
static guint                   n_added;

/* As Debian builds it, XNNPACK of 2022-02 and of 2024-11 takes 1.6 to 2.7 times as long as plain C
 * with AVX2, that of 2022-02 1.0 to 1.4 times with AVX-512, and 0.8 to 1.0 times with SSE2;
 * tests/bench/README.md has the measurements. arm64 was not measured. */
static gboolean
is_plain_c_first (void)
{
#ifdef KOMA_HAVE_XNNPACK
  return g_str_has_prefix (koma_cpu_kernels_get_level (), "avx");
#else
  return FALSE;
#endif
}

static const KomaBackendClass *
get_built_in (guint index)
{
  const guint last = G_N_ELEMENTS (built_in) - 1;

  if (!is_plain_c_first ())
    return built_in[index];
  return built_in[index == 0 ? last : index - 1];
}

/**
 * koma_backends_add:
 * @backend: must live as long as the process
 *
 * Registers a backend of the program, before all others. Thread: any, before
 * the first session and before other threads ask for backends.
 */
void
koma_backends_add (const KomaBackendClass *backend)
{
  g_return_if_fail (n_added < MAX_ADDED);

  added[n_added++] = backend;
}

/**
 * koma_backends_get_n:
 *
 * Returns: backends there are, available or not; 1 or more. Thread: any.
 */
guint
koma_backends_get_n (void)
{
  return n_added + G_N_ELEMENTS (built_in);
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
  g_return_val_if_fail (index < koma_backends_get_n (), NULL);

  return index < n_added ? added[n_added - 1 - index] : get_built_in (index - n_added);
}

/**
 * koma_backends_find:
 *
 * Finds a backend by its name, available or not. Errors: %KOMA_ERROR_BACKEND
 * if there is none of that name; it lists the names. Thread: any.
 */
const KomaBackendClass *
koma_backends_find (const char *name,
                    GError    **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    if (g_str_equal (name, backend->name))
      return backend;
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", backend->name);
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
 * @name: (nullable): %NULL takes the first that is available, except those with
 *   is_only_named
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
  for (guint i = 0; i + 1 < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autoptr (GError) reason = NULL;

    if (backend->is_only_named)
      continue;
    if (is_available (backend, &reason))
      return backend;
    g_debug ("%s", reason->message);
  }
  return &koma_backend_cpu;
}

/**
 * koma_backends_fit_precision:
 * @name: (nullable): of a backend; %NULL for any that may be taken
 * @asked: for backends that store tensors in more than one precision
 *
 * A session fails if its backend does not have the precision asked for. This
 * gives a precision that does not fail. Thread: any.
 *
 * Returns: @asked if the backend has a choice, else %KOMA_PRECISION_AS_FLAGS
 */
KomaPrecision
koma_backends_fit_precision (const char   *name,
                             KomaPrecision asked)
{
  const KomaBackendClass *backend = name != NULL ? koma_backends_find (name, NULL) : NULL;

  return name == NULL || (backend != NULL && backend->choose_precision != NULL)
           ? asked
           : KOMA_PRECISION_AS_FLAGS;
}

/**
 * koma_backends_get_memory:
 *
 * Gets the memory that @backend uses in this process. Thread: any.
 */
void
koma_backends_get_memory (const KomaBackendClass *backend,
                          KomaBackendMemory      *ret_memory)
{
  *ret_memory = (KomaBackendMemory){ 0 };
  if (backend->get_memory != NULL)
    backend->get_memory (ret_memory);
}

/**
 * koma_backends_get_memory_bytes:
 *
 * Returns: the memory of all tensors and backends in this process, on the host
 *   and on devices. Thread: any.
 */
gsize
koma_backends_get_memory_bytes (void)
{
  KomaMemoryInfo info = { 0 };
  gsize          size_bytes = 0;

  koma_memory_get_info (&info);
  size_bytes = info.size_bytes;
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    KomaBackendMemory memory = { 0 };

    koma_backends_get_memory (koma_backends_get (i), &memory);
    size_bytes += memory.size_bytes;
  }
  return size_bytes;
}

/**
 * koma_backends_leave_thread:
 *
 * Frees what backends keep for the calling thread beside its sessions: a
 * context of the graphics card, with compiled programs. The end of the thread
 * does the same; this is for one that sleeps. Thread: any; its sessions may
 * live, and later ones are made as before.
 */
void
koma_backends_leave_thread (void)
{
  for (guint i = 0; i < koma_backends_get_n (); i++)
    if (koma_backends_get (i)->leave_thread != NULL)
      koma_backends_get (i)->leave_thread ();
}
