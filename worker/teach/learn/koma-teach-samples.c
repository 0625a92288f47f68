/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-samples.h"

#include <string.h>

/* The cosine of two pictures that are nearly the same. */
#define TWIN_COSINE 0.995

struct _KomaTeachSamples
{
  GPtrArray  *samples; /* (element-type KomaTeachSample) as they came */
  GHashTable *by_key;
  GQueue      waiting; /* of KomaTeachSample */
  GArray     *ids;     /* guint: classes in their order */
  GPtrArray  *names;   /* (element-type utf8) */
};

/*< private >*/
KomaTeachSample *
koma_teach_sample_new (guint64     key,
                       const char *path,
                       gboolean    is_from_camera,
                       guint       class_id)
{
  KomaTeachSample *sample = g_new0 (KomaTeachSample, 1);

  sample->key = key;
  sample->path = g_ref_string_new (path);
  sample->is_from_camera = is_from_camera;
  sample->class_id = class_id;
  return sample;
}

void
koma_teach_sample_free (KomaTeachSample *sample)
{
  g_clear_pointer (&sample->vector, koma_feature_vector_unref);
  g_ref_string_release (sample->path);
  g_free (sample);
}

/*< private >*/
KomaTeachSamples *
koma_teach_samples_new (void)
{
  KomaTeachSamples *self = g_new0 (KomaTeachSamples, 1);

  self->samples = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_sample_free);
  self->by_key = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->names = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/*< private >*/
void
koma_teach_samples_free (KomaTeachSamples *self)
{
  g_queue_clear (&self->waiting);
  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->samples);
  g_array_unref (self->ids);
  g_ptr_array_unref (self->names);
  g_free (self);
}

/*< private >*/
void
koma_teach_samples_set_classes (KomaTeachSamples *self,
                                GArray           *ids,
                                GPtrArray        *names)
{
  g_array_unref (self->ids);
  g_ptr_array_unref (self->names);
  self->ids = ids;
  self->names = names;
}

/*< private >
 * koma_teach_samples_place:
 *
 * One that goes to no class keeps its features, for the case that this is undone.
 */
void
koma_teach_samples_place (KomaTeachSamples *self,
                          KomaTeachSample  *sample)
{
  KomaTeachSample *before = g_hash_table_lookup (self->by_key, &sample->key);

  if (before != NULL) {
    before->class_id = sample->class_id;
    koma_teach_sample_free (sample);
    return;
  }
  g_ptr_array_add (self->samples, sample);
  g_hash_table_insert (self->by_key, &sample->key, sample);
  g_queue_push_tail (&self->waiting, sample);
}

/*< private >*/
void
koma_teach_samples_forget_vectors (KomaTeachSamples *self)
{
  g_queue_clear (&self->waiting);
  for (guint i = 0; i < self->samples->len; i++) {
    KomaTeachSample *sample = self->samples->pdata[i];

    g_clear_pointer (&sample->vector, koma_feature_vector_unref);
    g_queue_push_tail (&self->waiting, sample);
  }
}

/*< private >*/
guint
koma_teach_samples_get_n_waiting (KomaTeachSamples *self)
{
  return self->waiting.length;
}

/*< private >*/
KomaTeachSample *
koma_teach_samples_next (KomaTeachSamples *self)
{
  return g_queue_pop_head (&self->waiting);
}

/*< private >*/
void
koma_teach_samples_learn (KomaTeachSamples  *self,
                          KomaTeachSample   *sample,
                          KomaFeatureVector *vector)
{
  if (vector != NULL)
    sample->vector = koma_feature_vector_ref (vector);
}

/*< private >*/
guint64
koma_teach_samples_find_twin (KomaTeachSamples  *self,
                              KomaTeachSample   *sample,
                              KomaFeatureVector *vector)
{
  for (guint i = 0; i < self->samples->len; i++) {
    const KomaTeachSample *other = self->samples->pdata[i];

    if (other->key < sample->key && other->class_id != 0 && other->vector != NULL &&
        koma_feature_vector_compare (other->vector, vector) > TWIN_COSINE)
      return other->key;
  }
  return 0;
}

static gboolean
is_seen (const KomaTeachSample *sample,
         GHashTable            *seen) /* (nullable) */
{
  const char *slash = strrchr (sample->path, '/');

  return seen != NULL && g_hash_table_contains (seen, slash != NULL ? slash + 1 : sample->path);
}

static void
add_members (KomaTeachSamples *self,
             GPtrArray        *members, /* (nullable) */
             guint             index,
             GHashTable       *seen,
             KomaTeachSet     *set)
{
  if (members == NULL)
    return;
  koma_teach_set_add_class (set, g_array_index (self->ids, guint, index),
                            self->names->pdata[index]);
  for (guint i = 0; i < members->len; i++) {
    const KomaTeachSample *sample = members->pdata[i];

    koma_teach_set_add (set, sample->key, sample->vector, sample->path, sample->is_from_camera,
                        is_seen (sample, seen));
  }
}

/*< private >*/
KomaTeachSet *
koma_teach_samples_make_set (KomaTeachSamples *self,
                             GHashTable       *seen)
{
  KomaTeachSet *set = koma_teach_set_new ();
  g_autoptr (GHashTable) by_class =
    g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < self->samples->len; i++) {
    KomaTeachSample *sample = self->samples->pdata[i];
    gpointer         id = GUINT_TO_POINTER (sample->class_id);
    GPtrArray       *members = g_hash_table_lookup (by_class, id);

    if (sample->vector == NULL || sample->class_id == 0)
      continue;
    if (members == NULL) {
      members = g_ptr_array_new ();
      g_hash_table_insert (by_class, id, members);
    }
    g_ptr_array_add (members, sample);
  }
  for (guint i = 0; i < self->ids->len; i++)
    add_members (
      self,
      g_hash_table_lookup (by_class, GUINT_TO_POINTER (g_array_index (self->ids, guint, i))), i,
      seen, set);
  return set;
}
