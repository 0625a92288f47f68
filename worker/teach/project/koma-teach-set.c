/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-set.h"

/*< private >
 * koma_teach_set_new:
 *
 * Thread: any. Returns: (transfer full): without classes
 */
KomaTeachSet *
koma_teach_set_new (void)
{
  KomaTeachSet *self = g_atomic_rc_box_new0 (KomaTeachSet);

  self->vectors = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);
  self->paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ref_string_release);
  self->cameras = g_array_new (FALSE, FALSE, sizeof (gboolean));
  self->seen = g_array_new (FALSE, FALSE, sizeof (gboolean));
  self->classes = g_array_new (FALSE, FALSE, sizeof (guint));
  self->keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->class_ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->names = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  return self;
}

/*< private >*/
KomaTeachSet *
koma_teach_set_ref (KomaTeachSet *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
set_clear (gpointer data)
{
  KomaTeachSet *self = data;

  g_ptr_array_unref (self->vectors);
  g_ptr_array_unref (self->paths);
  g_array_unref (self->cameras);
  g_array_unref (self->seen);
  g_array_unref (self->classes);
  g_array_unref (self->keys);
  g_array_unref (self->class_ids);
  g_ptr_array_unref (self->names);
}

/*< private >*/
void
koma_teach_set_unref (KomaTeachSet *self)
{
  g_atomic_rc_box_release_full (self, set_clear);
}

/*< private >*/
void
koma_teach_set_add_class (KomaTeachSet *self,
                          guint         id,
                          const char   *name)
{
  g_array_append_val (self->class_ids, id);
  g_ptr_array_add (self->names, g_strdup (name));
}

/*< private >*/
void
koma_teach_set_add (KomaTeachSet      *self,
                    guint64            key,
                    KomaFeatureVector *vector,
                    GRefString        *path,
                    gboolean           is_from_camera,
                    gboolean           is_seen)
{
  const guint index = self->class_ids->len - 1;

  g_ptr_array_add (self->vectors, koma_feature_vector_ref (vector));
  g_array_append_val (self->classes, index);
  g_array_append_val (self->keys, key);
  g_ptr_array_add (self->paths, g_ref_string_acquire (path));
  g_array_append_val (self->cameras, is_from_camera);
  g_array_append_val (self->seen, is_seen);
}

/*< private >*/
guint
koma_teach_set_get_n_classes (const KomaTeachSet *self)
{
  return self->class_ids->len;
}

/*< private >*/
KomaExamples
koma_teach_set_get_examples (const KomaTeachSet *self)
{
  return (KomaExamples){
    .features = (KomaFeatureVector *const *) self->vectors->pdata,
    .classes = (const guint *) (gpointer) self->classes->data,
    .n = self->vectors->len,
    .names = (const char *const *) self->names->pdata,
    .n_classes = self->class_ids->len,
    .is_seen = (const gboolean *) (gpointer) self->seen->data,
  };
}

/*< private >
 * koma_teach_head_new:
 * @set: whose classes it answers
 * @head: may be of examples that were there before, of the same classes
 *
 * Thread: any. Returns: (transfer full): both
 */
KomaTeachHead *
koma_teach_head_new (KomaTeachSet *set,
                     KomaHead     *head)
{
  KomaTeachHead *self = g_atomic_rc_box_new0 (KomaTeachHead);

  self->set = koma_teach_set_ref (set);
  self->head = koma_head_ref (head);
  return self;
}

/*< private >*/
KomaTeachHead *
koma_teach_head_ref (KomaTeachHead *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
head_clear (gpointer data)
{
  KomaTeachHead *self = data;

  koma_teach_set_unref (self->set);
  koma_head_unref (self->head);
}

/*< private >*/
void
koma_teach_head_unref (KomaTeachHead *self)
{
  g_atomic_rc_box_release_full (self, head_clear);
}
