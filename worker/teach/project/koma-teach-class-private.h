/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-class.h"

G_BEGIN_DECLS

/* The project's. */
KomaTeachClass *koma_teach_class_new (guint id, const char *name, guint colour);
void            koma_teach_class_set_name (KomaTeachClass *self, const char *name);
void            koma_teach_class_set_colour (KomaTeachClass *self, guint colour);
void            koma_teach_class_set_removed (KomaTeachClass *self, gboolean is_removed);

const GPtrArray *koma_teach_class_get_examples (KomaTeachClass *self);
void             koma_teach_class_append (KomaTeachClass *self,
                                          GPtrArray      *examples); /* (transfer none) */
/* Tells of what is different only. */
void koma_teach_class_set_examples (KomaTeachClass *self,
                                    GPtrArray      *examples); /* (transfer full) */

G_END_DECLS
