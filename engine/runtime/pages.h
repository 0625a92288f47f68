/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The size of a huge page on most machines. */
#define KOMA_PAGES_HUGE_BYTES ((gsize) 2 << 20)
/* From here on one costs less than the small ones in its place. */
#define KOMA_PAGES_WORTH_BYTES (KOMA_PAGES_HUGE_BYTES / 2)

gpointer koma_pages_map (gsize size_bytes) G_GNUC_WARN_UNUSED_RESULT;
void     koma_pages_unmap (gpointer pages,
                           gsize    size_bytes);

G_END_DECLS
