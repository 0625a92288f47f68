/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-collection.h"
#include "koma-cli-report.h"
#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

/* Requests on their way, and results that wait for an earlier one; enough for
 * the largest batch to be filled while another is computed. */
#define KOMA_CLI_MAX_SLOTS (2 * KOMA_MAX_BATCH)

/* One picture, from sending to printing. */
typedef struct
{
  char        *path;
  KomaRequest *request;
  KomaResult  *result; /* (nullable) */
  GError      *error;  /* (nullable) */
  KomaCliKept  kept;
  GBytes      *thumbnail; /* (nullable) of a picture that was known */
} KomaCliSlot;

/* The pictures of `koma classify`, which are answered in any order and printed in that of their
 * sending. Thread: main. */
typedef struct
{
  KomaCliReport     *report;                    /* (nullable) until something may be printed */
  KomaCliCollection *collection;                /* borrowed */
  gboolean           is_ending;                 /* pictures that were taken back are left out */
  KomaCliSlot        slots[KOMA_CLI_MAX_SLOTS]; /* of the picture with key % MAX_SLOTS */
  guint64            n_sent;                    /* the key of the next */
  guint64            n_printed;
  guint              n_failed;
} KomaCliSlots;

void         koma_cli_slots_clear (KomaCliSlots *self);
gboolean     koma_cli_slots_are_full (const KomaCliSlots *self);
KomaCliSlot *koma_cli_slots_get (KomaCliSlots *self, guint64 key);
/* @path: (transfer full). @what: but for its key */
KomaCliSlot *koma_cli_slots_add (KomaCliSlots *self, char *path, const KomaRequest *what);
/* What an interruption took back is left out, and no failure. */
gboolean koma_cli_slots_was_taken_back (const KomaCliSlots *self, const KomaCliSlot *slot);
/* All that are ready up to the first that is not. */
void koma_cli_slots_print (KomaCliSlots *self);

G_END_DECLS
