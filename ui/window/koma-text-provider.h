/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* A text for the clipboard, of any length. */
#define KOMA_TYPE_TEXT_PROVIDER (koma_text_provider_get_type ())
G_DECLARE_FINAL_TYPE (KomaTextProvider, koma_text_provider, KOMA, TEXT_PROVIDER, GdkContentProvider)

GdkContentProvider *koma_text_provider_new (const char *text); /* UTF-8, copied */

G_END_DECLS
