/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A short message over the bottom of the page, with a button to act on it. It goes away by itself,
 * and a newer one takes its place at once. AdwToastOverlay queues toasts and cuts long ones. That
 * of libadwaita 1.2 also crashes when a toast is dismissed, or its window closed, while it still
 * appears. */
#define KOMA_TYPE_TOAST (koma_toast_get_type ())
G_DECLARE_FINAL_TYPE (KomaToast, koma_toast, KOMA, TOAST, AdwBin)

void koma_toast_show (KomaToast *self, const char *text);
void koma_toast_show_with_action (KomaToast  *self,
                                  const char *text,
                                  const char *button,
                                  const char *action); /* of the button: detailed */
/* One more button, beside that of the message that was shown last. */
void koma_toast_add_action (KomaToast *self, const char *button, const char *action);
/* The button shows the details as a message with a heading. */
void koma_toast_show_with_details (KomaToast  *self,
                                   const char *text,
                                   const char *heading,
                                   const char *details);
void koma_toast_hide (KomaToast *self);
void koma_toast_withdraw (KomaToast *self, const char *action); /* hides it where it offers that */

G_END_DECLS
