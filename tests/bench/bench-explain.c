/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-explain MODEL PICTURE: how long the maps of why a model answers so take, to the first one
 * and to the full one, on each backend that works here; “software” where the processor imitates a
 * graphics card. */
#include "engine/backends/backends.h"
#include "worker/explain/koma-worker-explain.h"

static void
keep_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static void
load (KomaWorker *worker,
      const char *path,
      const char *backend)
{
  const KomaWorkerModel model = { .path = path, .backend = backend };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = NULL;

  koma_worker_load_model_async (worker, &model, NULL, NULL, NULL, keep_cb, &result);
  info = koma_worker_load_model_finish (worker, wait_for (&result), &error);
  if (info == NULL)
    g_error ("%s", error->message);
}

static void
explain (KomaWorker       *worker,
         const char       *picture,
         const char       *backend,
         KomaExplainMethod method)
{
  const char *name = method == KOMA_EXPLAIN_OCCLUSION ? "occlusion" : "activation";
  g_autoptr (GFile) file = g_file_new_for_path (picture);
  const KomaRequest values = { .file = file };
  g_autoptr (KomaRequest) request = koma_request_new (&values);
  const KomaExplainOptions options = { .request = request, .method = method };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaExplanation) explanation = NULL;

  koma_worker_explain_async (worker, &options, NULL, NULL, NULL, keep_cb, &result);
  explanation = koma_worker_explain_finish (worker, wait_for (&result), &error);
  if (explanation == NULL)
    g_print ("%-8s %-10s %s\n", backend, name, error->message);
  else
    g_print ("%-8s %-10s first map after %6.0f ms, all after %6.0f ms\n", backend, name,
             explanation->first_ms, explanation->total_ms);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (KomaWorker) worker = NULL;

  if (argc != 3) {
    g_printerr ("bench-explain MODEL PICTURE\n");
    return 2;
  }
  worker = koma_worker_new ();
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autofree char        *device = NULL;

    const char *name = backend->name;

    if (!backend->probe (&device, NULL))
      continue;
    load (worker, argv[1], name);
    if (backend->is_software != NULL && backend->is_software ())
      name = "software";
    explain (worker, argv[2], name, KOMA_EXPLAIN_OCCLUSION);
    explain (worker, argv[2], name, KOMA_EXPLAIN_ACTIVATION);
  }
  return 0;
}
