/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-diagnostics.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-error-words.h"
#include "worker/koma-thread.h"

typedef struct
{
  char *note;   /* (nullable) in the user's language */
  char *detail; /* (nullable) in English */
} Ending;

/**
 * KomaDiagnostics:
 *
 * The contents of the window's pages, apart from any widget. A measurement that
 * runs holds a reference to this: cancel it before the last other one goes.
 *
 * Thread: main
 */
struct _KomaDiagnostics
{
  GObject parent_instance;

  KomaWorker         *worker;
  KomaBackendControl *control;

  /* The picture. */
  KomaSubject     subject;
  KomaResultItem *item;   /* (nullable) of the list */
  KomaResultItem *chosen; /* (nullable) of a file */

  /* The measurement that runs, and results. */
  KomaDiagnosis      running;
  GCancellable      *cancellable; /* NULL: nothing runs */
  KomaComparison    *comparison;
  KomaProfileReport *report;
  Ending             endings[KOMA_N_DIAGNOSES];
};

enum {
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaDiagnostics, koma_diagnostics, G_TYPE_OBJECT)

static void
emit_changed (KomaDiagnostics *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Both texts are nullable. */
static void
set_ending (KomaDiagnostics *self,
            KomaDiagnosis    diagnosis,
            const char      *note,
            const char      *detail)
{
  Ending *ending = &self->endings[diagnosis];

  g_free (ending->note);
  g_free (ending->detail);
  ending->note = g_strdup (note);
  ending->detail = g_strdup (detail);
}

/* ---- Object ---- */

static void
koma_diagnostics_finalize (GObject *object)
{
  KomaDiagnostics *self = KOMA_DIAGNOSTICS (object);

  for (guint i = 0; i < KOMA_N_DIAGNOSES; i++)
    set_ending (self, i, NULL, NULL);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->comparison, koma_comparison_unref);
  g_clear_pointer (&self->report, koma_profile_report_unref);
  g_clear_object (&self->item);
  g_clear_object (&self->chosen);
  g_clear_object (&self->control);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_diagnostics_parent_class)->finalize (object);
}

static void
koma_diagnostics_class_init (KomaDiagnosticsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_diagnostics_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_DIAGNOSTICS, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_diagnostics_init (KomaDiagnostics *self)
{
}

static void
stop (KomaDiagnostics *self,
      const char      *note)
{
  KomaDiagnosis diagnosis = self->running;

  if (self->cancellable == NULL)
    return;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->running = KOMA_DIAGNOSIS_NONE;
  set_ending (self, diagnosis, note, NULL);
}

/* Results of the model before stay true: they name their model. */
static void
loaded_cb (KomaDiagnostics *self)
{
  KomaModelControl *model_control = koma_backend_control_get_model_control (self->control);

  KOMA_ASSERT_MAIN_THREAD ();

  if (!koma_model_control_is_reload (model_control))
    stop (self, _ ("Stopped: another model was opened"));
  emit_changed (self);
}

KomaDiagnostics *
koma_diagnostics_new (KomaWorker         *worker,
                      KomaBackendControl *control)
{
  KomaDiagnostics  *self = g_object_new (KOMA_TYPE_DIAGNOSTICS, NULL);
  KomaModelControl *model_control = koma_backend_control_get_model_control (control);

  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  self->control = g_object_ref (control);
  g_signal_connect_object (model_control, "loaded", G_CALLBACK (loaded_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (model_control, "changed", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "listed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  koma_backend_control_list (control);
  return self;
}

KomaBackendControl *
koma_diagnostics_get_control (KomaDiagnostics *self)
{
  return self->control;
}

KomaModelInfo *
koma_diagnostics_get_info (KomaDiagnostics *self)
{
  return koma_model_control_get_info (koma_backend_control_get_model_control (self->control));
}

KomaDiagnosis
koma_diagnostics_get_running (KomaDiagnostics *self)
{
  return self->running;
}

KomaComparison *
koma_diagnostics_get_comparison (KomaDiagnostics *self)
{
  return self->comparison;
}

KomaProfileReport *
koma_diagnostics_get_report (KomaDiagnostics *self)
{
  return self->report;
}

const char *
koma_diagnostics_get_note (KomaDiagnostics *self,
                           KomaDiagnosis    diagnosis)
{
  return self->endings[diagnosis].note;
}

const char *
koma_diagnostics_get_detail (KomaDiagnostics *self,
                             KomaDiagnosis    diagnosis)
{
  return self->endings[diagnosis].detail;
}

/* ---- The picture ---- */

/* (nullable) made numbers */
static KomaResultItem *
get_picture (KomaDiagnostics *self)
{
  switch (self->subject) {
  case KOMA_SUBJECT_FILE:
    return self->chosen;
  case KOMA_SUBJECT_LIST:
    return self->item;
  case KOMA_SUBJECT_NONE:
  default:
    return NULL;
  }
}

void
koma_diagnostics_set_item (KomaDiagnostics *self,
                           KomaResultItem  *item)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (g_set_object (&self->item, item))
    emit_changed (self);
}

/**
 * koma_diagnostics_set_file:
 * @self: diagnostics
 * @file: a picture, in place of those of the list
 */
void
koma_diagnostics_set_file (KomaDiagnostics *self,
                           GFile           *file)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_object (&self->chosen);
  self->chosen = koma_result_item_new_for_file (file);
  koma_diagnostics_set_subject (self, KOMA_SUBJECT_FILE);
}

void
koma_diagnostics_set_subject (KomaDiagnostics *self,
                              KomaSubject      subject)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->subject = subject;
  emit_changed (self);
}

KomaSubject
koma_diagnostics_get_subject (KomaDiagnostics *self)
{
  return self->subject;
}

char *
koma_diagnostics_dup_picture (KomaDiagnostics *self)
{
  KomaResultItem *picture = get_picture (self);

  return picture != NULL ? koma_result_item_dup_name (picture) : NULL;
}

/* ---- Running ---- */

typedef struct
{
  KomaDiagnostics *self;
  GCancellable    *cancellable; /* which run this is */
} Run;

static void
run_free (Run *run)
{
  g_object_unref (run->self);
  g_object_unref (run->cancellable);
  g_free (run);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static Run *
start (KomaDiagnostics *self,
       KomaDiagnosis    diagnosis)
{
  Run *run = g_new (Run, 1);

  stop (self, _ ("Stopped"));
  self->cancellable = g_cancellable_new ();
  self->running = diagnosis;
  set_ending (self, diagnosis, NULL, NULL);

  run->self = g_object_ref (self);
  run->cancellable = g_object_ref (self->cancellable);
  return run;
}

static gboolean
is_current (const Run *run)
{
  return run->self->cancellable == run->cancellable;
}

static void
end (KomaDiagnostics *self,
     const GError    *error) /* (nullable) */
{
  KomaDiagnosis diagnosis = self->running;

  g_clear_object (&self->cancellable);
  self->running = KOMA_DIAGNOSIS_NONE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_ending (self, diagnosis, _ ("Stopped"), NULL);
  else if (error != NULL)
    set_ending (self, diagnosis, koma_words_for_measurement_error (error), error->message);
  emit_changed (self);
}

static void
take_comparison (KomaDiagnostics *self,
                 KomaComparison  *comparison)
{
  koma_comparison_ref (comparison);
  g_clear_pointer (&self->comparison, koma_comparison_unref);
  self->comparison = comparison;
}

static void
progress_cb (gpointer so_far,
             gpointer user_data)
{
  Run *run = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  if (!is_current (run))
    return;
  take_comparison (run->self, so_far);
  emit_changed (run->self);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Run) run = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaComparison) comparison = koma_worker_compare_finish (KOMA_WORKER (source), result,
                                                                      &error);

  KOMA_ASSERT_MAIN_THREAD ();

  if (!is_current (run))
    return;
  if (comparison != NULL)
    take_comparison (run->self, comparison);
  end (run->self, error);
}

/**
 * koma_diagnostics_compare:
 * @self: diagnostics
 *
 * Compares all backends on the model in use and the picture. Earlier results
 * are forgotten, a measurement that runs is cancelled.
 */
void
koma_diagnostics_compare (KomaDiagnostics *self)
{
  KomaPreferences *preferences = koma_backend_control_get_preferences (self->control);
  KomaResultItem  *picture = get_picture (self);
  g_autofree char *name = koma_diagnostics_dup_picture (self);
  g_autoptr (KomaRequest) request = NULL;
  KomaMeasurementOptions options = {
    .name = name,
    .precision = koma_preferences_get_precision (preferences),
  };
  Run *run = start (self, KOMA_DIAGNOSIS_COMPARISON);

  KOMA_ASSERT_MAIN_THREAD ();

  if (picture != NULL)
    request = koma_result_item_create_request (picture, &(KomaRequest){ 0 });
  options.request = request;
  g_clear_pointer (&self->comparison, koma_comparison_unref);
  koma_worker_compare_async (self->worker, &options, progress_cb, run, run->cancellable,
                             compared_cb, run);
  emit_changed (self);
}

static void
profiled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Run) run = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaProfileReport) report = koma_worker_profile_finish (KOMA_WORKER (source), result,
                                                                     &error);

  KOMA_ASSERT_MAIN_THREAD ();

  if (!is_current (run))
    return;
  if (report != NULL) {
    g_clear_pointer (&run->self->report, koma_profile_report_unref);
    run->self->report = g_steal_pointer (&report);
  }
  end (run->self, error);
}

/**
 * koma_diagnostics_profile:
 * @self: diagnostics
 * @backend: (nullable): that is to compute; %NULL: the one in use
 *
 * Times each step of the model in use. The earlier profile stays until
 * there is a newer one; a measurement that runs is cancelled.
 */
void
koma_diagnostics_profile (KomaDiagnostics *self,
                          const char      *backend)
{
  KomaPreferences       *preferences = koma_backend_control_get_preferences (self->control);
  KomaMeasurementOptions options = { .backend = backend,
                                     .precision = koma_preferences_get_precision (preferences) };
  Run                   *run = start (self, KOMA_DIAGNOSIS_PROFILE);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_worker_profile_async (self->worker, &options, run->cancellable, profiled_cb, run);
  emit_changed (self);
}

/**
 * koma_diagnostics_cancel:
 * @self: diagnostics
 *
 * Ends the measurement. The results of a comparison so far stay.
 */
void
koma_diagnostics_cancel (KomaDiagnostics *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->cancellable == NULL)
    return;
  stop (self, _ ("Stopped"));
  emit_changed (self);
}
