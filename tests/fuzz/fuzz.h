/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What libFuzzer calls, and driver.c: reads @data as a model would be read.
 * Errors are fine; crashes, leaks and warnings are not. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* A folder with one file of weights in it, for as long as the process runs. */
const char *fuzz_get_folder (void);
/* Writes @data into that folder, and reads it as a model. */
void fuzz_read_model (const char *name, const guint8 *data, gsize size);

G_END_DECLS
