/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tier.h"

#include "engine/runtime/flags.h"
#include "fragment/extent.h"

static gboolean
fail (const char         *reason,
      const KomaGlesInfo *info,
      GError            **error)
{
  return koma_fail (error, KOMA_ERROR_BACKEND, "%s (%s, %s)", reason, info->renderer,
                    info->version);
}

static KomaGlesTier
choose_tier (gboolean has_compute)
{
  const int flag = koma_flags_get (KOMA_FLAG_GLES_TIER);

  if (flag != KOMA_FLAG_AUTO)
    return (KomaGlesTier) flag;
  return has_compute ? KOMA_GLES_TIER_COMPUTE : KOMA_GLES_TIER_FRAGMENT;
}

/**
 * koma_gles_limits_choose:
 * @info: of the device
 * @ret_limits: (out): how it computes
 *
 * The flag GLES_TIER decides, then what the device can. Errors:
 * %KOMA_ERROR_BACKEND, if it has not the tier. Thread: any.
 */
gboolean
koma_gles_limits_choose (const KomaGlesInfo *info,
                         KomaGlesLimits     *ret_limits,
                         GError            **error)
{
  KomaGlesLimits limits = { choose_tier (info->has_compute), KOMA_GLES_MAX_BYTES, TRUE };

  if (limits.tier == KOMA_GLES_TIER_COMPUTE && !info->has_compute)
    return fail ("Compute programs need OpenGL ES 3.1", info, error);
  if (limits.tier == KOMA_GLES_TIER_FRAGMENT && info->texture_format == 0)
    return fail ("OpenGL ES renders to no texture of floats", info, error);
  if (limits.tier == KOMA_GLES_TIER_FRAGMENT) {
    limits.max_bytes = MIN (limits.max_bytes, (gsize) info->max_texture_size *
                                                KOMA_GLES_CONSTANT_WIDTH * 4 * sizeof (float));
    limits.has_float32 = info->texture_format == GL_RGBA32F;
  }
  *ret_limits = limits;
  return TRUE;
}

/**
 * koma_gles_limits_guess:
 *
 * Returns: the limits of a device that nobody has seen. Thread: any.
 */
KomaGlesLimits
koma_gles_limits_guess (void)
{
  return (KomaGlesLimits){ choose_tier (TRUE), KOMA_GLES_MAX_BYTES, TRUE };
}
