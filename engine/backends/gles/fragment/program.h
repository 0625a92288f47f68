/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <GLES3/gl3.h>
#include <glib.h>

G_BEGIN_DECLS

/* A program of the second tier: its vertex shader and its samplers. */
void koma_gles_fragment_attach_vertices (GLuint program);
void koma_gles_fragment_name_samplers (GLuint program, GBytes *text);

G_END_DECLS
