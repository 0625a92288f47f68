/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/pad-source.h"
#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* A padding in as few dimensions as possible: those after the last padded one
 * are one group of bytes, and a line runs along the last padded one. Items
 * are lines of the result. */
typedef struct
{
  guint        n_dims;                 /* 1 or more; the last is the line */
  gsize        in_size[KOMA_MAX_RANK]; /* groups */
  gsize        out_size[KOMA_MAX_RANK];
  gsize        before[KOMA_MAX_RANK];
  gsize        group; /* bytes */
  KomaCpuUnits units;
} KomaCpuPad;

gboolean koma_cpu_pad_lines_prepare (KomaCpuStep *step,
                                     void (*run) (const KomaCpuStep *step, gsize unit),
                                     GError **error);
gssize   koma_cpu_pad_lines_find (const KomaCpuPad *pad,
                                  KomaPadFind       find,
                                  gsize             line);
gsize    koma_cpu_pad_lines_count_alike (const KomaCpuPad *pad,
                                         gsize             line,
                                         gsize             end);

G_END_DECLS
