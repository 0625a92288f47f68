/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-example.h"
#include "worker/teach/disk/koma-teach-record.h"

G_BEGIN_DECLS

/* The project's. */
KomaTeachExample *koma_teach_example_new (const KomaTeachExampleRecord *record, const char *folder);
void              koma_teach_example_set_class (KomaTeachExample *self,
                                                KomaTeachClass   *klass); /* (nullable) */
void              koma_teach_example_set_twin (KomaTeachExample *self,
                                               KomaTeachExample *twin); /* (nullable) */
void              koma_teach_example_set_state (KomaTeachExample     *self,
                                                KomaTeachExampleState state,
                                                const char           *error); /* (nullable) */
void              koma_teach_example_set_held_out (KomaTeachExample *self,
                                                   KomaTeachClass   *answer, /* (nullable) */
                                                   float             score);
const char       *koma_teach_example_get_picture (KomaTeachExample *self); /* file in the folder */

G_END_DECLS
