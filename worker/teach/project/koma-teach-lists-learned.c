/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What was learned, in the examples. */
#include <math.h>

#include "koma-teach-class-private.h"
#include "koma-teach-example-private.h"
#include "koma-teach-lists.h"

/*< private >*/
guint
koma_teach_lists_count_known (const KomaTeachLists *self)
{
  guint n_known = 0;

  for (guint i = 0; i < self->classes->len; i++) {
    const GPtrArray *examples = koma_teach_class_get_examples (self->classes->pdata[i]);

    for (guint j = 0; j < examples->len; j++)
      n_known += koma_teach_example_get_state (examples->pdata[j]) == KOMA_TEACH_EXAMPLE_KNOWN;
  }
  return n_known;
}

/*< private >*/
void
koma_teach_lists_note_learned (KomaTeachLists         *self,
                               const KomaTeachLearned *learned)
{
  KomaTeachExample *example = koma_teach_lists_get_example (self, learned->key);

  if (example == NULL)
    return;
  if (learned->twin != 0)
    koma_teach_example_set_twin (example, koma_teach_lists_get_example (self, learned->twin));
  koma_teach_example_set_state (example,
                                learned->error == NULL ? KOMA_TEACH_EXAMPLE_KNOWN
                                                       : KOMA_TEACH_EXAMPLE_FAILED,
                                learned->error);
}

static guint
find_best (const float *scores, /* [n] */
           guint        n)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (scores[i] > scores[best])
      best = i;
  return best;
}

static void
note_held_out (KomaTeachLists            *self,
               const KomaTeachSet        *set,
               const KomaCrossValidation *validation,
               guint                      index)
{
  const float      *scores = validation->scores + (gsize) index * validation->n_classes;
  const guint       best = find_best (scores, validation->n_classes);
  KomaTeachExample *example =
    koma_teach_lists_get_example (self, g_array_index (set->keys, guint64, index));

  if (example != NULL && validation->folds[index] != KOMA_FOLD_NONE)
    koma_teach_example_set_held_out (
      example, koma_teach_lists_get_class (self, g_array_index (set->class_ids, guint, best)),
      scores[best]);
}

/*< private >
 * koma_teach_lists_note_evaluated:
 *
 * Examples get the answers of heads that had not learned from them.
 */
void
koma_teach_lists_note_evaluated (KomaTeachLists *self)
{
  const KomaTeachTrained *trained = self->learner->trained;
  GHashTableIter          iter;
  KomaTeachExample       *example = NULL;

  g_hash_table_iter_init (&iter, self->all_examples);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &example))
    koma_teach_example_set_held_out (example, NULL, 0);
  if (trained == NULL || trained->validation == NULL)
    return;
  for (guint i = 0; i < trained->validation->n; i++)
    note_held_out (self, trained->head->set, trained->validation, i);
}
