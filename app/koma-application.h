/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The program with its window. One instance a session: a second start hands
 * its arguments to the first. */
#define KOMA_TYPE_APPLICATION (koma_application_get_type ())
G_DECLARE_FINAL_TYPE (KomaApplication, koma_application, KOMA, APPLICATION, AdwApplication)

/* Options: --model, --backend; the rest are files. Returns the exit status. */
int koma_application_main (int argc, char **argv);

G_END_DECLS
