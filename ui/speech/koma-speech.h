/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Speaks short texts through Speech Dispatcher, which is connected to, and started, when the first
 * is to be said. A newer text interrupts the one before. Its property "trouble" is a sentence for
 * the user while nothing can be said, NULL otherwise. */
#define KOMA_TYPE_SPEECH (koma_speech_get_type ())
G_DECLARE_FINAL_TYPE (KomaSpeech, koma_speech, KOMA, SPEECH, GObject)

KomaSpeech *koma_speech_new (void);
void        koma_speech_say (KomaSpeech *self, const char *text);
void        koma_speech_stop (KomaSpeech *self); /* in the middle of a word; forgets the trouble */
const char *koma_speech_get_trouble (KomaSpeech *self);

G_END_DECLS
