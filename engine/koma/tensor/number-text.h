/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers as JavaScript writes them; free with g_free (). */
char *koma_number_to_text (double number); /* String (number) */
char *koma_float_to_text (float number);   /* String (parseFloat (number.toFixed (7))) */

G_END_DECLS
