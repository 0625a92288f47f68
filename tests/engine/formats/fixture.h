/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "engine/model/model.h"
#include "engine/words/tokenizer.h"

G_BEGIN_DECLS

/* A folder for the files that a test writes. */
typedef struct
{
  char *path;
} Folder;

void folder_init (Folder *folder);
void folder_clear (Folder *folder); /* with all that is in it */
void folder_write (const Folder *folder, const char *name, gconstpointer data, gssize length);
/* With every ' made a ", for JSON that people can read. */
void folder_write_json (const Folder *folder, const char *name, const char *text);
/* Copies the model of three colours; @name: of its model.json. */
void folder_copy_colours (const Folder *folder, const char *name);
/* Of a text file there, the first @n times that @from is in it. */
void folder_replace (
  const Folder *folder, const char *name, const char *from, const char *to, guint n);
char *folder_get (const Folder *folder, const char *name); /* full path */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folder, folder_clear)

/* (transfer full) A model that can be loaded. @options: (nullable) */
KomaModel *open_model (const char *path, const KomaModelOptions *options);
/* Reads a model file of any format. */
gboolean read_raw_model (const char *path, KomaRawModel *ret_raw, GError **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaRawModel, koma_raw_model_clear)

/* What another process makes of the tokenizer. */
KomaTokenizer *tokenizer_copy (const KomaTokenizer *tokenizer);

/* The error is of that code, and says all of these words (NULL-terminated). */
void assert_error_says (const GError *error, GQuark domain, int code, ...) G_GNUC_NULL_TERMINATED;
/* All buffers are gone. */
void assert_no_buffers (void);

/* A file of the shared data, or NULL and the test is skipped. */
char *find_shared (const char *name);
/* A file of the source, by its path there. */
char *find_source (const char *name);
char *read_source (const char *name, gsize *ret_length); /* its content */

G_END_DECLS
