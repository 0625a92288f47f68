/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A safe start has folders of its own for state, data and what is kept for speed, and settings in
 * memory: what an earlier start left is neither read nor changed. The folders are removed when the
 * program ends; after a crash they stay, with the report. The user's configuration is read: Koma
 * writes nothing there, and what makes its text legible is. */
#define KOMA_SAFE_PLACE_OPTION "--safe-start"

/* Takes note of such a start, and begins one where the option is among the words. Before anything
 * asks where folders are. Thread: the only one. FALSE: it failed, which was told. */
gboolean koma_safe_place_enter (char **argv);
/* Executes the program anew, in such a place. @argv has the option. Thread: main. Returns where
 * that failed, which was told. */
void koma_safe_place_restart (char **argv);
/* The folder of the user's state files, which are left alone; NULL: this is no safe start. */
const char *koma_safe_place_get_users_state (void);

G_END_DECLS
