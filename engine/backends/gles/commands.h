/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plan.h"

G_BEGIN_DECLS

/* A compiled plan: buffers and commands. A run creates nothing. */
typedef struct _KomaGlesCommands KomaGlesCommands;

KomaGlesCommands *koma_gles_commands_new (const KomaGlesPlan *plan,
                                          GError            **error);
gboolean          koma_gles_commands_finish (KomaGlesCommands   *self,
                                             const KomaProgress *progress, /* (nullable) */
                                             GError            **error);
gboolean          koma_gles_commands_warm (KomaGlesCommands   *self,
                                           const KomaProgress *progress, /* (nullable) */
                                           GError            **error);
gboolean          koma_gles_commands_are_lost (const KomaGlesCommands *self);
void              koma_gles_commands_set_profiling (KomaGlesCommands *self,
                                                    gboolean          is_profiling);
void              koma_gles_commands_profile_work (KomaGlesCommands *self);
gboolean          koma_gles_commands_run_profiled (KomaGlesCommands *self,
                                                   double           *ret_ms, /* [n_nodes] */
                                                   GError          **error);
gboolean          koma_gles_commands_run (KomaGlesCommands *self,
                                          GError          **error);
void              koma_gles_commands_free (KomaGlesCommands *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGlesCommands, koma_gles_commands_free)

G_END_DECLS
