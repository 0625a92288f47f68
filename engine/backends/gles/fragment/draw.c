/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw.h"

#include <string.h>

#include "engine/backends/gles/context.h"

/* No driver wants ranges of a buffer aligned to more. */
#define MAX_ALIGNMENT 256

G_STATIC_ASSERT (sizeof (KomaGlesDrawParams) % MAX_ALIGNMENT == 0);

static void
set_layout (const KomaGlesExtent *extent,
            gint32               *layout) /* [4] */
{
  layout[0] = extent->quarter;
  layout[1] = extent->row - 1;
  layout[2] = g_bit_nth_lsf (extent->row, -1);
}

/**
 * koma_gles_draw_make_params:
 *
 * Returns: the parameters of @dispatch with the layouts of what it reads and
 *   writes
 */
KomaGlesDrawParams
koma_gles_draw_make_params (const KomaGlesPlan     *plan,
                            const KomaGlesDispatch *dispatch)
{
  const guint        output = dispatch->n_bindings - 1;
  KomaGlesDrawParams params = { .padding = { { 0 } } };

  memcpy (params.params, dispatch->params, sizeof params.params);
  for (guint i = 0; i <= output; i++) {
    const KomaGlesExtent extent = koma_gles_extent_get (plan, dispatch->bindings[i]);

    set_layout (&extent, params.layouts[i < output ? i : KOMA_GLES_MAX_BINDINGS - 1]);
  }
  return params;
}

/* The rows that are full, and the rest of one: else a whole row would be made
 * for it. */
static void
draw_rectangles (const KomaGlesExtent *extent,
                 guint                 first_vertex)
{
  const guint n_full = extent->quarter / extent->row;
  const guint n_rest = extent->quarter % extent->row;

  if (n_full > 0) {
    glViewport (0, 0, extent->row, n_full);
    glDrawArrays (GL_TRIANGLES, first_vertex, 3);
  }
  if (n_rest > 0) {
    glViewport (0, n_full, n_rest, 1);
    glDrawArrays (GL_TRIANGLES, first_vertex, 3);
  }
}

static void
draw_layers (const KomaGlesDraw *draw,
             GLuint              framebuffer,
             guint               first_layer,
             guint               n_layers)
{
  static const GLenum attachments[] = { GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1,
                                        GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3 };

  glBindFramebuffer (GL_FRAMEBUFFER, framebuffer);
  glInvalidateFramebuffer (GL_FRAMEBUFFER, n_layers, attachments);
  draw_rectangles (&draw->extent, 3 * first_layer);
}

/**
 * koma_gles_draw_run:
 *
 * With the program in use, and its parameters bound. Thread: the device's.
 */
void
koma_gles_draw_run (const KomaGlesDraw *draw)
{
  KOMA_GLES_ASSERT_ANY_CURRENT ();

  for (guint i = 0; i < draw->n_names; i++) {
    glActiveTexture (GL_TEXTURE0 + i);
    glBindTexture (GL_TEXTURE_2D_ARRAY, draw->names[i]);
  }
  if (draw->has_quarters)
    draw_layers (draw, draw->target->all_layers, 0, KOMA_GLES_N_LAYERS);
  for (guint i = 0; i < KOMA_GLES_N_LAYERS && !draw->has_quarters; i++)
    if (koma_gles_extent_count_texels (&draw->extent, i) > 0)
      draw_layers (draw, draw->target->framebuffers[i], i, 1);
}
