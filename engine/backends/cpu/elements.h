/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* Elements of the result of an op of one operand. */
typedef void (*KomaCpuElementsFunc) (const KomaCpuStep *step,
                                     const void        *in,  /* [n] */
                                     void              *out, /* [n] */
                                     gsize              n);

/* Of @n elements, dense; @in and @out do not overlap. */
typedef void (*KomaCpuFunction) (const float *in,
                                 float       *out,
                                 gsize        n);

gboolean koma_cpu_elements_prepare (KomaCpuStep               *step,
                                    const KomaCpuElementsFunc *funcs, /* [KOMA_N_DTYPES] */
                                    double                     elem_cost,
                                    GError                   **error);
gboolean koma_cpu_elements_prepare_function (KomaCpuStep    *step,
                                             KomaCpuFunction function,
                                             double          elem_cost,
                                             GError        **error);

G_END_DECLS
