/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Threads that divide units of work among them, the caller's included. All calls come from the
 * thread that made the team. */
typedef struct _KomaTeam KomaTeam;

/* Units are independent: they run on any thread, in any order. */
typedef void (*KomaUnitFunc) (gpointer context, gsize unit);

KomaTeam *koma_team_new (guint n_threads);
void      koma_team_free (KomaTeam *team);
void      koma_team_divide (KomaTeam *team, KomaUnitFunc run, gpointer context, gsize n_units);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeam, koma_team_free)

G_END_DECLS
