/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* F1 opens the page of the help about what a window shows: in dialogs and other windows, to which
 * the keys of the application do not come. From now on, for as long as the program runs. */
void koma_help_topic_watch_windows (void);

G_END_DECLS
