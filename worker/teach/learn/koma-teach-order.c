/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a teacher can be told, each as a message to its thread. */
#include "koma-teach-order.h"

/**
 * koma_teach_teacher_set_base:
 * @path: (nullable): of a model's file
 * @tuned: (nullable): hash of weights that were fine-tuned; if they are gone, its own count
 *
 * All features are computed anew, or read from the disk.
 *
 * Thread: main.
 */
void
koma_teach_teacher_set_base (KomaTeachTeacher *self,
                             const char       *path,
                             const char       *tuned)
{
  koma_teach_teacher_send (self, &(KomaTeachOrder){
                                   .kind = KOMA_TEACH_ORDER_BASE,
                                   .path = g_strdup (path),
                                   .tuned = g_strdup (tuned),
                                 });
}

/**
 * koma_teach_teacher_set_classes:
 * @ids: (transfer full) (element-type guint): of the classes, in their order
 * @names: (transfer full) (element-type utf8): their names
 *
 * Thread: main.
 */
void
koma_teach_teacher_set_classes (KomaTeachTeacher *self,
                                GArray           *ids,
                                GPtrArray        *names)
{
  koma_teach_teacher_send (self, &(KomaTeachOrder){
                                   .kind = KOMA_TEACH_ORDER_CLASSES,
                                   .ids = ids,
                                   .names = names,
                                 });
}

/**
 * koma_teach_teacher_place:
 * @key: of an example
 * @path: of its picture
 * @is_from_camera: a frame, not mirrored
 * @class_id: that it shows; 0: none
 *
 * Thread: main.
 */
void
koma_teach_teacher_place (KomaTeachTeacher *self,
                          guint64           key,
                          const char       *path,
                          gboolean          is_from_camera,
                          guint             class_id)
{
  koma_teach_teacher_send (self, &(KomaTeachOrder){
                                   .kind = KOMA_TEACH_ORDER_PLACE,
                                   .sample = koma_teach_sample_new (key, path, is_from_camera,
                                                                    class_id),
                                 });
}

/**
 * koma_teach_teacher_set_head:
 * @head: that answers until examples change
 *
 * Thread: main.
 */
void
koma_teach_teacher_set_head (KomaTeachTeacher *self,
                             KomaTeachHead    *head)
{
  koma_teach_teacher_send (self, &(KomaTeachOrder){
                                   .kind = KOMA_TEACH_ORDER_HEAD,
                                   .head = koma_teach_head_ref (head),
                                 });
}

/**
 * koma_teach_teacher_ask:
 * @question: (transfer full): ends with the answer
 *
 * Thread: main.
 */
void
koma_teach_teacher_ask (KomaTeachTeacher  *self,
                        KomaTeachQuestion *question)
{
  koma_teach_teacher_send (self, &(KomaTeachOrder){
                                   .kind = KOMA_TEACH_ORDER_QUESTION,
                                   .question = question,
                                 });
}
