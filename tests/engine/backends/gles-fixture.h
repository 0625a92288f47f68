/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds a test that is skipped, with the reason, where there is no OpenGL ES. */
void gles_fixture_add (const char *path, void (*test) (void));

G_END_DECLS
