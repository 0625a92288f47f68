/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-project.h"

G_BEGIN_DECLS

/* For so long the program lives on without a window where the disk does not answer; what is not
 * written then is lost, and what was written is whole. */
#define KOMA_TEACH_CLOSING_SECONDS 10

/* Closes @project, and keeps the application running until all that was asked for is on its disk.
 * Waits for nothing. Thread: main. */
void koma_teach_closing_begin (KomaTeachProject *project); /* (transfer full) */

G_END_DECLS
