/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a sidecar may have before anybody parses it: XMP's parsers go down by recursion, and look
 * for each name among all others. Sidecars of photographers have some thousand names and 20
 * levels. */
#define KOMA_XMP_MAX_DEPTH 100
#define KOMA_XMP_MAX_NAMES 20000 /* of elements that are no items of lists, and of attributes */

/* Errors: G_IO_ERROR_INVALID_DATA: deeper, more, or a document type. Whether it is XMP at all is
 * for others to say. Thread: any. */
gboolean koma_xmp_check_outline (const char *text, gsize length, GError **error);

G_END_DECLS
