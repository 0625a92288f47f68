/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-study.h"

G_BEGIN_DECLS

/* The thread that does studies, one at a time, beside the one that answers.
 * The newest supersedes all others. It is started with the first. */
typedef struct _KomaStudyThread KomaStudyThread;

KomaStudyThread *koma_study_thread_new (void);
void             koma_study_thread_start (KomaStudyThread *self,
                                          KomaStudy       *study); /* (transfer full) */
/* (transfer full) cancels, and waits for a piece that runs */
void koma_study_thread_join (KomaStudyThread *self);

G_END_DECLS
