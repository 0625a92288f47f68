/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-control.h"

#include "engine/backends/backends.h"
#include "engine/koma-error.h"
#include "worker/koma-thread.h"
#include "worker/model/koma-model-settings.h"

/**
 * KomaModelControl:
 *
 * One place for the state that the model menu, the page without a model and the
 * bar at the bottom show.
 *
 * Thread: main
 */
struct _KomaModelControl
{
  GObject parent_instance;

  KomaWorker     *worker;
  KomaModelStore *store;

  /* How to load; the name is interned. */
  KomaBackendChoice choice;
  guint             n_threads;
  KomaPrecision     precision;

  KomaModelInfo *info;
  KomaModelInfo *early;       /* (nullable) a change of a model that nobody was told of yet */
  KomaChooser    chooser;     /* of its backend */
  GError        *failure;     /* (nullable) why @choice does not serve */
  char          *failed_path; /* (nullable) of a model that waits for another choice */
  GPtrArray     *entries;
  GCancellable  *listing;

  /* The load under way. */
  GCancellable *loading; /* NULL: none */
  char         *loading_path;
  gboolean      is_reload; /* this one, or the last */
  gboolean      is_measured_anew;
  char         *labels_path; /* (nullable) chosen with it; "": the model's own */
  char         *range;       /* (nullable) likewise */
  KomaLoadStage stage;
  double        stage_fraction;
};

enum {
  SIGNAL_CHANGED,
  SIGNAL_ENTRIES_CHANGED,
  SIGNAL_LOADED,
  SIGNAL_FAILED,
  SIGNAL_FAILED_OVER,
  SIGNAL_OPEN_ALREADY,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

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
  g_clear_object (&self->store);
  g_clear_pointer (&self->info, koma_model_info_unref);
  g_clear_pointer (&self->early, koma_model_info_unref);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_error (&self->failure);
  g_clear_pointer (&self->failed_path, g_free);
  g_clear_pointer (&self->loading_path, g_free);
  g_clear_pointer (&self->labels_path, g_free);
  g_clear_pointer (&self->range, g_free);

  G_OBJECT_CLASS (koma_model_control_parent_class)->finalize (object);
}

static void
koma_model_control_class_init (KomaModelControlClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = koma_model_control_dispose;
  object_class->finalize = koma_model_control_finalize;

  /* Loading began, went on or ended. */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_MODEL_CONTROL, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ENTRIES_CHANGED] = g_signal_new ("entries-changed", KOMA_TYPE_MODEL_CONTROL,
                                                  G_SIGNAL_RUN_LAST,
                                                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* There is a model, or another one. */
  signals[SIGNAL_LOADED] = g_signal_new ("loaded", KOMA_TYPE_MODEL_CONTROL, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* The model before, if any, stays active. */
  signals[SIGNAL_FAILED] = g_signal_new ("failed", KOMA_TYPE_MODEL_CONTROL, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_ERROR);
  /* Another backend took the place of one that failed; the info says which. */
  signals[SIGNAL_FAILED_OVER] = g_signal_new ("failed-over", KOMA_TYPE_MODEL_CONTROL,
                                              G_SIGNAL_RUN_LAST,
                                              0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* The model to be loaded is in use, and its files have not changed. */
  signals[SIGNAL_OPEN_ALREADY] = g_signal_new ("open-already", KOMA_TYPE_MODEL_CONTROL,
                                               G_SIGNAL_RUN_LAST,
                                               0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_model_control_init (KomaModelControl *self)
{
  self->entries = g_ptr_array_new ();
}

KomaModelControl *
koma_model_control_new (KomaWorker     *worker,
                        KomaModelStore *store)
{
  KomaModelControl *self = g_object_new (KOMA_TYPE_MODEL_CONTROL, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  self->store = g_object_ref (store);
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
  return koma_model_store_get_bundled (self->store);
}

gboolean
koma_model_control_is_bundled (KomaModelControl *self)
{
  return self->info != NULL && g_strcmp0 (self->info->path,
                                          koma_model_control_get_bundled (self)) == 0;
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
 * Returns: how much of the load is done, 0 … 1: reading counts as half
 */
double
koma_model_control_get_fraction (KomaModelControl *self)
{
  switch (self->stage) {
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

/**
 * koma_model_control_dup_name_of:
 * @path: of a model, or of its folder
 *
 * Returns: (transfer full): a name for a model before it has been read:
 *   the folder's name where the file's says nothing
 */
char *
koma_model_control_dup_name_of (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *folder_name = g_path_get_basename (folder);

  if (g_str_equal (base, "model.json") || g_str_equal (base, "tensorflowjs_model.pb"))
    return g_filename_display_name (folder_name);

  return g_filename_display_name (base);
}

/* ---- Loading ---- */

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
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
forget_choices (KomaModelControl *self)
{
  g_clear_pointer (&self->labels_path, g_free);
  g_clear_pointer (&self->range, g_free);
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
    g_clear_pointer (&self->info, koma_model_info_unref);
    self->info = info;
    if (koma_model_info_has_failed_over (info))
      g_signal_emit (self, signals[SIGNAL_FAILED_OVER], 0);
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
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

  /* The file may have changed since. */
  self->is_reload = self->is_reload && is_same_model (self->info, info);
  g_clear_pointer (&self->info, koma_model_info_unref);
  self->info = info;
  self->chooser = chooser;
  koma_model_store_add_recent (self->store, info->path);

  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
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
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, path, error);
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
    g_signal_emit (self, signals[SIGNAL_OPEN_ALREADY], 0);
  else if (info != NULL)
    take_info (self, g_steal_pointer (&info), load->chooser);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (self, load->path, error);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
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

static KomaWorkerModel
describe_model (KomaModelControl *self,
                const char       *path,
                gboolean          is_reload)
{
  const char *backend = self->choice.backend;

  return (KomaWorkerModel){
    .path = path,
    .is_measured = TRUE,
    .is_measured_anew = self->is_measured_anew,
    .backend = backend,
    .n_threads = self->n_threads,
    .precision = koma_backends_fit_precision (backend, self->precision),
    .has_settings = TRUE,
    .labels_path = self->labels_path,
    .range = self->range,
    .is_kept_if_same = !is_reload && !has_failed (self),
  };
}

static void
start_load (KomaModelControl *self,
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
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
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
  start_load (self, path, FALSE);
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
    start_load (self, self->loading_path, self->is_reload);
  else if (self->failed_path != NULL)
    start_load (self, self->failed_path, g_strcmp0 (self->failed_path, own_path) == 0);
  else if (own_path != NULL)
    start_load (self, own_path, TRUE);
}

/* ---- What the user chooses for the model ---- */

/**
 * koma_model_control_can_choose:
 * @self: a control
 *
 * Returns: whether there is a model whose labels and range can be chosen now
 */
gboolean
koma_model_control_can_choose (KomaModelControl *self)
{
  return self->info != NULL && (self->loading == NULL || self->is_reload);
}

gboolean
koma_model_control_is_choosing (KomaModelControl *self)
{
  return self->labels_path != NULL || self->range != NULL;
}

/* A choice that has not taken effect yet is made once more with this one. */
static void
choose (KomaModelControl *self,
        char            **member,
        const char       *value)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (koma_model_control_can_choose (self));

  g_free (*member);
  *member = g_strdup (value);
  start_load (self, self->info->path, TRUE);
}

/**
 * koma_model_control_set_labels:
 * @self: a control
 * @path: (nullable): of a list of labels; %NULL: the model's own
 *
 * Names the classes of the model in use, from now on and at later starts.
 */
void
koma_model_control_set_labels (KomaModelControl *self,
                               const char       *path)
{
  choose (self, &self->labels_path, path != NULL ? path : "");
}

/**
 * koma_model_control_set_range:
 * @self: a control
 * @range: of koma_recipe_set_range()
 *
 * Makes the input of the model in use, from now on and at later starts.
 */
void
koma_model_control_set_range (KomaModelControl *self,
                              const char       *range)
{
  choose (self, &self->range, range);
}

/**
 * koma_model_control_accept_range:
 * @self: a control
 *
 * Makes the range of the model in use one that the user has chosen.
 */
void
koma_model_control_accept_range (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->info != NULL && self->info->range != NULL)
    koma_model_settings_accept_range (self->info->hash, self->info->range);
}

/**
 * koma_model_control_can_measure_again:
 * @self: a control
 *
 * Returns: whether automatic choice has measured backends for the model in use
 */
gboolean
koma_model_control_can_measure_again (KomaModelControl *self)
{
  return self->loading == NULL && self->choice.backend == NULL && self->info != NULL &&
         self->info->autotune != NULL;
}

/**
 * koma_model_control_measure_again:
 * @self: a control
 *
 * Loads the model in use once more, and has the backends tried for it whatever
 * is kept of that. Answers go on meanwhile.
 */
void
koma_model_control_measure_again (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_measured_anew = TRUE;
  koma_model_control_reload (self);
}

void
koma_model_control_cancel (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->loading == NULL)
    return;

  g_cancellable_cancel (self->loading);
  end_loading (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* ---- Models to choose from ---- */

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaModelControl) self = user_data;
  g_autoptr (GPtrArray) entries = koma_model_store_list_finish (KOMA_MODEL_STORE (source), result,
                                                                NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  if (entries == NULL)
    return;

  g_clear_pointer (&self->entries, g_ptr_array_unref);
  self->entries = g_steal_pointer (&entries);
  g_signal_emit (self, signals[SIGNAL_ENTRIES_CHANGED], 0);
}

void
koma_model_control_refresh (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  koma_model_store_list_async (self->store, self->listing, listed_cb, g_object_ref (self));
}

/**
 * koma_model_control_is_recent:
 * @self: a control
 * @path: of a model
 *
 * Returns: whether the menu has it among those that were opened before
 */
gboolean
koma_model_control_is_recent (KomaModelControl *self,
                              const char       *path)
{
  for (guint i = 0; i < self->entries->len; i++) {
    const KomaModelEntry *entry = g_ptr_array_index (self->entries, i);

    if (entry->is_recent && g_str_equal (entry->path, path))
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_model_control_set_recent:
 * @self: a control
 * @path: of a model
 * @is_recent: whether the menu is to have it
 *
 * Puts it first, or removes it.
 */
void
koma_model_control_set_recent (KomaModelControl *self,
                               const char       *path,
                               gboolean          is_recent)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (is_recent)
    koma_model_store_add_recent (self->store, path);
  else
    koma_model_store_remove_recent (self->store, path);
  koma_model_control_refresh (self);
}
