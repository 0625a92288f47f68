/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/teach/project/koma-teach-project.h"

G_BEGIN_DECLS

/* The projects that there are: to open another, to rename, to remove with undo. @actions has
 * "open-project" (a folder) and "new-project"; while they are disabled, the open project stays. */
#define KOMA_TYPE_PROJECTS_WINDOW (koma_projects_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaProjectsWindow, koma_projects_window, KOMA, PROJECTS_WINDOW, AdwWindow)

GtkWindow *koma_projects_window_new (GtkWindow        *parent,
                                     GActionGroup     *actions,
                                     KomaTeachProject *project); /* that is open */

G_END_DECLS
