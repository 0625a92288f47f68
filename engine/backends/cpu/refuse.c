/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "refuse.h"

/**
 * koma_cpu_refuse_dtype:
 * @expected: in words: "float32 or int32"
 *
 * Says that this op is not computed for elements of the first input's type;
 * the caller of prepare says of which op and node.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, always.
 *
 * Returns: %FALSE: `return koma_cpu_refuse_dtype (…)`
 */
gboolean
koma_cpu_refuse_dtype (const KomaCpuStep *step,
                       const char        *expected,
                       GError           **error)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "input is %s, expected %s",
                    koma_dtype_name (koma_cpu_step_in_dtype (step, 0)), expected);
}
