/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Downloads a model, or finds it in the store; standard error tells how far it is. SIGINT and
 * SIGTERM end it, and the program. (nullable) after having told the user why not. Thread: main. */
char *koma_cli_fetch (const char *address);

G_END_DECLS
