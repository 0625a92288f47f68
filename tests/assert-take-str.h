/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void assert_take_str (char       *got, /* (transfer full) */
                      const char *wanted);

G_END_DECLS
