/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder of files that are called pictures, with answers for them; what there is in it, byte
 * by byte. */
#pragma once

#include "worker/take/koma-arrange-run.h"
#include "worker/take/koma-arrange-undo.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  char *pictures; /* in it: pictures, some with sidecars */
  char *into;     /* in it: not there yet */
} Tree;

/* All that there is. */
extern const KomaArrangeKind tree_kinds[4];

/* A test on a tree of its own. */
#define TREE_ADD(name, function, data) \
  g_test_add ("/arrange/" name, Tree, data, tree_set_up, function, tree_tear_down)

char *tree_make_state (void); /* (transfer full): a folder for journals, in place of the user's */

void  tree_set_up (Tree *tree, gconstpointer data);
void  tree_set_up_in (Tree *tree, const char *folder); /* which is empty */
void  tree_tear_down (Tree *tree, gconstpointer data);
Tree *tree_open (const char *folder); /* one that another program made */
void  tree_free (Tree *tree);
void  tree_remove (const char *folder);

/* (element-type KomaExportRow) */
GPtrArray *tree_rows (Tree *tree);
void       tree_add_odd_rows (Tree *tree, GPtrArray *rows);

/* path → what it is, its mode, its time, its content; folders too, without their time */
GHashTable *tree_list (Tree *tree);
void        tree_assert_equal (GHashTable *before, GHashTable *after);
gboolean    tree_has_part (GHashTable *files);
void        tree_set_writable (Tree *tree, gboolean is_writable);

KomaArrangePlan   *tree_plan (Tree *tree, KomaArrangeKind kind, const char *into); /* (nullable) */
KomaArrangeReport *tree_run (KomaArrangePlan *plan, GCancellable *cancellable);
void               tree_undo (Tree *tree, guint n_problems);
void               tree_undo_all (Tree *tree); /* whatever there is, without a problem */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Tree, tree_free)

G_END_DECLS
