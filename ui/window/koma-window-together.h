/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _KomaWindow KomaWindow;

/* Bursts of a review: one answer is that of all pictures that were taken together, if the user
 * wants it. Thread: main. */
void  koma_window_begin_bursts (KomaWindow *self, KomaBursts *bursts); /* (transfer full) */
void  koma_window_end_bursts (KomaWindow *self);
void  koma_window_show_burst (KomaWindow *self);     /* of the picture that is reviewed */
char *koma_window_describe_burst (KomaWindow *self); /* (nullable) (transfer full) */
/* (transfer full) The picture that is reviewed, and those of its burst that get its answer. */
GPtrArray *koma_window_dup_burst (KomaWindow *self);
/* The position of the next picture that has not been answered along with another. */
guint koma_window_find_next_burst (KomaWindow *self);

G_END_DECLS
