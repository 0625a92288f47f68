/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-inbox.h"

G_BEGIN_DECLS

/* Carries items from any thread to a main context.
 *
 * Why not g_idle_add() or g_source_attach(): they take the context's lock and
 * wake its thread while they hold it. On a busy machine the woken window takes
 * the processor of the compute thread that wakes it, finds the lock held, and
 * waits until that thread gets a processor again. Here the window's thread
 * attaches one source, which stays; others only push and wake. */
typedef struct _KomaOutbox KomaOutbox;

typedef void (*KomaOutboxOpen) (KomaInboxItem *item, /* (transfer full) */
                                gpointer       user_data);

/* Threads of the window's priority only. */
KomaOutbox *koma_outbox_new (GMainContext  *context,
                             int            priority,
                             KomaOutboxOpen open,
                             gpointer       user_data);
void        koma_outbox_open_all (KomaOutbox *outbox); /* now, in its context */
void        koma_outbox_close (KomaOutbox *outbox);    /* opens no more */

/* Any thread. */
GMainContext *koma_outbox_get_context (KomaOutbox *outbox);
void          koma_outbox_put (KomaOutbox *outbox, KomaInboxItem *item);       /* (transfer full) */
void          koma_outbox_free (KomaOutbox *outbox, GDestroyNotify free_item); /* a closed one */

G_END_DECLS
