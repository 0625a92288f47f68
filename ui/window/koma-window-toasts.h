/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "engine/formats/foreign.h"
#include "ui/results/koma-feed-progress.h"

G_BEGIN_DECLS

/* The toasts of the window. The answer to what the user has just done comes before what else waits
 * to be shown. */
void koma_window_toasts_add (AdwToastOverlay *toasts, const char *text);
/* A short toast; its button shows the details as a message with a heading. */
void koma_window_toasts_add_with_details (AdwToastOverlay *toasts,
                                          AdwToastPriority priority,
                                          const char      *text,
                                          const char      *heading,
                                          const char      *details);
/* A file that Koma does not open; the details say what to do. */
void koma_window_toasts_add_refused (AdwToastOverlay   *toasts,
                                     const char        *name,
                                     const KomaForeign *foreign);
/* One toast for all removals: libadwaita 1.2 crashes when a toast is replaced, or
 * dismissed, while it still appears, as by a key that repeats. @shown is the one
 * that this has returned before. */
AdwToast *koma_window_toasts_offer_undo (AdwToastOverlay *toasts,
                                         AdwToast        *shown, /* (nullable) */
                                         guint            n_removed);
/* When all is done: nothing where no picture failed. */
void koma_window_toasts_add_failures (AdwToastOverlay        *toasts,
                                      const KomaFeedProgress *progress);

G_END_DECLS
