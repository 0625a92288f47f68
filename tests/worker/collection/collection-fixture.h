/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder with a collection, an answer to put into it, and the file as other programs see it. */
#pragma once

#include "tests/worker/take/answer-fixture.h"
#include "worker/collection/koma-collection-list.h"

G_BEGIN_DECLS

typedef struct
{
  char           *folder; /* removed with all in it */
  KomaCollection *collection;
  KomaResult     *answer; /* of a model with four classes */
} Collection;

typedef void (*CollectionTest) (Collection *fixture, gconstpointer data);

void collection_add_test (const char *path, CollectionTest test);
/* (transfer full) */
char *collection_get_path (Collection *fixture);
char *collection_write_picture (Collection *fixture, const char *name, const char *content);
void  collection_touch (const char *path, guint seconds); /* to another time, later by @seconds */
void  collection_open (Collection *fixture);              /* and chooses the model */
void  collection_choose (Collection *fixture);
void  collection_choose_other (Collection *fixture,
                               const char *hash,
                               const char *recipe,
                               double      temperature); /* whose answer is another */
void  collection_close (Collection *fixture);
void  collection_add_answer (Collection *fixture, const char *path, guint top_k);
void  collection_find (Collection          *fixture,
                       const char          *path,
                       guint                top_k,
                       KomaCollectionKnown *ret_known);
/* (transfer full) (element-type KomaCollectionPicture): @n at most, behind the row @after */
GPtrArray *collection_list (Collection *fixture, gint64 after, guint n);
/* (transfer full): the new path */
char *collection_rename (Collection *fixture, const char *path, const char *name);
void  collection_rate (
   Collection *fixture, const char *path, int stars, const char *author, gint64 rated_us);
/* By a connection of its own. */
void   collection_exec (Collection *fixture, const char *sql);
gint64 collection_count (Collection *fixture, const char *sql);
/* All that rows belong to is there. */
void collection_check_parents (Collection *fixture);

G_END_DECLS
