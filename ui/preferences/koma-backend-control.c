/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-backend-control.h"

#include "engine/koma-values.h"
#include "worker/koma-thread.h"

/* The number of threads is set by steps: only the last is worth a load. */
#define THREADS_DELAY_MS 400

/**
 * KomaBackendControl:
 *
 * The option of a start of the program, or KOMA_BACKEND, counts for that run
 * until the user chooses in the window: that is the newer word, and
 * the one that is kept.
 *
 * Thread: main
 */
struct _KomaBackendControl
{
  GObject parent_instance;

  KomaModelControl *model_control;
  KomaPreferences  *preferences;

  GPtrArray    *entries; /* (nullable) (element-type KomaBackendEntry) */
  GCancellable *listing; /* (nullable) */
  guint         threads_source;
};

enum {
  SIGNAL_LISTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaBackendControl, koma_backend_control, G_TYPE_OBJECT)

static void
koma_backend_control_dispose (GObject *object)
{
  KomaBackendControl *self = KOMA_BACKEND_CONTROL (object);

  g_clear_handle_id (&self->threads_source, g_source_remove);
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  g_clear_object (&self->model_control);
  g_clear_object (&self->preferences);
  g_clear_pointer (&self->entries, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_backend_control_parent_class)->dispose (object);
}

static void
koma_backend_control_class_init (KomaBackendControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_backend_control_dispose;

  signals[SIGNAL_LISTED] = g_signal_new ("listed", KOMA_TYPE_BACKEND_CONTROL, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_backend_control_init (KomaBackendControl *self)
{
}

static void
apply_preference (KomaBackendControl *self)
{
  const char *preference = koma_preferences_get_backend (self->preferences);

  koma_model_control_set_choice (self->model_control,
                                 koma_backend_choice_make (NULL, NULL, preference));
  koma_model_control_reload (self->model_control);
}

static gboolean
apply_threads (gpointer user_data)
{
  KomaBackendControl *self = user_data;

  self->threads_source = 0;
  koma_model_control_set_threads (self->model_control,
                                  koma_preferences_get_threads (self->preferences));
  koma_model_control_reload (self->model_control);
  return G_SOURCE_REMOVE;
}

static void
threads_changed_cb (KomaBackendControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_handle_id (&self->threads_source, g_source_remove);
  self->threads_source = g_timeout_add (THREADS_DELAY_MS, apply_threads, self);
}

static void
apply_precision (KomaBackendControl *self)
{
  koma_model_control_set_precision (self->model_control,
                                    koma_preferences_get_precision (self->preferences));
  koma_model_control_reload (self->model_control);
}

/* As with backends: the environment is stronger than the preference. */
static KomaPrecision
find_first_precision (KomaPreferences *preferences)
{
  KomaFlagSource source = koma_flags_get_source (KOMA_FLAG_GLES_RENDER_FLOAT32_ENABLED);

  return source == KOMA_FLAG_FROM_ENVIRONMENT ? KOMA_PRECISION_AS_FLAGS
                                              : koma_preferences_get_precision (preferences);
}

KomaBackendControl *
koma_backend_control_new (KomaModelControl *model_control,
                          KomaPreferences  *preferences)
{
  KomaBackendControl *self = g_object_new (KOMA_TYPE_BACKEND_CONTROL, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->model_control = g_object_ref (model_control);
  self->preferences = g_object_ref (preferences);
  koma_model_control_set_threads (model_control, koma_preferences_get_threads (preferences));
  koma_model_control_set_precision (model_control, find_first_precision (preferences));
  koma_backend_control_set_option (self, NULL);
  g_signal_connect_object (preferences, "notify::precision", G_CALLBACK (apply_precision), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::backend", G_CALLBACK (apply_preference), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::threads", G_CALLBACK (threads_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
koma_backend_control_set_option (KomaBackendControl *self,
                                 const char         *option)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_model_control_set_choice (self->model_control,
                                 koma_backend_choice_make (option, g_getenv ("KOMA_BACKEND"),
                                                           koma_preferences_get_backend (
                                                             self->preferences)));
  koma_model_control_reload (self->model_control);
}

void
koma_backend_control_choose (KomaBackendControl *self,
                             const char         *backend)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (g_strcmp0 (koma_preferences_get_backend (self->preferences), backend) != 0)
    koma_preferences_set_backend (self->preferences, backend);
  else
    /* It was kept already, but the option or the environment said other. */
    apply_preference (self);
}

/* ---- Which there are ---- */

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaBackendControl) self = user_data;
  g_autoptr (GPtrArray) entries = koma_backend_list_finish (result, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  if (entries == NULL)
    return;

  g_clear_object (&self->listing);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  self->entries = g_steal_pointer (&entries);
  g_signal_emit (self, signals[SIGNAL_LISTED], 0);
}

void
koma_backend_control_list (KomaBackendControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->entries != NULL || self->listing != NULL)
    return;

  self->listing = g_cancellable_new ();
  koma_backend_list_async (self->listing, listed_cb, g_object_ref (self));
}

GPtrArray *
koma_backend_control_get_entries (KomaBackendControl *self)
{
  return self->entries;
}

KomaModelControl *
koma_backend_control_get_model_control (KomaBackendControl *self)
{
  return self->model_control;
}

KomaPreferences *
koma_backend_control_get_preferences (KomaBackendControl *self)
{
  return self->preferences;
}
