/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-example.h"

G_BEGIN_DECLS

/* Where an example is, or goes. */
typedef struct
{
  KomaTeachExample *example;
  KomaTeachClass   *klass; /* (nullable) in none */
} KomaTeachPlace;

/* Moves all of them; of those with one example the last counts. Each class that has others then
 * tells so once. Thread: main. */
void koma_teach_places_take (const KomaTeachPlace *places, /* [n] */
                             guint                 n);

G_END_DECLS
