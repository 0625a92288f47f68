/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-watch.h"

#include "worker/queue/koma-context-queue.h"

struct _KomaModelWatch
{
  /* Immutable after construction. */
  KomaContextQueue *changes; /* (element-type Change) */
  KomaModelChanged  changed;
  gpointer          user_data;
};

typedef struct
{
  KomaMpscItem   item; /* first */
  KomaModelInfo *info; /* (owned) */
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  koma_model_info_unref (change->info);
  g_free (change);
}

static void
change_cb (KomaMpscItem *item,
           gpointer      user_data)
{
  KomaModelWatch *watch = user_data;

  watch->changed (((Change *) item)->info, watch->user_data);
  change_free (item);
}

/**
 * koma_model_watch_new:
 * @changed: called in the thread's default main context
 * @user_data: for @changed
 *
 * Thread: any of the window's priority.
 *
 * Returns: (transfer full): a watch
 */
KomaModelWatch *
koma_model_watch_new (KomaModelChanged changed,
                      gpointer         user_data)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  KomaModelWatch *watch = g_new0 (KomaModelWatch, 1);

  watch->changed = changed;
  watch->user_data = user_data;
  watch->changes = koma_context_queue_new (context, G_PRIORITY_DEFAULT, change_cb, watch);
  return watch;
}

/**
 * koma_model_watch_free:
 * @watch: (nullable) (transfer full): a watch that nobody tells anything any more
 *
 * Thread: that of the context.
 */
void
koma_model_watch_free (KomaModelWatch *watch)
{
  if (watch == NULL)
    return;

  koma_context_queue_close (watch->changes);
  koma_context_queue_free (watch->changes, change_free);
  g_free (watch);
}

/**
 * koma_model_watch_tell:
 * @watch: a watch
 * @info: the model, as it computes now
 *
 * Thread: any; takes no lock.
 */
void
koma_model_watch_tell (KomaModelWatch *watch,
                       KomaModelInfo  *info)
{
  Change *change = g_new0 (Change, 1);

  change->info = koma_model_info_ref (info);
  koma_context_queue_put (watch->changes, &change->item);
  g_main_context_wakeup (koma_context_queue_get_context (watch->changes));
}
