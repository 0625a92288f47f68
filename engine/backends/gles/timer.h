/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "device.h"

G_BEGIN_DECLS

/* Times single commands on the device. Created when profiling is switched on;
 * all functions want the device's context current. */
typedef struct _KomaGlesTimer KomaGlesTimer;

KomaGlesTimer *koma_gles_timer_new (KomaGlesDevice *device,
                                    guint           n_commands,
                                    gboolean        counts_work);
void           koma_gles_timer_free (KomaGlesTimer *timer);

/* Around each command, in order; then, when all is computed, the times. */
void     koma_gles_timer_begin (KomaGlesTimer *timer, guint command);
void     koma_gles_timer_end (KomaGlesTimer *timer, guint command);
gboolean koma_gles_timer_read (KomaGlesTimer *timer,
                               double        *ret_ms); /* [n_commands] */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGlesTimer, koma_gles_timer_free)

G_END_DECLS
