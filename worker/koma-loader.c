/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-loader.h"

#include "koma-bell.h"
#include "koma-thread.h"

struct _KomaLoader
{
  /* Immutable after construction. */
  KomaLoaderRead read;
  gpointer       user_data;
  GThread       *thread;

  KomaBell  bell;
  KomaLoad *next;       /* atomic (nullable) (owned) not looked at yet */
  gint      is_stopped; /* atomic */

  /* Of who starts, one at a time. */
  KomaLoad *newest; /* (nullable) (owned) the last that was started */
};

static void
report_cb (double   fraction,
           gpointer user_data)
{
  koma_load_report (user_data, KOMA_LOAD_READING, fraction);
}

static void
read_model (KomaLoader *loader,
            KomaLoad   *load) /* (transfer full) */
{
  g_autoptr (KomaLoad) owned = load;
  g_autoptr (GError) error = NULL;
  const KomaWorkerModel *options = koma_load_get_options (load);
  KomaModelOptions       model_options = {
          .labels_path = options->labels_path,
          .range = options->range,
          .fit = options->fit,
          .output = options->output,
  };
  KomaModel *model = NULL;

  if (koma_load_is_ended (load))
    return;
  koma_load_report (load, KOMA_LOAD_READING, 0);
  model = koma_model_load (options->path, &model_options, report_cb, load, &error);
  if (model != NULL)
    loader->read (g_steal_pointer (&owned), model, loader->user_data);
  else
    koma_load_fail (load, g_steal_pointer (&error));
}

/* Returns: (transfer full) (nullable): the next load; NULL when stopped */
static KomaLoad *
wait_for_load (KomaLoader *loader)
{
  while (!g_atomic_int_get (&loader->is_stopped)) {
    gint      heard = koma_bell_listen (&loader->bell);
    KomaLoad *load = g_atomic_pointer_exchange (&loader->next, NULL);

    if (load != NULL)
      return load;
    if (!g_atomic_int_get (&loader->is_stopped))
      koma_bell_wait (&loader->bell, heard);
  }
  return NULL;
}

static gpointer
load_main (gpointer data)
{
  KomaLoader *loader = data;
  KomaLoad   *load = NULL;

  koma_thread_enter (KOMA_THREAD_LOAD);
  while ((load = wait_for_load (loader)) != NULL)
    read_model (loader, load);
  return NULL;
}

/**
 * koma_loader_new:
 * @read: gets each model that was read; a load that failed ends here
 * @user_data: for @read
 *
 * Returns: (transfer full): a thread that waits for something to read
 */
KomaLoader *
koma_loader_new (KomaLoaderRead read,
                 gpointer       user_data)
{
  KomaLoader *loader = g_new0 (KomaLoader, 1);

  loader->read = read;
  loader->user_data = user_data;
  loader->thread = g_thread_new ("koma-load", load_main, loader);
  return loader;
}

/* The one before is not needed any more, looked at or not. */
static void
replace_newest (KomaLoader *loader,
                KomaLoad   *load) /* (transfer full) (nullable) */
{
  g_autoptr (KomaLoad) old = g_steal_pointer (&loader->newest);
  g_autoptr (KomaLoad) skipped = NULL;

  loader->newest = load;
  skipped = g_atomic_pointer_exchange (&loader->next, load != NULL ? koma_load_ref (load) : NULL);
  koma_bell_ring (&loader->bell, KOMA_BELL_ALL);
  if (old != NULL)
    koma_load_cancel (old);
}

/**
 * koma_loader_start:
 * @loader: a loader that has not been joined
 * @load: (transfer full): what to read next
 *
 * Every load started before, and not ended, ends cancelled.
 *
 * Thread: any, one at a time; does not wait for the loader's.
 */
void
koma_loader_start (KomaLoader *loader,
                   KomaLoad   *load)
{
  replace_newest (loader, load);
}

/**
 * koma_loader_join:
 * @loader: (transfer full): a loader
 *
 * Cancels the load and waits for the thread: at longest until the file that
 * it reads has been read.
 *
 * Thread: any but its own.
 */
void
koma_loader_join (KomaLoader *loader)
{
  g_atomic_int_set (&loader->is_stopped, TRUE);
  replace_newest (loader, NULL);
  g_thread_join (loader->thread);
  g_free (loader);
}
