/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-set.h"

G_BEGIN_DECLS

/* An example as the teacher has it. */
typedef struct
{
  guint64            key;
  GRefString        *path; /* of the picture */
  gboolean           is_from_camera;
  guint              class_id; /* 0: none */
  KomaFeatureVector *vector;   /* (nullable) */
} KomaTeachSample;

KomaTeachSample *koma_teach_sample_new (guint64     key,
                                        const char *path,
                                        gboolean    is_from_camera,
                                        guint       class_id);
void             koma_teach_sample_free (KomaTeachSample *sample);

/* All examples of the teacher, and the classes in their order. Thread: teach. */
typedef struct _KomaTeachSamples KomaTeachSamples;

KomaTeachSamples *koma_teach_samples_new (void);
void              koma_teach_samples_free (KomaTeachSamples *self);

/* @ids: (element-type guint), @names: (element-type utf8): (transfer full) */
void koma_teach_samples_set_classes (KomaTeachSamples *self, GArray *ids, GPtrArray *names);
/* (transfer full) New, or in another class. */
void koma_teach_samples_place (KomaTeachSamples *self, KomaTeachSample *sample);
void koma_teach_samples_forget_vectors (KomaTeachSamples *self);

guint            koma_teach_samples_get_n_waiting (KomaTeachSamples *self);
KomaTeachSample *koma_teach_samples_next (KomaTeachSamples *self); /* (nullable) that waits */
/* @vector: (nullable): it can not be computed. */
void    koma_teach_samples_learn (KomaTeachSamples  *self,
                                  KomaTeachSample   *sample,
                                  KomaFeatureVector *vector);
guint64 koma_teach_samples_find_twin (KomaTeachSamples  *self, /* 0: none */
                                      KomaTeachSample   *sample,
                                      KomaFeatureVector *vector);
/* Of classes that have examples with features. @seen: (nullable) (element-type utf8): names of
 * pictures that the base was fine-tuned with. */
KomaTeachSet *koma_teach_samples_make_set (KomaTeachSamples *self, GHashTable *seen);

G_END_DECLS
