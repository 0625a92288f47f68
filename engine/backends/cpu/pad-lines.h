/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* A pad in as few dimensions as matter: those behind the last padded one are
 * one group of elements, and along the last padded one runs a line. Items are
 * lines of the result. */
typedef struct
{
  guint        n_dims;                 /* 1 or more; the last is the line */
  gsize        in_size[KOMA_MAX_RANK]; /* groups */
  gsize        out_size[KOMA_MAX_RANK];
  gsize        before[KOMA_MAX_RANK];
  gsize        group; /* elements */
  KomaCpuUnits units;
} KomaCpuPad;

/* Which element of a dimension of @size stands @position from its first, in
 * the padding if negative or @size or more; -1: none. */
typedef gssize (*KomaCpuPadFunc) (gssize position,
                                  gsize  size);

gboolean koma_cpu_pad_lines_prepare (KomaCpuStep *step,
                                     void (*run) (const KomaCpuStep *step, gsize unit),
                                     GError **error);
gssize   koma_cpu_pad_lines_find (const KomaCpuPad *pad,
                                  KomaCpuPadFunc    find,
                                  gsize             line);

G_END_DECLS
