/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Less is taken from malloc () and given back to it. */
#define KOMA_MEMORY_POOL_MIN_BYTES ((gsize) 16 * 1024)

/* Buffers that were freed, for the next of the same size: a loop over large tensors gets no new
 * pages from the kernel. What is not taken again soon is freed. */
typedef struct _KomaMemoryPool KomaMemoryPool;

KomaMemoryPool *koma_memory_pool_new (gsize max_bytes);
KomaMemoryPool *koma_memory_pool_ref (KomaMemoryPool *pool);
void            koma_memory_pool_unref (KomaMemoryPool *pool);

gpointer koma_memory_pool_alloc (KomaMemoryPool *pool, /* any values */
                                 gsize           size_bytes,
                                 GError        **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_memory_pool_give (KomaMemoryPool *pool,
                                gpointer        buffer, /* (transfer full) (nullable) */
                                gsize           size_bytes);
void     koma_memory_pool_pass_time (KomaMemoryPool *pool);

gsize koma_memory_pool_get_kept_bytes (KomaMemoryPool *pool);
void  koma_memory_pool_drop (KomaMemoryPool *pool);  /* frees what is kept */
void  koma_memory_pool_close (KomaMemoryPool *pool); /* … and keeps nothing any more */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaMemoryPool, koma_memory_pool_unref)

G_END_DECLS
