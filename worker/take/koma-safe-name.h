/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A name that any file system takes for a folder, made from any text: "AC/DC: live?" → "AC-DC-
 * live-". @fallback where nothing remains. (transfer full), UTF-8, 120 bytes at most */
char *koma_safe_name (const char *text, const char *fallback);

G_END_DECLS
