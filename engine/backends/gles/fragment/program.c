/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "program.h"

#include <stdio.h>

#include "engine/backends/gles/context.h"
#include "engine/backends/gles/plan.h"

/* One triangle over all that is drawn, without any data; vertices 3, 4 and 5
 * are those of the second layer's. */
static const char vertices[] =
  "#version 300 es\n"
  "flat out highp int layer;\n"
  "void main () {\n"
  "  layer = gl_VertexID / 3;\n"
  "  int i = gl_VertexID - layer * 3;\n"
  "  gl_Position = vec4 (i == 1 ? 3.0 : -1.0, i == 2 ? 3.0 : -1.0, 0.0, 1.0);\n"
  "}\n";

/**
 * koma_gles_fragment_attach_vertices:
 *
 * Gives @program the vertex shader that all have; it goes with the program,
 * and linking tells whether it is well.
 */
void
koma_gles_fragment_attach_vertices (GLuint program)
{
  const char *text = vertices;
  GLuint      shader = glCreateShader (GL_VERTEX_SHADER);

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  glShaderSource (shader, 1, &text, NULL);
  glCompileShader (shader);
  glAttachShader (program, shader);
  glDeleteShader (shader);
}

/* None of this name has the location -1, which GL ignores. */
static void
set_uniform (GLuint      program,
             const char *name,
             const char *member,
             int         value)
{
  g_autofree char *path = g_strconcat (name, member, NULL);

  glUniform1i (glGetUniformLocation (program, path), value);
}

/**
 * koma_gles_fragment_name_samplers:
 * @program: linked, or from a binary, which keeps no units
 * @text: of its file
 *
 * GLES 3.0 has no layout (binding = …) for samplers: the lines INPUT (0, …)
 * and TABLE (0, …) of the text say which reads which texture unit; a Tensor of
 * fragment.glsl knows its own. The program becomes the one in use.
 */
void
koma_gles_fragment_name_samplers (GLuint  program,
                                  GBytes *text)
{
  const char      *data = g_bytes_get_data (text, NULL);
  g_autofree char *copy = g_strndup (data, g_bytes_get_size (text));
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  glUseProgram (program);
  for (guint i = 0; lines[i] != NULL; i++) {
    char name[32] = "";
    int  unit = 0;

    if (sscanf (lines[i], "%*[A-Z_] (%d, %*[A-Za-z], %31[a-z_0-9])", &unit, name) != 2)
      continue;
    set_uniform (program, name, "", unit);
    set_uniform (program, name, ".texels", unit);
    set_uniform (program, name, ".unit", unit);
  }
}
