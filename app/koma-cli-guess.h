/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-collection.h"
#include "koma-cli-worker.h"

G_BEGIN_DECLS

/* What a range of values is settled with that is a guess. Thread: main. */
typedef struct
{
  const KomaCliOptions *options;
  KomaCliCollection    *collection;
  KomaWorker           *worker;
  KomaWorkerModel       model; /* that the worker has loaded */
} KomaCliGuess;

/* Where nothing says the range, the first pictures may, before any is answered; or the collection
 * does. Loads the model with it and tells so. @info: (inout) of the model; @found: (element-type
 * filename) pictures, of which none is left out. FALSE: the user was told why. */
gboolean koma_cli_guess_settle (const KomaCliGuess *self,
                                GPtrArray          *found,
                                KomaModelInfo     **info,
                                KomaRangeTrial     *ret_trial);

G_END_DECLS
