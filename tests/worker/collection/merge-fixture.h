/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Collections that are merged, whose rows are written by hand. */
#pragma once

#include "collection-fixture.h"
#include "worker/collection/koma-collection-merge.h"

G_BEGIN_DECLS

#define MERGE_N_FILES 4

#define INTO_PICTURES "INSERT INTO pictures (id, path, size_bytes, mtime_ns, sha256) VALUES "

/* What all of them know of models. */
#define MODELS                                                                           \
  "INSERT INTO models (id, hash, recipe_hash, recipe, name, n_classes)"                  \
  " VALUES (7, 'h1', 'r1', 'recipe', 'Pets', 3), (9, 'h2', 'r', 'other', 'B', "          \
  "2);"                                                                                  \
  "INSERT INTO labels VALUES (7, 0, 'cat'), (7, 1, 'dog'), (7, 2, 'bird'), (9, 0, 'a');" \
  "INSERT INTO provenances VALUES (5, 7, 'xnnpack', 'cpu', 'float32', '0.1.0'),"         \
  " (6, 9, 'xnnpack', 'cpu', 'float32', '0.1.0');"                                       \
  "INSERT INTO spaces VALUES (3, 'space');"
/* A picture; an answer of the first model. */
#define PICTURE(id, name, size, mtime, sha256)                                     \
  INTO_PICTURES "(" id ", CAST ('" name "' AS BLOB), " size ", " mtime ", " sha256 \
                ");"
#define ANSWER(id, picture, time, best)                          \
  "INSERT INTO answers VALUES (" id ", " picture ", 7, 5, " time \
  ", NULL, NULL, NULL, 2, 0, 8, 6, 1.5, 0.5, 2.5);"              \
  "INSERT INTO scores VALUES (" id ", 1, " best ", 0.75), (" id ", 2, 0, 0.25);"
#define FOLDER(id, path) "INSERT INTO folders VALUES (" id ", CAST ('" path "' AS BLOB));"

/* They differ in all that they can differ in. */
extern const char *const merge_contents[MERGE_N_FILES];

/* In the folder of the fixture. (transfer full) */
char *merge_get_path (Collection *fixture, const char *name);
/* By a connection of its own. */
void merge_exec (const char *path, const char *sql);
/* (transfer full) the path of a new collection */
char    *merge_make (Collection *fixture, const char *name, const char *sql);
gboolean merge_files (const char         *into,
                      const char *const  *from,
                      KomaCollectionPaths paths,
                      GError            **error);
void     merge_well (const char *into, const char *const *from);
/* All that a file says, without the numbers of rows. (transfer full) */
char *merge_dump (const char *path);

G_END_DECLS
