/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-context-queue.h"

G_BEGIN_DECLS

/* A KomaContextQueue that all tasks of one main context and priority share. It
 * is open from the first of them to the delivery of the last. */
typedef struct _KomaCompletionQueue KomaCompletionQueue;

/* Threads of the window's priority only. */
KomaCompletionQueue *koma_completion_queue_enter (GTask *task, KomaContextQueueOpen deliver);
void                 koma_completion_queue_leave (KomaCompletionQueue *queue);

/* Any thread. */
void koma_completion_queue_put (KomaCompletionQueue *queue,
                                KomaMpscItem        *item); /* (transfer full) */

G_END_DECLS
