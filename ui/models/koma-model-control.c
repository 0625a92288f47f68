/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-control-private.h"

#include "worker/koma-thread.h"

/**
 * KomaModelControl:
 *
 * One place for the state that the model menu, the page without a model and the
 * bar at the bottom show.
 *
 * Thread: main
 */
G_DEFINE_FINAL_TYPE (KomaModelControl, koma_model_control, G_TYPE_OBJECT)

static void
koma_model_control_dispose (GObject *object)
{
  KomaModelControl *self = KOMA_MODEL_CONTROL (object);

  g_cancellable_cancel (self->listing);
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->listing);
  g_clear_object (&self->loading);

  G_OBJECT_CLASS (koma_model_control_parent_class)->dispose (object);
}

static void
koma_model_control_finalize (GObject *object)
{
  KomaModelControl *self = KOMA_MODEL_CONTROL (object);

  g_clear_object (&self->worker);
  g_clear_object (&self->choices);
  g_clear_pointer (&self->info, koma_model_info_unref);
  g_clear_pointer (&self->early, koma_model_info_unref);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_error (&self->failure);
  g_clear_pointer (&self->failed_path, g_free);
  g_clear_pointer (&self->loading_path, g_free);
  g_clear_pointer (&self->class_language, g_free);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    g_clear_pointer (&self->parts[i], g_free);

  G_OBJECT_CLASS (koma_model_control_parent_class)->finalize (object);
}

static void
add_signal (const char *name)
{
  g_signal_new (name, KOMA_TYPE_MODEL_CONTROL, G_SIGNAL_RUN_LAST,
                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_model_control_class_init (KomaModelControlClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = koma_model_control_dispose;
  object_class->finalize = koma_model_control_finalize;

  /* Loading began, went on or ended. */
  add_signal ("changed");
  add_signal ("entries-changed");
  /* There is a model, or another one. */
  add_signal ("loaded");
  /* Another backend took the place of one that failed; the info says which. */
  add_signal ("failed-over");
  /* After "loaded": pictures told the range, which was a guess; answers of before may be wrong. */
  add_signal ("range-found");
  /* The model to be loaded is in use, and its files have not changed. */
  add_signal ("open-already");
  /* The model before, if any, stays active. */
  g_signal_new ("failed", KOMA_TYPE_MODEL_CONTROL, G_SIGNAL_RUN_LAST,
                0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_ERROR);
}

static void
koma_model_control_init (KomaModelControl *self)
{
  self->entries = g_ptr_array_new ();
}

KomaModelControl *
koma_model_control_new (KomaWorker       *worker,
                        KomaModelChoices *choices)
{
  KomaModelControl *self = g_object_new (KOMA_TYPE_MODEL_CONTROL, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  self->choices = g_object_ref (choices);
  return self;
}

KomaModelInfo *
koma_model_control_get_info (KomaModelControl *self)
{
  return self->info;
}

const char *
koma_model_control_get_bundled (KomaModelControl *self)
{
  return koma_model_choices_get_bundled (self->choices);
}

gboolean
koma_model_control_is_bundled (KomaModelControl *self)
{
  return self->info != NULL && g_strcmp0 (self->info->path,
                                          koma_model_control_get_bundled (self)) == 0;
}

/**
 * koma_model_control_get_bundled_other:
 * @self: a control
 *
 * Returns: (transfer none) (nullable): path of the bundled model, where another one is in use
 */
const char *
koma_model_control_get_bundled_other (KomaModelControl *self)
{
  return koma_model_control_is_bundled (self) ? NULL : koma_model_control_get_bundled (self);
}

const char *
koma_model_control_get_samples (KomaModelControl *self)
{
  return self->info != NULL
           ? koma_model_choices_get_samples (self->choices, self->info->path)
           : NULL;
}

gboolean
koma_model_control_is_loading (KomaModelControl *self)
{
  return self->loading != NULL;
}

const char *
koma_model_control_get_loading_path (KomaModelControl *self)
{
  return self->loading_path;
}

KomaLoadStage
koma_model_control_get_stage (KomaModelControl *self)
{
  return self->stage;
}

/**
 * koma_model_control_get_fraction:
 * @self: a control
 *
 * Returns: how much of the load is done, 0 … 1: reading counts as half; of a download, how much of
 * that
 */
double
koma_model_control_get_fraction (KomaModelControl *self)
{
  switch (self->stage) {
  case KOMA_LOAD_DOWNLOADING:
    return self->stage_fraction;
  case KOMA_LOAD_READING:
    return 0.5 * self->stage_fraction;
  case KOMA_LOAD_PREPARING:
    return 0.5 + 0.3 * self->stage_fraction;
  case KOMA_LOAD_WARMING:
  default:
    return 0.8 + 0.2 * self->stage_fraction;
  }
}

GPtrArray *
koma_model_control_get_entries (KomaModelControl *self)
{
  return self->entries;
}

void
koma_model_control_set_choice (KomaModelControl *self,
                               KomaBackendChoice choice)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->choice = choice;
  self->choice.backend = g_intern_string (choice.backend);
}

const KomaBackendChoice *
koma_model_control_get_choice (KomaModelControl *self)
{
  return &self->choice;
}

void
koma_model_control_set_threads (KomaModelControl *self,
                                guint             n_threads)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->n_threads = n_threads;
}

void
koma_model_control_set_precision (KomaModelControl *self,
                                  KomaPrecision     precision)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->precision = precision;
}

/* Of names of classes: those of the model in use, once it is loaded anew. */
void
koma_model_control_set_class_language (KomaModelControl *self,
                                       const char       *language) /* (nullable) the desktop's */
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->class_language);
  self->class_language = g_strdup (language);
}

KomaChooser
koma_model_control_get_chooser (KomaModelControl *self)
{
  return self->chooser;
}

const GError *
koma_model_control_get_failure (KomaModelControl *self)
{
  return self->failure;
}

gboolean
koma_model_control_is_reload (KomaModelControl *self)
{
  return self->is_reload;
}

static gboolean
is_path_of (const KomaModelEntry *entry,
            const char           *path)
{
  g_autofree char *folder = g_path_get_dirname (entry->path);

  return g_str_equal (entry->path, path) || g_str_equal (folder, path);
}

/**
 * koma_model_control_dup_name:
 * @self: a control
 * @path: of a model, or of its folder
 *
 * Asks no disk.
 *
 * Returns: (transfer full): the name that it has in the list, or will have once it is read
 */
char *
koma_model_control_dup_name (KomaModelControl *self,
                             const char       *path)
{
  for (guint i = 0; i < self->entries->len; i++) {
    const KomaModelEntry *entry = g_ptr_array_index (self->entries, i);

    if (is_path_of (entry, path))
      return g_strdup (entry->name);
  }
  return koma_model_choices_name_path (path);
}
