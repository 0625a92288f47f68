/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-samples.h"
#include "koma-teach-teacher.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_TEACH_ORDER_BASE,
  KOMA_TEACH_ORDER_CLASSES,
  KOMA_TEACH_ORDER_PLACE,
  KOMA_TEACH_ORDER_HEAD,
  KOMA_TEACH_ORDER_QUESTION,
} KomaTeachOrderKind;

/* What the main thread sends to a teacher. */
typedef struct
{
  KomaMpscItem       item; /* first */
  KomaTeachOrderKind kind;
  char              *path;
  char              *tuned;
  GArray            *ids;
  GPtrArray         *names;
  KomaTeachSample   *sample;
  KomaTeachHead     *head;
  KomaTeachQuestion *question;
} KomaTeachOrder;

/* In koma-teach-teacher.c; members of @values are the order's own. */
void koma_teach_teacher_send (KomaTeachTeacher *self, const KomaTeachOrder *values);

G_END_DECLS
