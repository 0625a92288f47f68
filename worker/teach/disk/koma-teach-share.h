/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-add.h"

G_BEGIN_DECLS

/* Writes the trained head with its base as a model. @folder: (nullable): where, a folder that does
 * not exist or is empty, and whose name the model has; NULL: into the library, in place of what
 * this project saved there before. Finish returns the path of the model's file. Property:
 * "saved-path" (nullable), of the library. Errors: G_IO_ERROR_NOT_INITIALIZED: nothing is trained;
 * of the disk; those of engine/teach/taught-model.h; G_IO_ERROR_CANCELLED. A folder is whole, or
 * not there. */
void  koma_teach_project_save_async (KomaTeachProject   *self,
                                     const char         *folder,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
char *koma_teach_project_save_finish (KomaTeachProject *self,
                                      GAsyncResult     *result,
                                      GError          **error);

/* Adds the classes and pictures of a project file of Teachable Machine (.tm); one step.
 * Errors: KOMA_ERROR_DECODE: none, or one of sounds or poses, or one without pictures. */
void            koma_teach_project_import_async (KomaTeachProject   *self,
                                                 GFile              *file,
                                                 GCancellable       *cancellable,
                                                 GAsyncReadyCallback callback,
                                                 gpointer            user_data);
KomaTeachAdded *koma_teach_project_import_finish (KomaTeachProject *self,
                                                  GAsyncResult     *result,
                                                  GError          **error);

G_END_DECLS
