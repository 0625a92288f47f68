/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-speaker.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-spoken.h"
#include "ui/koma-error-words.h"
#include "worker/koma-thread.h"

/**
 * KomaSpeaker:
 *
 * Of one picture it says the answer, of several how many there are. What follows the camera comes
 * by the action “win.speak”.
 */
struct _KomaSpeaker
{
  GObject parent_instance;

  KomaResultFeed  *feed;
  KomaPreferences *preferences;
  KomaSpeech      *speech;
  guint            n_not_sure; /* of the pictures that were last to be classified */
};

G_DEFINE_FINAL_TYPE (KomaSpeaker, koma_speaker, G_TYPE_OBJECT)

static void
koma_speaker_finalize (GObject *object)
{
  KomaSpeaker *self = KOMA_SPEAKER (object);

  g_object_unref (self->speech);
  g_object_unref (self->preferences);
  g_object_unref (self->feed);

  G_OBJECT_CLASS (koma_speaker_parent_class)->finalize (object);
}

static void
koma_speaker_class_init (KomaSpeakerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_speaker_finalize;
}

static void
koma_speaker_init (KomaSpeaker *self)
{
  self->speech = koma_speech_new ();
}

static void
answered_cb (KomaSpeaker    *self,
             KomaResultItem *item)
{
  KomaResult *result = koma_result_item_get_result (item);

  if (koma_result_feed_get_progress (self->feed)->n_done == 0)
    self->n_not_sure = 0;
  if (result != NULL && !koma_preferences_is_sure (self->preferences, result))
    self->n_not_sure++;
}

static char *
describe_answer (KomaSpeaker    *self,
                 KomaResultItem *item)
{
  KomaResult      *result = koma_result_item_get_result (item);
  g_autofree char *text = NULL;

  if (result == NULL)
    return g_strdup (koma_words_for_picture_error (koma_result_item_get_error (item)));
  text = koma_spoken_class (koma_result_get_class (result, 0).name, result->classes[0].score);
  if (koma_preferences_is_sure (self->preferences, result))
    return g_steal_pointer (&text);
  return g_strdup_printf (_ ("%s (not sure)"), text);
}

static char *
describe_run (KomaSpeaker            *self,
              const KomaFeedProgress *progress)
{
  const guint n_answers = progress->n_total - progress->n_failed;
  GString    *text = g_string_new (NULL);

  g_string_printf (text, ngettext ("%'u picture", "%'u pictures", n_answers), n_answers);
  if (self->n_not_sure > 0)
    /* Translators: behind “500 pictures” */
    g_string_append_printf (text, _ (", %'u not sure"), self->n_not_sure);
  if (progress->n_failed > 0)
    /* Translators: behind “500 pictures”, or “500 pictures, 3 not sure” */
    g_string_append_printf (text, _ (", %'u failed"), progress->n_failed);
  return g_string_free (text, FALSE);
}

static void
finished_cb (KomaSpeaker *self)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (self->feed);
  KomaResultItem         *first = koma_result_feed_get_first (self->feed);
  g_autofree char        *text = NULL;

  text = progress->n_total == 1 && first != NULL ? describe_answer (self, first)
                                                 : describe_run (self, progress);
  koma_speaker_say (self, text);
}

/* At once: so it can be heard how that sounds, or seen that nothing can speak. */
static void
switched_cb (KomaSpeaker *self)
{
  if (koma_preferences_get_speak_results (self->preferences))
    koma_speech_say (self->speech, _ ("New results are spoken"));
  else
    koma_speech_stop (self->speech);
}

KomaSpeaker *
koma_speaker_new (KomaResultFeed  *feed,
                  KomaPreferences *preferences)
{
  KomaSpeaker *self = g_object_new (KOMA_TYPE_SPEAKER, NULL);

  self->feed = g_object_ref (feed);
  self->preferences = g_object_ref (preferences);
  g_signal_connect_object (feed, "answered", G_CALLBACK (answered_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::speak-results", G_CALLBACK (switched_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
koma_speaker_say (KomaSpeaker *self,
                  const char  *text)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_preferences_get_speak_results (self->preferences))
    koma_speech_say (self->speech, text);
}

void
koma_speaker_close (KomaSpeaker *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_signal_handlers_disconnect_by_data (self->feed, self);
  g_signal_handlers_disconnect_by_data (self->preferences, self);
  koma_speech_stop (self->speech);
}

KomaSpeech *
koma_speaker_get_speech (KomaSpeaker *self)
{
  return self->speech;
}
