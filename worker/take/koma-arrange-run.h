/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-plan.h"
#include "koma-arrange-report.h"
#include "koma-take-progress.h"

G_BEGIN_DECLS

/* Does what a plan says. Each step is in a journal on the disk before it is done; nothing is
 * ever overwritten, but sidecars, whose old content is in the journal. A file that changed since
 * the plan, or went, is left alone and named; a full disk ends it. Thread: any but main. Errors:
 * those of koma_fail_errno (): there can be no journal, and nothing was done. */
KomaArrangeReport *koma_arrange_run (KomaArrangePlan  *plan,
                                     KomaTakeProgress *progress, /* (nullable) */
                                     GCancellable     *cancellable,
                                     GError          **error);

G_END_DECLS
