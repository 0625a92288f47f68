/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* An interpreter of the JavaScript that examples of TensorFlow.js are written in: expressions,
 * functions, loops and blocks, and the functions of tf that the tables of bindings have. They
 * are computed by the library's public functions. An async function runs to its end when it is
 * called; what waits for its promise is called later.
 *
 * A script's names stay from one text to the next. Tensors live until they are disposed of, by the
 * script or by the KomaScope that is in force. */
typedef struct _Script Script;

Script *script_new (void);
void    script_free (Script *self);

/* Errors: SCRIPT_ERROR (error.h) where the text is not understood; all others are the library's: it
 * refused what the script asked for. Both begin with the place. */
gboolean script_run (Script *self, const char *text, GError **error);

/* (transfer none) (element-type utf8): the lines that were printed */
GPtrArray *script_get_printed (Script *self);
/* (transfer none) (nullable): what a global name stands for; NULL where that is no tensor. */
KomaTensor *script_find_tensor (Script *self, const char *name);

/* Models that were made get their weights, as TensorFlow.js makes them when a layer is added. */
void script_make_weights (Script *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Script, script_free)

G_END_DECLS
