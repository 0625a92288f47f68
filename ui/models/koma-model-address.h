/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a text that was copied or dropped is an address on the web that looks like a model's: by
 * its end, or a site that has models. Asks no network; thread: any. */
gboolean koma_model_address_is_likely (const char *text);

G_END_DECLS
