/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "precision.h"

#include "engine/koma/koma-error.h"
#include "engine/runtime/flags.h"
#include "probe.h"

/* Buffers hold whatever one puts there, textures what the driver renders to;
 * the flag may say otherwise. */
static gboolean
is_float32_capable (void)
{
  const int capable = koma_flags_get (KOMA_FLAG_GLES_RENDER_FLOAT32_CAPABLE);

  return capable == KOMA_FLAG_AUTO ? koma_gles_probe_limits ().has_float32 : capable != 0;
}

static gboolean
is_float32_enabled (void)
{
  const int enabled = koma_flags_get (KOMA_FLAG_GLES_RENDER_FLOAT32_ENABLED);

  return enabled == KOMA_FLAG_AUTO ? is_float32_capable () : enabled != 0;
}

/**
 * koma_gles_choose_precision:
 *
 * What was asked for or, where it was nothing, what the flags say: float32 if
 * the device has it. Errors: %KOMA_ERROR_UNSUPPORTED, if it was asked for and
 * the device has not. Thread: any.
 */
gboolean
koma_gles_choose_precision (KomaPrecision  asked,
                            KomaPrecision *ret_precision,
                            GError       **error)
{
  if (asked == KOMA_PRECISION_AS_FLAGS)
    asked = is_float32_enabled () ? KOMA_PRECISION_FLOAT32 : KOMA_PRECISION_FLOAT16;
  if (asked == KOMA_PRECISION_FLOAT32 && !is_float32_capable ())
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "This OpenGL ES device stores no float32; float16 would do");
  *ret_precision = asked;
  return TRUE;
}
