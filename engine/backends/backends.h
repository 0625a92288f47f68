/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "backend.h"

G_BEGIN_DECLS

/* The registry: backends.c has one row for each backend built in. */
guint                   koma_backends_get_n (void);
const KomaBackendClass *koma_backends_get (guint index); /* highest priority first */
/* An error names those there are. */
const KomaBackendClass *koma_backends_find (const char *name,
                                            GError    **error);
void                    koma_backends_add (const KomaBackendClass *backend);
/* @asked, as far as the backend (NULL: any) has a choice. */
KomaPrecision           koma_backends_fit_precision (const char *name, KomaPrecision asked);
const KomaBackendClass *koma_backends_find_available (const char *name, /* NULL: automatic */
                                                      GError    **error);

void  koma_backends_get_memory (const KomaBackendClass *backend, KomaBackendMemory *ret_memory);
gsize koma_backends_get_memory_bytes (void); /* of all of them, and of all tensors */
void  koma_backends_leave_thread (void);     /* no session is near, on the calling thread */

G_END_DECLS
