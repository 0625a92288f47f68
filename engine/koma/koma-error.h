/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_ERROR (koma_error_quark ())

/**
 * KomaError:
 * @KOMA_ERROR_MODEL: the model file is damaged or not a model
 * @KOMA_ERROR_UNSUPPORTED: the model is sound, but uses what Koma can not do
 * @KOMA_ERROR_SHAPE: shapes, element types or sizes do not go together
 * @KOMA_ERROR_BACKEND: the backend is not available, or failed
 * @KOMA_ERROR_MEMORY: out of memory, or above a limit of `limits.h`
 * @KOMA_ERROR_DECODE: the picture is damaged or of an unknown format
 * @KOMA_ERROR_NO_MODEL: nothing to classify with has been loaded, or a folder or an archive holds
 *   no model
 * @KOMA_ERROR_ARGUMENT: an argument that the call can not have: a tensor that was disposed of,
 *   an axis that there is not, a step of zero
 * @KOMA_ERROR_SEVERAL_MODELS: a folder or an archive holds several models, and nobody said which
 *
 * Codes answer who can act; messages say what: file, node or tensor,
 * expected and found. A missing or unreadable file is a #GFileError or
 * #GIOErrorEnum, a cancelled call is %G_IO_ERROR_CANCELLED.
 */
typedef enum {
  KOMA_ERROR_MODEL,
  KOMA_ERROR_UNSUPPORTED,
  KOMA_ERROR_SHAPE,
  KOMA_ERROR_BACKEND,
  KOMA_ERROR_MEMORY,
  KOMA_ERROR_DECODE,
  KOMA_ERROR_NO_MODEL,
  KOMA_ERROR_ARGUMENT,
  KOMA_ERROR_SEVERAL_MODELS,
} KomaError;

GQuark koma_error_quark (void);

/* Sets @error and returns FALSE: `return koma_fail (…)`. */
gboolean koma_fail (GError    **error,
                    KomaError   code,
                    const char *format,
                    ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
