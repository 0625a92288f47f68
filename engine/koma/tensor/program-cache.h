/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/session.h"

G_BEGIN_DECLS

/* Compiled graphs by their structure: graphs of the same nodes, attributes, shapes and constants
 * share a session. The ones that were not used for longest are dropped. One thread's. */
typedef struct _KomaProgramCache KomaProgramCache;

KomaProgramCache *koma_program_cache_new (guint max_programs, gsize max_bytes);
void              koma_program_cache_free (KomaProgramCache *self);
guint             koma_program_cache_get_n (const KomaProgramCache *self);
/* Under a key of the caller's; not in a cache that _get is used of. */
KomaSession *koma_program_cache_find (KomaProgramCache *self, GBytes *key);
KomaSession *koma_program_cache_add (KomaProgramCache *self,
                                     GBytes           *key,
                                     gconstpointer     owner, /* (nullable) */
                                     KomaSession      *session);   /* (transfer full) */
void         koma_program_cache_drop (KomaProgramCache *self, gconstpointer owner);
KomaSession *koma_program_cache_get (KomaProgramCache         *self,
                                     const KomaGraph          *graph,
                                     const KomaSessionOptions *options,
                                     GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaProgramCache, koma_program_cache_free)

G_END_DECLS
