/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A button to hold, with the pointer, a finger, or Space. Signals "begin" and "end", always in
 * pairs. A short press, or the action of a screen reader, is a begin and an end. */
#define KOMA_TYPE_RECORD_BUTTON (koma_record_button_get_type ())
G_DECLARE_FINAL_TYPE (KomaRecordButton, koma_record_button, KOMA, RECORD_BUTTON, GtkButton)

gboolean koma_record_button_is_held (KomaRecordButton *self);

G_END_DECLS
