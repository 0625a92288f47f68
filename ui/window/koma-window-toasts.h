/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-values.h"
#include "koma-toast.h"
#include "ui/results/koma-feed-progress.h"

G_BEGIN_DECLS

/* The words of the window's toasts. */

/* A file or folder that Koma does not open; the details say what to do. */
void koma_window_toasts_show_refused (KomaToast         *toast,
                                      const char        *name,
                                      const KomaForeign *foreign);
void koma_window_toasts_offer_undo (KomaToast *toast, guint n_removed);
/* When another model answers. */
void koma_window_toasts_offer_earlier (KomaToast  *toast,
                                       const char *model); /* its name; it answered before */
/* A model that could not be opened; the details say what the doctor found. */
void koma_window_toasts_show_failure (KomaToast  *toast,
                                      const char *text,
                                      const char *path,
                                      const char *message); /* of the error */
/* A model that the menu has and that is gone; then that it was removed. */
void koma_window_toasts_offer_removal (KomaToast *toast, const char *name, const char *path);
void koma_window_toasts_offer_return (KomaToast *toast, const char *name, const char *path);
/* (transfer full): how a run ended */
char *koma_window_toasts_describe (const KomaFeedProgress *progress);
/* When all is done: says it to screen readers, and shows how many pictures failed. */
void koma_window_toasts_report (KomaToast *toast, const KomaFeedProgress *progress);

G_END_DECLS
