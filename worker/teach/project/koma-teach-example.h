/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-class.h"
#include "engine/koma-app.h"

G_BEGIN_DECLS

/* How far the teacher is with an example. */
typedef enum {
  KOMA_TEACH_EXAMPLE_WAITING, /* for its features */
  KOMA_TEACH_EXAMPLE_KNOWN,   /* it counts in answers */
  KOMA_TEACH_EXAMPLE_FAILED,  /* its picture is missing or damaged; see get_error () */
} KomaTeachExampleState;

/* Pictures of at most this many pixels a side are kept; larger ones are scaled. */
#define KOMA_TEACH_SIDE 640

/* A picture that shows a class. By the time that anybody has one, its picture and its class are on
 * the disk. One that was removed has no class until that is undone.
 *
 * Properties that notify: "class", "state", "twin", "held-out-answer". Thread: main. */
#define KOMA_TYPE_TEACH_EXAMPLE (koma_teach_example_get_type ())
G_DECLARE_FINAL_TYPE (KomaTeachExample, koma_teach_example, KOMA, TEACH_EXAMPLE, GObject)

guint64         koma_teach_example_get_key (KomaTeachExample *self);
KomaTeachClass *koma_teach_example_get_class (KomaTeachExample *self); /* (nullable) */
/* The project's own copy: a JPEG or PNG of at most KOMA_TEACH_SIDE pixels a side. */
GFile      *koma_teach_example_get_file (KomaTeachExample *self);
const char *koma_teach_example_get_source (KomaTeachExample *self); /* (nullable) "IMG_1.jpg" */
gboolean    koma_teach_example_is_from_camera (KomaTeachExample *self);

KomaTeachExampleState koma_teach_example_get_state (KomaTeachExample *self);
const char           *koma_teach_example_get_error (KomaTeachExample *self); /* (nullable) */
/* (nullable) An earlier example that is the same or nearly so. */
KomaTeachExample *koma_teach_example_get_twin (KomaTeachExample *self);
/* (nullable) The class that a head answered which had not been taught with this example; its
 * score, 0 … 1. */
KomaTeachClass *koma_teach_example_get_held_out (KomaTeachExample *self,
                                                 float            *ret_score); /* (optional) */

/* Its pixels, no larger than a square of @side, off the main thread. */
void         koma_teach_example_load_async (KomaTeachExample   *self,
                                            guint               side,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
KomaPicture *koma_teach_example_load_finish (KomaTeachExample *self,
                                             GAsyncResult     *result,
                                             GError          **error);

G_END_DECLS
