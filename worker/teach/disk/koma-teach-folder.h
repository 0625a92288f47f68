/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where projects lie: <user data dir>/koma/teach/NAME. */
char *koma_teach_folder_get (const char *name);
char *koma_teach_folder_get_unused (void); /* for a new project */

/* Whether a model's file is in the library because it was taught. */
gboolean koma_teach_folder_is_taught (const char *path);
/* Begins the names of such models' folders. */
#define KOMA_TEACH_FOLDER_TAUGHT "taught-"

/* A project that need not be open. Immutable. */
typedef struct
{
  char  *folder;  /* its path */
  char  *name;    /* for people; empty: it has none */
  char **classes; /* their names, in their order */
  guint  n_classes;
  guint  n_examples;
  gint64 changed_us; /* microseconds since 1970 */
  char  *saved;      /* (nullable) path of the model that was saved */
} KomaTeachEntry;

/* Those that there are, the one that was changed last first: (element-type KomaTeachEntry). One
 * without classes and name, or that can not be read, is left out. */
void       koma_teach_folder_list_async (GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
GPtrArray *koma_teach_folder_list_finish (GAsyncResult *result, GError **error);

/* Of a project that is not open. Errors: G_IO_ERROR_BUSY: it is; those of
 * koma_teach_journal_open () and koma_teach_journal_append (). */
void koma_teach_folder_rename_async (const char         *folder,
                                     const char         *name,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/* Takes it out of the list, or back into it. What was removed is deleted when the list is made 30
 * days later. Errors: those of koma_fail_errno (). */
void     koma_teach_folder_remove_async (const char         *folder,
                                         gboolean            is_removed,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean koma_teach_folder_change_finish (GAsyncResult *result, GError **error);

G_END_DECLS
