/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-lists.h"

#include "koma-teach-class-private.h"
#include "koma-teach-example-private.h"
#include "worker/teach/disk/koma-teach-journal.h"
#include "koma-teach-list.h"
#include "koma-teach-places.h"

/*< private >*/
void
koma_teach_lists_init (KomaTeachLists   *self,
                       GListModel       *owner,
                       KomaTeachLearner *learner,
                       const char       *folder)
{
  self->owner = owner;
  self->learner = learner;
  self->pictures = g_build_filename (folder, KOMA_TEACH_PICTURES, NULL);
  self->classes = g_ptr_array_new_with_free_func (g_object_unref);
  self->all_classes = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->all_examples = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  self->by_picture = g_hash_table_new (g_str_hash, g_str_equal);
}

/* Somebody may have an example for longer. */
static void
orphan_examples (KomaTeachLists *self)
{
  GHashTableIter    iter;
  KomaTeachExample *example = NULL;

  g_hash_table_iter_init (&iter, self->all_examples);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &example)) {
    koma_teach_example_set_class (example, NULL);
    koma_teach_example_set_twin (example, NULL);
    koma_teach_example_set_held_out (example, NULL, 0);
  }
}

/*< private >*/
void
koma_teach_lists_clear (KomaTeachLists *self)
{
  orphan_examples (self);
  g_hash_table_unref (self->by_picture);
  g_hash_table_unref (self->all_examples);
  g_ptr_array_unref (self->classes);
  g_hash_table_unref (self->all_classes);
  g_free (self->pictures);
}

static KomaTeachClass *
add_class (KomaTeachLists *self,
           guint           id,
           const char     *name,
           guint           colour)
{
  KomaTeachClass *klass = koma_teach_class_new (id, name, colour);

  g_hash_table_insert (self->all_classes, GUINT_TO_POINTER (id), klass);
  return klass;
}

/*< private >*/
void
koma_teach_lists_open (KomaTeachLists        *self,
                       const KomaTeachReplay *replay)
{
  GPtrArray *classes = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < replay->classes->len; i++) {
    const KomaTeachClassRecord *record = replay->classes->pdata[i];

    g_ptr_array_add (classes,
                     g_object_ref (add_class (self, record->id, record->name, record->colour)));
  }
  self->last_class_id = replay->last_class_id;
  self->last_key = replay->last_key;
  koma_teach_lists_set_classes (self, classes);
  koma_teach_lists_tell_classes (self);
}

/*< private >*/
void
koma_teach_lists_open_some (KomaTeachLists  *self,
                            const GPtrArray *records)
{
  g_autoptr (GPtrArray) examples = g_ptr_array_new ();

  for (guint i = 0; i < records->len; i++) {
    const KomaTeachExampleRecord *record = records->pdata[i];
    const KomaTeachExampleRecord *next = i + 1 < records->len ? records->pdata[i + 1] : NULL;
    KomaTeachClass               *klass = koma_teach_lists_get_class (self, record->class_id);
    KomaTeachExample             *example = koma_teach_lists_new_example (self, record);

    koma_teach_example_set_class (example, klass);
    koma_teach_lists_tell_place (self, example);
    g_ptr_array_add (examples, example);
    if (next != NULL && next->class_id == record->class_id)
      continue;
    koma_teach_class_append (klass, examples);
    g_ptr_array_set_size (examples, 0);
  }
}

/* One that the fewest have. */
static guint
choose_colour (const KomaTeachLists *self)
{
  guint n_uses[KOMA_TEACH_N_COLOURS] = { 0 };
  guint best = 0;

  for (guint i = 0; i < self->classes->len; i++)
    n_uses[koma_teach_class_get_colour (self->classes->pdata[i])]++;
  for (guint i = 1; i < KOMA_TEACH_N_COLOURS; i++)
    if (n_uses[i] < n_uses[best])
      best = i;
  return best;
}

/*< private >*/
KomaTeachClass *
koma_teach_lists_new_class (KomaTeachLists *self,
                            const char     *name)
{
  return add_class (self, ++self->last_class_id, name, choose_colour (self));
}

static gboolean
is_live (KomaTeachExample *example)
{
  KomaTeachClass *klass = koma_teach_example_get_class (example);

  return klass != NULL && !koma_teach_class_is_removed (klass);
}

/*< private >
 * koma_teach_lists_new_example:
 *
 * One whose picture another example has too is told to be its twin.
 *
 * Returns: (transfer none): it is in no class yet
 */
KomaTeachExample *
koma_teach_lists_new_example (KomaTeachLists               *self,
                              const KomaTeachExampleRecord *record)
{
  KomaTeachExample *example = koma_teach_example_new (record, self->pictures);
  const char       *picture = koma_teach_example_get_picture (example);
  KomaTeachExample *first = g_hash_table_lookup (self->by_picture, picture);

  g_hash_table_insert (self->all_examples, g_memdup2 (&record->key, sizeof record->key), example);
  if (first != NULL && is_live (first))
    koma_teach_example_set_twin (example, first);
  else
    g_hash_table_replace (self->by_picture, (gpointer) picture, example);
  return example;
}

/*< private >*/
KomaTeachClass *
koma_teach_lists_get_class (KomaTeachLists *self,
                            guint           id)
{
  return g_hash_table_lookup (self->all_classes, GUINT_TO_POINTER (id));
}

/*< private >*/
KomaTeachExample *
koma_teach_lists_get_example (KomaTeachLists *self,
                              guint64         key)
{
  return g_hash_table_lookup (self->all_examples, &key);
}

/*< private >*/
guint
koma_teach_lists_count_examples (const KomaTeachLists *self)
{
  guint n_examples = 0;

  for (guint i = 0; i < self->classes->len; i++)
    n_examples += koma_teach_class_get_n_examples (self->classes->pdata[i]);
  return n_examples;
}

/*< private >*/
void
koma_teach_lists_add (KomaTeachLists   *self,
                      KomaTeachExample *example,
                      KomaTeachClass   *klass)
{
  const GPtrArray     *examples = koma_teach_class_get_examples (klass);
  KomaTeachExample    *last = examples->len > 0 ? examples->pdata[examples->len - 1] : NULL;
  const KomaTeachPlace place = { example, klass };
  g_autoptr (GPtrArray) one = NULL;

  if (last != NULL && koma_teach_example_get_key (last) > koma_teach_example_get_key (example)) {
    koma_teach_places_take (&place, 1);
  } else {
    one = g_ptr_array_new ();
    g_ptr_array_add (one, example);
    koma_teach_example_set_class (example, klass);
    koma_teach_class_append (klass, one);
  }
  koma_teach_lists_tell_place (self, example);
}

static void
set_all_removed (const GPtrArray *classes,
                 gboolean         are_removed)
{
  for (guint i = 0; i < classes->len; i++)
    koma_teach_class_set_removed (classes->pdata[i], are_removed);
}

/*< private >*/
void
koma_teach_lists_set_classes (KomaTeachLists *self,
                              GPtrArray      *classes)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->classes);

  self->classes = classes;
  set_all_removed (before, TRUE);
  set_all_removed (classes, FALSE);
  koma_teach_list_tell (self->owner, before, classes);
}

/*< private >*/
void
koma_teach_lists_tell_classes (KomaTeachLists *self)
{
  GArray    *ids = g_array_new (FALSE, FALSE, sizeof (guint));
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->classes->len; i++) {
    const guint id = koma_teach_class_get_id (self->classes->pdata[i]);

    g_array_append_val (ids, id);
    g_ptr_array_add (names, g_strdup (koma_teach_class_get_name (self->classes->pdata[i])));
  }
  koma_teach_learner_set_classes (self->learner, ids, names);
}

/*< private >*/
void
koma_teach_lists_tell_place (KomaTeachLists   *self,
                             KomaTeachExample *example)
{
  KomaTeachClass  *klass = koma_teach_example_get_class (example);
  g_autofree char *path =
    g_build_filename (self->pictures, koma_teach_example_get_picture (example), NULL);

  koma_teach_learner_place (self->learner, koma_teach_example_get_key (example), path,
                            koma_teach_example_is_from_camera (example),
                            klass != NULL ? koma_teach_class_get_id (klass) : 0);
}

/*< private >
 * koma_teach_lists_set_base:
 * @path: (nullable): of a model's file
 * @tuned: (nullable): hash of weights that were fine-tuned
 *
 * All examples wait for its features.
 */
void
koma_teach_lists_set_base (KomaTeachLists *self,
                           const char     *path,
                           const char     *tuned)
{
  GHashTableIter    iter;
  KomaTeachExample *example = NULL;

  g_hash_table_iter_init (&iter, self->all_examples);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &example))
    koma_teach_example_set_state (example, KOMA_TEACH_EXAMPLE_WAITING, NULL);
  koma_teach_learner_set_base (self->learner, path, tuned);
}
