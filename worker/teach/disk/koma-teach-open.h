/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-journal.h"
#include "koma-teach-replay.h"

G_BEGIN_DECLS

/* Reads the journal, and looks whether the pictures are there. Warnings are whole sentences. The
 * next lines can be written after it. Thread: that of the journal. */
KomaTeachReplay *koma_teach_open (KomaTeachJournal *journal,
                                  char           ***ret_warnings,
                                  GError          **error);
/* Drops what nobody needs any more: lines that later ones made void, and pictures that only these
 * named. Not where there was anything that was not understood. */
void koma_teach_tidy (KomaTeachJournal *journal, const KomaTeachReplay *replay);

G_END_DECLS
