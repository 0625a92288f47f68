/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define KOMA_ANNOUNCER_INTERVAL_MS 2000

/* Announces a changing text to screen readers, once per interval at most. After the interval it
 * announces the newest text. The words for speech, which may tell more, go to “win.speak”. */
typedef struct _KomaAnnouncer KomaAnnouncer;

KomaAnnouncer *koma_announcer_new (GtkWidget *widget); /* outlives it */
void           koma_announcer_free (KomaAnnouncer *self);
/* If @text is new. */
void koma_announcer_say (KomaAnnouncer *self, const char *text, const char *spoken);
void koma_announcer_forget (KomaAnnouncer *self); /* the last text */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaAnnouncer, koma_announcer_free)

G_END_DECLS
