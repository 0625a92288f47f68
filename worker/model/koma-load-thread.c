/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-load-thread.h"

#include "worker/koma-thread.h"
#include "worker/queue/koma-event-count.h"

struct _KomaLoadThread
{
  /* Immutable after construction. */
  KomaLoadThreadRead read;
  gpointer           user_data;
  GThread           *thread;

  KomaEventCount   bell;
  KomaLoadRequest *next;       /* atomic (nullable) (owned) not looked at yet */
  gint             is_stopped; /* atomic */

  /* Of who starts, one at a time. */
  KomaLoadRequest *newest; /* (nullable) (owned) the last that was started */
};

static void
report_cb (double   fraction,
           gpointer user_data)
{
  koma_load_request_report (user_data, KOMA_LOAD_READING, fraction);
}

static void
read_model (KomaLoadThread  *loader,
            KomaLoadRequest *load) /* (transfer full) */
{
  g_autoptr (KomaLoadRequest) owned = load;
  g_autoptr (GError) error = NULL;
  const KomaWorkerModel *options = koma_load_request_get_options (load);

  KomaModelOptions model_options = {
    .labels_path = options->labels_path,
    .range = options->range,
    .fit = options->fit,
    .output = options->output,
  };
  KomaModel *model = NULL;

  if (koma_load_request_is_ended (load))
    return;
  koma_load_request_report (load, KOMA_LOAD_READING, 0);
  model = koma_model_load (options->path, &model_options, report_cb, load, &error);
  if (model != NULL)
    loader->read (g_steal_pointer (&owned), model, loader->user_data);
  else
    koma_load_request_fail (load, g_steal_pointer (&error));
}

/* Returns: (transfer full) (nullable): the next load; NULL when stopped */
static KomaLoadRequest *
wait_for_load (KomaLoadThread *loader)
{
  while (!g_atomic_int_get (&loader->is_stopped)) {
    gint             heard = koma_event_count_listen (&loader->bell);
    KomaLoadRequest *load = g_atomic_pointer_exchange (&loader->next, NULL);

    if (load != NULL)
      return load;
    if (!g_atomic_int_get (&loader->is_stopped))
      koma_event_count_wait (&loader->bell, heard);
  }
  return NULL;
}

static gpointer
load_main (gpointer data)
{
  KomaLoadThread  *loader = data;
  KomaLoadRequest *load = NULL;

  koma_thread_enter (KOMA_THREAD_LOAD);
  while ((load = wait_for_load (loader)) != NULL)
    read_model (loader, load);
  return NULL;
}

/**
 * koma_load_thread_new:
 * @read: gets each model that was read; a load that failed ends here
 * @user_data: for @read
 *
 * Returns: (transfer full): a thread that waits for something to read
 */
KomaLoadThread *
koma_load_thread_new (KomaLoadThreadRead read,
                      gpointer           user_data)
{
  KomaLoadThread *loader = g_new0 (KomaLoadThread, 1);

  loader->read = read;
  loader->user_data = user_data;
  loader->thread = g_thread_new ("koma-load", load_main, loader);
  return loader;
}

/* The one before is not needed any more, looked at or not. */
static void
replace_newest (KomaLoadThread  *loader,
                KomaLoadRequest *load) /* (transfer full) (nullable) */
{
  g_autoptr (KomaLoadRequest) old = g_steal_pointer (&loader->newest);
  g_autoptr (KomaLoadRequest) skipped = NULL;

  loader->newest = load;
  skipped =
    g_atomic_pointer_exchange (&loader->next, load != NULL ? koma_load_request_ref (load) : NULL);
  koma_event_count_ring (&loader->bell, KOMA_EVENT_COUNT_ALL);
  if (old != NULL)
    koma_load_request_cancel (old);
}

/**
 * koma_load_thread_start:
 * @loader: a loader that has not been joined
 * @load: (transfer full): what to read next
 *
 * Every load started before, and not ended, ends cancelled.
 *
 * Thread: any, one at a time; does not wait for the loader's.
 */
void
koma_load_thread_start (KomaLoadThread  *loader,
                        KomaLoadRequest *load)
{
  replace_newest (loader, load);
}

/**
 * koma_load_thread_join:
 * @loader: (transfer full): a loader
 *
 * Cancels the load and waits for the thread: at longest until the file that
 * it reads has been read.
 *
 * Thread: any but its own.
 */
void
koma_load_thread_join (KomaLoadThread *loader)
{
  g_atomic_int_set (&loader->is_stopped, TRUE);
  replace_newest (loader, NULL);
  g_thread_join (loader->thread);
  g_free (loader);
}
