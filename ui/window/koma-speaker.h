/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/preferences/koma-preferences.h"
#include "ui/results/koma-result-feed.h"
#include "ui/speech/koma-speech.h"

G_BEGIN_DECLS

/* “Speak Results”: says new results while the user's preferences want that. */
#define KOMA_TYPE_SPEAKER (koma_speaker_get_type ())
G_DECLARE_FINAL_TYPE (KomaSpeaker, koma_speaker, KOMA, SPEAKER, GObject)

KomaSpeaker *koma_speaker_new (KomaResultFeed *feed, KomaPreferences *preferences);
void         koma_speaker_say (KomaSpeaker *self, const char *text); /* of the camera */
void         koma_speaker_close (KomaSpeaker *self);                 /* falls silent */
KomaSpeech  *koma_speaker_get_speech (KomaSpeaker *self);

G_END_DECLS
