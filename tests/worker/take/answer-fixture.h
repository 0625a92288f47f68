/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An answer of a model that there is not. */
#pragma once

#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* (transfer full) The classes are @labels, with a comma between, in the order of their scores. The
 * first has @score, the next half of it, and so on. */
KomaResult *make_answer (const char *labels, double score);

G_END_DECLS
