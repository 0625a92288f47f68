/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-speech.h"

#include <glib/gi18n-lib.h>

#include "koma-spoken-parts.h"
#include "koma-ssip.h"
#include "worker/koma-thread.h"

enum {
  PROP_0,
  PROP_TROUBLE,
  N_PROPS,
};

/* What a thread has to say. */
typedef struct
{
  KomaSsip *ssip; /* (nullable) */
  GArray   *parts;
} Job;

/* Main thread only. One task at a time speaks, and has the connection meanwhile. */
struct _KomaSpeech
{
  GObject parent_instance;

  KomaSsip     *ssip;    /* (nullable) */
  char         *next;    /* (nullable) to be said once the task has ended */
  GCancellable *current; /* (nullable) of the task */
  const char   *trouble; /* (nullable) static */
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (KomaSpeech, koma_speech, G_TYPE_OBJECT)

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->ssip, koma_ssip_hang_up);
  g_array_unref (job->parts);
  g_free (job);
}

static gboolean
speak (Job          *job,
       GCancellable *cancellable,
       GError      **error)
{
  if (job->ssip == NULL)
    job->ssip = koma_ssip_new (cancellable, error);
  if (job->ssip != NULL && koma_ssip_speak (job->ssip, job->parts, cancellable, error))
    return TRUE;
  g_clear_pointer (&job->ssip, koma_ssip_hang_up);
  return FALSE;
}

static void
speak_in_thread (GTask        *task,
                 gpointer      source,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  Job           *job = task_data;
  const gboolean is_old = job->ssip != NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_said = speak (job, cancellable, &error);

  /* It may have been started anew since it was last spoken to. */
  if (!is_said && is_old && !g_cancellable_is_cancelled (cancellable)) {
    g_clear_error (&error);
    is_said = speak (job, cancellable, &error);
  }
  if (is_said)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
set_trouble (KomaSpeech *self,
             const char *trouble)
{
  if (self->trouble == trouble)
    return;
  self->trouble = trouble;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TROUBLE]);
}

static void say_now (KomaSpeech *self, const char *text);

static void
spoken_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaSpeech) self = user_data;
  GTask           *task = G_TASK (result);
  Job             *job = g_task_get_task_data (task);
  g_autofree char *next = g_steal_pointer (&self->next);
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->current);
  if (g_task_propagate_boolean (task, &error)) {
    self->ssip = g_steal_pointer (&job->ssip);
    set_trouble (self, NULL);
  } else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_debug ("Nothing was spoken: %s", error->message);
    set_trouble (self, _ ("Results can not be spoken. Install Speech Dispatcher and a voice "
                          "for it, such as eSpeak NG"));
  }
  if (next != NULL)
    say_now (self, next);
}

static void
say_now (KomaSpeech *self,
         const char *text)
{
  g_autofree char *language = koma_spoken_language ();
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  job->ssip = g_steal_pointer (&self->ssip);
  job->parts = koma_spoken_parts_new (text, g_intern_string (language));
  self->current = g_cancellable_new ();
  /* Not its source: the thread may be the last to let go of that. */
  task = g_task_new (NULL, self->current, spoken_cb, g_object_ref (self));
  g_task_set_source_tag (task, say_now);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, speak_in_thread);
}

static void
koma_speech_dispose (GObject *object)
{
  koma_speech_stop (KOMA_SPEECH (object));

  G_OBJECT_CLASS (koma_speech_parent_class)->dispose (object);
}

static void
koma_speech_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  g_value_set_static_string (value, KOMA_SPEECH (object)->trouble);
}

static void
koma_speech_class_init (KomaSpeechClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = koma_speech_dispose;
  object_class->get_property = koma_speech_get_property;

  props[PROP_TROUBLE] = g_param_spec_string ("trouble", NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
koma_speech_init (KomaSpeech *self)
{
}

KomaSpeech *
koma_speech_new (void)
{
  return g_object_new (KOMA_TYPE_SPEECH, NULL);
}

/**
 * koma_speech_say:
 * @self: speech
 * @text: UTF-8, in the user's language
 *
 * Says @text as soon as what is being sent to Speech Dispatcher is there; of several texts that
 * come meanwhile the newest alone is said.
 */
void
koma_speech_say (KomaSpeech *self,
                 const char *text)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->current == NULL) {
    say_now (self, text);
    return;
  }
  g_free (self->next);
  self->next = g_strdup (text);
}

void
koma_speech_stop (KomaSpeech *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->next, g_free);
  if (self->current != NULL)
    g_cancellable_cancel (self->current);
  g_clear_pointer (&self->ssip, koma_ssip_hang_up);
  set_trouble (self, NULL);
}

const char *
koma_speech_get_trouble (KomaSpeech *self)
{
  return self->trouble;
}
