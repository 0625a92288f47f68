/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result-item.h"
#include "worker/collection/koma-collection-keeper.h"

G_BEGIN_DECLS

/* What a collection knows of pictures is not computed; what it does not know is kept in it.
 * Thread: main. */
typedef struct _KomaKnownAnswers KomaKnownAnswers;

/* @items: (element-type KomaResultItem) that were asked for; @known: (nullable) (element-type
 * KomaCollectionKnown) one for each; what it has may be stolen */
typedef void (*KomaKnownAnswersFunc) (GPtrArray *items, GArray *known, gpointer user_data);

KomaKnownAnswers *koma_known_answers_new (KomaKnownAnswersFunc func, GObject *object);
void              koma_known_answers_free (KomaKnownAnswers *self);

/* (transfer full) (nullable) (element-type KomaResultItem) that the one before was being asked for;
 * it does not answer any more */
GPtrArray *koma_known_answers_set_keeper (KomaKnownAnswers     *self,
                                          KomaCollectionKeeper *keeper); /* (nullable) */
/* Nobody waits for answers any more. */
void koma_known_answers_forget (KomaKnownAnswers *self);
/* Whether the first of those that wait is to wait on: the collection is asked for it and those
 * behind it, which are taken out, or for others still. */
gboolean koma_known_answers_ask (KomaKnownAnswers *self,
                                 GQueue           *waiting); /* (element-type KomaResultItem) */
void     koma_known_answers_keep (KomaKnownAnswers *self,
                                  KomaResultItem   *item,
                                  KomaResult       *result, /* (nullable) … */
                                  const GError     *error);     /* … or why there is none */

G_END_DECLS
