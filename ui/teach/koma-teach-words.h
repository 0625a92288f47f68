/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-add.h"

G_BEGIN_DECLS

/* Classes, examples and what was done with them, in the user's language. */
char       *koma_teach_words_for_count (guint n_examples); /* "12 pictures" */
const char *koma_teach_words_for_colour (guint colour);
GMenuItem  *koma_teach_words_create_menu_item (KomaTeachClass *klass); /* with its name */

/* "Cat, Dog, Bird…" @names: (array zero-terminated=1) */
char *koma_teach_words_for_classes (char *const *names);
/* "3 classes, 120 pictures, changed on 11/22/26" */
char *koma_teach_words_for_project (guint    n_classes,
                                    guint    n_examples,
                                    gint64   changed_us, /* since 1970 */
                                    gboolean is_open);

/* What would make a class better, and "" where nothing would. @most is the name of the class that
 * has most examples. */
char *koma_teach_words_for_advice (guint       n_examples,
                                   guint       n_twins,
                                   guint       n_most,
                                   const char *most);
/* For the tooltip of a picture. */
char *koma_teach_words_for_example (KomaTeachExample *example);

/* For toasts that offer to undo it. @name: (nullable) of the class, where it was one. */
char *koma_teach_words_for_undo (const KomaTeachUndo *undo);
char *koma_teach_words_for_added (const KomaTeachAdded *added,
                                  const char           *name);

G_END_DECLS
