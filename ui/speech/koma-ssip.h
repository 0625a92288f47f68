/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A connection to Speech Dispatcher, in its protocol SSIP. One thread at a time. */
typedef struct _KomaSsip KomaSsip;

/* These two block, for seconds where Speech Dispatcher has to be started. */
KomaSsip *koma_ssip_new (GCancellable *cancellable, GError **error);
gboolean  koma_ssip_speak (KomaSsip     *self,
                           GArray       *parts,
                           GCancellable *cancellable,
                           GError      **error);
/* Stops what is being said, and frees @self; does not block. */
void koma_ssip_hang_up (KomaSsip *self);

G_END_DECLS
