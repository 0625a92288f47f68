/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A place for a scrolled list whose rows hold no controls: Tab leaves it from any row, where GTK
 * would go on to the next one of perhaps a thousand, and comes back to that row. The arrow keys go
 * from row to row. */
#define KOMA_TYPE_TAB_STOP (koma_tab_stop_get_type ())
G_DECLARE_FINAL_TYPE (KomaTabStop, koma_tab_stop, KOMA, TAB_STOP, AdwBin)

G_END_DECLS
