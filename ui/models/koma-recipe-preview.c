/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recipe-preview.h"

#include "worker/koma-thread.h"

#define N_ANSWERS 3

struct _KomaRecipePreview
{
  GObject parent_instance;

  KomaWorker     *worker;
  KomaResultItem *item;        /* (nullable) */
  GCancellable   *cancellable; /* (nullable) of the question that is open */
  KomaResult     *result;      /* (nullable) the newest */
  GError         *error;       /* (nullable) in place of it */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (KomaRecipePreview, koma_recipe_preview, G_TYPE_OBJECT)

static void
koma_recipe_preview_dispose (GObject *object)
{
  KomaRecipePreview *self = KOMA_RECIPE_PREVIEW (object);

  koma_recipe_preview_cancel (self);
  g_clear_object (&self->item);
  g_clear_object (&self->worker);
  g_clear_pointer (&self->result, koma_result_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (koma_recipe_preview_parent_class)->dispose (object);
}

static void
koma_recipe_preview_class_init (KomaRecipePreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_recipe_preview_dispose;

  /* There is another picture, result or error. */
  changed_signal = g_signal_new ("changed", KOMA_TYPE_RECIPE_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_recipe_preview_init (KomaRecipePreview *self)
{
}

KomaRecipePreview *
koma_recipe_preview_new (KomaWorker *worker)
{
  KomaRecipePreview *self = g_object_new (KOMA_TYPE_RECIPE_PREVIEW, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  return self;
}

void
koma_recipe_preview_cancel (KomaRecipePreview *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
take (KomaRecipePreview *self,
      KomaResult        *result, /* (transfer full) (nullable) */
      GError            *error)             /* (transfer full) (nullable) */
{
  g_clear_pointer (&self->result, koma_result_unref);
  g_clear_error (&self->error);
  self->result = result;
  self->error = error;
  g_signal_emit (self, changed_signal, 0);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *async_result,
             gpointer      user_data)
{
  g_autoptr (KomaRecipePreview) self = user_data;
  g_autoptr (GError) error = NULL;
  KomaResult *result = koma_worker_classify_finish (KOMA_WORKER (source), async_result, NULL,
                                                    &error);

  KOMA_ASSERT_MAIN_THREAD ();

  /* A question that was replaced by a newer one was cancelled, before or after its answer. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (async_result)))) {
    koma_result_unref (result);
    return;
  }
  g_clear_object (&self->cancellable);
  take (self, result, g_steal_pointer (&error));
}

/**
 * koma_recipe_preview_refresh:
 * @self: a preview
 *
 * Asks the model in use once more. The answer before stays until there is another.
 */
void
koma_recipe_preview_refresh (KomaRecipePreview *self)
{
  const KomaRequest how = { .priority = KOMA_PRIORITY_INTERACTIVE,
                            .top_k = N_ANSWERS,
                            .is_seen = TRUE };
  g_autoptr (KomaRequest) request = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  koma_recipe_preview_cancel (self);
  if (self->item == NULL) {
    take (self, NULL, NULL);
    return;
  }
  self->cancellable = g_cancellable_new ();
  request = koma_result_item_create_request (self->item, &how);
  koma_worker_classify_async (self->worker, request, self->cancellable, answered_cb,
                              g_object_ref (self));
}

void
koma_recipe_preview_set_item (KomaRecipePreview *self,
                              KomaResultItem    *item)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (g_set_object (&self->item, item))
    koma_recipe_preview_refresh (self);
}

KomaResultItem *
koma_recipe_preview_get_item (KomaRecipePreview *self)
{
  return self->item;
}

KomaResult *
koma_recipe_preview_get_result (KomaRecipePreview *self)
{
  return self->result;
}

const GError *
koma_recipe_preview_get_error (KomaRecipePreview *self)
{
  return self->error;
}
