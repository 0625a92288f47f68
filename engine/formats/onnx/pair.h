/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "engine/formats/onnx/onnx.pb-c.h"

G_BEGIN_DECLS

/* A model that compares pictures with words, in two files or in one. */

/* Reads both halves where @file is one of them and the other lies beside it; either gives the same
 * model. Nothing is done where it is none, or alone. */
gboolean koma_onnx_pair_read (const KomaModelFile *file,
                              KomaRawModel        *raw,
                              gboolean            *ret_is_pair,
                              GError             **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of a file of which koma_onnx_takes_both (). */
gboolean koma_onnx_both_read (const KomaModelFile          *file,
                              const Koma__Onnx__ModelProto *model,
                              KomaRawModel                 *raw,
                              GError                      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
