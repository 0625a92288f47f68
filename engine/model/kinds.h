/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_KINDS_FILE "kinds.json"

/* Coarser kinds of classes: "Animals" for "tabby cat", which is among the mammals and the cats,
 * too. Immutable, reference counted.
 *
 *   {
 *     "kinds": {"animal": {"en": "Animals", "de": "Tiere"}, "cat": {"en": "Cats", "de": "Katzen"}},
 *     "classes": [{"kinds": ["animal", "cat"], "lines": [[282, 286], 999]}]
 *   }
 *
 * Lines count from 1 on, as in labels.txt beside it. */
typedef struct _KomaKinds KomaKinds;

/* (nullable) NULL where there is no such file, or a damaged one. See koma_localized_choose () for
 * @languages; @is_one_language: nobody asks for words in others. */
KomaKinds *koma_kinds_read (const char        *folder,
                            guint              n_lines,
                            const char *const *languages,
                            gboolean           is_one_language);
KomaKinds *koma_kinds_ref (KomaKinds *kinds);
void       koma_kinds_unref (KomaKinds *kinds); /* (nullable) */

/* Of a line, from 0 on; NULL where none was given. The coarsest, in the language of names … */
const char *koma_kinds_get_name (const KomaKinds *kinds, guint line);
/* … and all of them in any language, one a line, to search. */
const char *koma_kinds_get_words (const KomaKinds *kinds, guint line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaKinds, koma_kinds_unref)

G_END_DECLS
