/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <xnnpack.h>

#include "engine/backends/backends.h"

G_BEGIN_DECLS

/* For xnn_initialize (), which keeps the pointer. Thread: any. */
extern const struct xnn_allocator koma_xnn_allocator;

void koma_xnn_allocator_begin (gsize expected_bytes);
void koma_xnn_allocator_end (void);
void koma_xnn_get_memory (KomaBackendMemory *ret_memory);

G_END_DECLS
