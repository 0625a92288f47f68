/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-project.h"

G_BEGIN_DECLS

/* Pictures with pixels, of a camera, that wait to be kept; one more is refused. */
#define KOMA_TEACH_MAX_PIXELS_WAITING 32

/* How adding ended. */
typedef struct
{
  guint  n_added;
  guint  n_twins; /* of these: the same as, or nearly, an example that was there */
  guint  n_failed;
  char **errors; /* (array zero-terminated=1) of the first few that failed, with their names */
} KomaTeachAdded;

void koma_teach_added_free (KomaTeachAdded *added);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachAdded, koma_teach_added_free)

/* Adds pictures. @klass: (nullable): NULL: each goes to the class of the name of its folder, which
 * is made where there is none: PETS/cat/1.jpg, where PETS was dropped, to "cat"; a picture that
 * lies in PETS itself, or that was dropped alone, to that of its own folder. Examples appear one
 * after another, before @callback.
 * Errors: G_IO_ERROR_CANCELLED; what was added before stays, and one undo takes it back. */
void            koma_teach_project_add_files_async (KomaTeachProject   *self,
                                                    KomaTeachClass     *klass, /* (nullable) */
                                                    GPtrArray          *files, /* GFile */
                                                    GCancellable       *cancellable,
                                                    GAsyncReadyCallback callback,
                                                    gpointer            user_data);
KomaTeachAdded *koma_teach_project_add_files_finish (KomaTeachProject *self,
                                                     GAsyncResult     *result,
                                                     GError          **error);

/* Adds the one picture of @request: a file, bytes, pixels of a camera (is_from_camera), a cell.
 * @source: (nullable): a name for people. All frames of a recording are one step where they lie
 * between koma_teach_project_begin_step () and _end_step ().
 * Errors: G_IO_ERROR_BUSY: too many pixels wait: drop this frame; G_IO_ERROR_CANCELLED; those of
 * koma_input_decode (); of the disk, G_IO_ERROR_NO_SPACE and others. */
void              koma_teach_project_add_picture_async (KomaTeachProject   *self,
                                                        KomaTeachClass     *klass,
                                                        KomaRequest        *request,
                                                        const char         *source,
                                                        GCancellable       *cancellable,
                                                        GAsyncReadyCallback callback,
                                                        gpointer            user_data);
KomaTeachExample *koma_teach_project_add_picture_finish (KomaTeachProject *self,
                                                         GAsyncResult     *result,
                                                         GError          **error);

G_END_DECLS
