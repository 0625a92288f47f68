/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_TEACH_CHANGE_BASE,
  KOMA_TEACH_CHOOSE_HIDDEN,
  KOMA_TEACH_FINE_TUNE,
  KOMA_TEACH_ADD_CLASS,
  KOMA_TEACH_RENAME_CLASS,
  KOMA_TEACH_RECOLOUR_CLASS,
  KOMA_TEACH_MOVE_CLASS,
  KOMA_TEACH_REMOVE_CLASS,
  KOMA_TEACH_ADD_EXAMPLES, /* and the classes of their folders */
  KOMA_TEACH_REMOVE_EXAMPLES,
  KOMA_TEACH_MOVE_EXAMPLES,
} KomaTeachChange;

/* A step, for words: "Removed 3 examples of “Cat”". */
typedef struct
{
  KomaTeachChange kind;       /* of its first operation, or the one with examples */
  guint           n_examples; /* that it added, removed or moved; so far */
  char           *name;       /* of its class, before it; "" where there were several */
} KomaTeachUndo;

G_END_DECLS
