/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Loads the model, and loads it again. */

#include "koma-model-control-private.h"

#include "engine/koma-values.h"
#include "worker/koma-thread.h"
#include "worker/models/koma-gathered-files.h"

typedef struct
{
  KomaModelControl *control;
  GCancellable     *cancellable; /* which load this is */
  char             *path;
  KomaChooser       chooser;
} Load;

static void
load_free (Load *load)
{
  g_object_unref (load->control);
  g_object_unref (load->cancellable);
  g_free (load->path);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

static gboolean
is_current (Load *load)
{
  return load->control->loading == load->cancellable;
}

static void
progress_cb (KomaLoadStage stage,
             double        fraction,
             gpointer      user_data)
{
  Load             *load = user_data;
  KomaModelControl *self = load->control;

  KOMA_ASSERT_MAIN_THREAD ();

  if (!is_current (load))
    return;

  self->stage = stage;
  self->stage_fraction = CLAMP (fraction, 0.0, 1.0);
  g_signal_emit_by_name (self, "changed");
}

static void
forget_choices (KomaModelControl *self)
{
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    g_clear_pointer (&self->parts[i], g_free);
  self->is_measured_anew = FALSE;
}

static void
end_loading (KomaModelControl *self)
{
  g_clear_object (&self->loading);
  g_clear_pointer (&self->loading_path, g_free);
  forget_choices (self);
}

static gboolean
is_same_model (KomaModelInfo *one, /* (nullable) */
               KomaModelInfo *other)
{
  return one != NULL &&
         g_strcmp0 (one->hash, other->hash) == 0 &&
         g_strcmp0 (one->recipe, other->recipe) == 0;
}

/* Another load may be under way. */
static void
tell_found_range (KomaModelControl *self)
{
  const gboolean is_reload = self->is_reload;

  self->is_reload = TRUE;
  g_signal_emit_by_name (self, "loaded");
  self->is_reload = is_reload;
  g_signal_emit_by_name (self, "range-found");
}

/**
 * koma_model_control_take_change:
 * @self: a control
 * @info: of koma_worker_watch_model()
 *
 * Notes that the model computes another way now. Of a model that is no longer
 * in use it is no matter; of one that is being loaded it is kept until that
 * is told of.
 */
void
koma_model_control_take_change (KomaModelControl *self,
                                KomaModelInfo    *info)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_model_info_ref (info);
  if (self->info != NULL && koma_model_info_comes_from (info, self->info)) {
    const KomaRecipeSource before = self->info->values.sources[KOMA_PART_RANGE];

    g_clear_pointer (&self->info, koma_model_info_unref);
    self->info = info;
    if (info->values.sources[KOMA_PART_RANGE] != before)
      tell_found_range (self);
    if (koma_model_info_has_failed_over (info))
      g_signal_emit_by_name (self, "failed-over");
    g_signal_emit_by_name (self, "changed");
  } else {
    g_clear_pointer (&self->early, koma_model_info_unref);
    self->early = info;
  }
}

static void
take_info (KomaModelControl *self,
           KomaModelInfo    *info, /* (transfer full) */
           KomaChooser       chooser)
{
  g_autoptr (KomaModelInfo) early = g_steal_pointer (&self->early);

  self->is_reworded = self->info != NULL && koma_model_info_shares_vectors (self->info, info);
  /* The file may have changed since. */
  self->is_reload = self->is_reload && is_same_model (self->info, info);
  g_clear_pointer (&self->info, koma_model_info_unref);
  self->info = info;
  self->chooser = chooser;
  if (!koma_gathered_files_is (info->path))
    koma_model_choices_add_recent (self->choices, info->path);

  g_signal_emit_by_name (self, "loaded");
  if (!self->is_reload)
    koma_model_control_refresh (self);
  if (early != NULL)
    koma_model_control_take_change (self, early);
}

/* What was to be loaded is what there is: automatic choice may have changed its backend since. */
static gboolean
is_in_use (KomaModelControl *self,
           KomaModelInfo    *info)
{
  return self->info != NULL &&
         (info == self->info || koma_model_info_comes_from (info, self->info));
}

static void
forget_failure (KomaModelControl *self)
{
  g_clear_error (&self->failure);
  g_clear_pointer (&self->failed_path, g_free);
}

/* A model that has served is all right: then it is the backend that is not. */
static void
fail (KomaModelControl *self,
      const char       *path,
      GError           *error)
{
  if (self->choice.backend != NULL &&
      (self->is_reload || g_error_matches (error, KOMA_ERROR, KOMA_ERROR_BACKEND))) {
    self->failure = g_error_copy (error);
    self->failed_path = g_strdup (path);
  }
  g_signal_emit_by_name (self, "failed", path, error);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = koma_worker_load_model_finish (KOMA_WORKER (source), result,
                                                                  &error);
  KomaModelControl *self = load->control;

  KOMA_ASSERT_MAIN_THREAD ();

  if (!is_current (load))
    return;

  end_loading (self);
  if (info != NULL && is_in_use (self, info))
    g_signal_emit_by_name (self, "open-already");
  else if (info != NULL)
    take_info (self, g_steal_pointer (&info), load->chooser);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (self, load->path, error);
  g_signal_emit_by_name (self, "changed");
}

static Load *
load_new (KomaModelControl *self,
          const char       *path)
{
  Load *load = g_new (Load, 1);

  load->control = g_object_ref (self);
  load->cancellable = g_object_ref (self->loading);
  load->path = g_strdup (path);
  load->chooser = self->choice.chooser;
  return load;
}

/* The backend that is to compute; then to open the model again is to try again. */
static gboolean
has_failed (KomaModelControl *self)
{
  return self->failed_path != NULL ||
         (self->info != NULL && koma_model_info_has_failed_over (self->info));
}

/* Nothing but words is chosen for the model in use. */
static gboolean
is_rewording (KomaModelControl *self,
              gboolean          is_reload)
{
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    if (self->parts[i] != NULL && i != KOMA_PART_CLASSES && i != KOMA_PART_PROMPTS)
      return FALSE;
  return is_reload && self->info->classes != NULL &&
         (self->parts[KOMA_PART_CLASSES] != NULL || self->parts[KOMA_PART_PROMPTS] != NULL);
}

static KomaWorkerModel
describe_model (KomaModelControl *self,
                const char       *path,
                gboolean          is_reload)
{
  const char     *backend = self->choice.backend;
  KomaWorkerModel model = {
    .path = path,
    .is_measured = TRUE,
    .is_measured_anew = self->is_measured_anew,
    .backend = backend,
    .n_threads = self->n_threads,
    .precision = koma_backends_fit_precision (backend, self->precision),
    .class_language = self->class_language,
    .has_settings = TRUE,
    .is_range_sought = TRUE,
    .is_reworded = is_rewording (self, is_reload),
    .is_kept_if_same = !is_reload && !has_failed (self),
  };

  memcpy (model.parts, self->parts, sizeof model.parts);
  return model;
}

void
koma_model_control_start_load (KomaModelControl *self,
                               const char       *path,
                               gboolean          is_reload)
{
  g_autofree char *own_path = g_strdup (path); /* @path may be one that is freed below */
  KomaWorkerModel  model = describe_model (self, own_path, is_reload);
  Load            *load = NULL;

  forget_failure (self);
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  self->loading = g_cancellable_new ();
  g_free (self->loading_path);
  self->loading_path = g_strdup (own_path);
  self->is_reload = is_reload;
  self->stage = KOMA_LOAD_READING;
  self->stage_fraction = 0.0;

  load = load_new (self, own_path);
  koma_worker_load_model_async (self->worker, &model, progress_cb, load, load->cancellable,
                                loaded_cb, load);
  g_signal_emit_by_name (self, "changed");
}

/**
 * koma_model_control_load:
 * @self: a control
 * @path: of a model, or of its folder
 *
 * Loads a model in place of the one before, and of one that is being loaded. Of the model in use,
 * whose files have not changed, "open-already" is emitted.
 */
void
koma_model_control_load (KomaModelControl *self,
                         const char       *path)
{
  KOMA_ASSERT_MAIN_THREAD ();

  forget_choices (self);
  koma_model_control_start_load (self, path, FALSE);
}

/**
 * koma_model_control_reload:
 * @self: a control
 *
 * Loads the model once more, with the backend and threads of now: the one
 * that is being loaded, else the one that failed for its backend, else the
 * one in use, which stays active until then. Does nothing where there is
 * none.
 */
void
koma_model_control_reload (KomaModelControl *self)
{
  const char *own_path = self->info != NULL ? self->info->path : NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->loading != NULL)
    koma_model_control_start_load (self, self->loading_path, self->is_reload);
  else if (self->failed_path != NULL)
    koma_model_control_start_load (self, self->failed_path,
                                   g_strcmp0 (self->failed_path, own_path) == 0);
  else if (own_path != NULL)
    koma_model_control_start_load (self, own_path, TRUE);
}

gboolean
koma_model_control_is_reworded (KomaModelControl *self)
{
  return self->is_reworded;
}

void
koma_model_control_cancel (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->loading == NULL)
    return;

  g_cancellable_cancel (self->loading);
  end_loading (self);
  g_signal_emit_by_name (self, "changed");
}
