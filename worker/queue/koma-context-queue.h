/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-mpsc-queue.h"

G_BEGIN_DECLS

/* Carries items from any thread to a main context.
 *
 * Why not g_idle_add() or g_source_attach(): they take the context's lock and
 * wake its thread while they hold it. On a busy machine the woken window takes
 * the processor of the compute thread that wakes it, finds the lock held, and
 * waits until that thread gets a processor again. Here the window's thread
 * attaches one source, which stays; others only push and wake. */
typedef struct _KomaContextQueue KomaContextQueue;

typedef void (*KomaContextQueueOpen) (KomaMpscItem *item, /* (transfer full) */
                                      gpointer      user_data);

/* Threads of the window's priority only. */
KomaContextQueue *koma_context_queue_new (GMainContext        *context,
                                          int                  priority,
                                          KomaContextQueueOpen open,
                                          gpointer             user_data);
void              koma_context_queue_open_all (KomaContextQueue *queue); /* now, in its context */
void              koma_context_queue_close (KomaContextQueue *queue);    /* opens no more */

/* Any thread. */
GMainContext *koma_context_queue_get_context (KomaContextQueue *queue);
void          koma_context_queue_put (KomaContextQueue *queue,
                                      KomaMpscItem     *item); /* (transfer full) */
void          koma_context_queue_free (KomaContextQueue *queue,
                                       GDestroyNotify    free_item); /* a closed one */

G_END_DECLS
