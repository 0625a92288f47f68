/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pictures of so many folders may be looked for and added in turns. */
#define KOMA_COLLECTION_N_FOLDERS 64

typedef struct
{
  char *spelt;  /* (nullable) as it was asked for, up to the name … */
  char *prefix; /* … and what stands for it before names, "" or with "/" at its end */
} KomaCollectionFolder;

/* How a collection names pictures: from its own folder on, so that both can be moved, and by
 * absolute paths what lies elsewhere. Links to folders are followed, and those to pictures are
 * pictures. */
typedef struct
{
  char                *root;                               /* with "/" at its end */
  KomaCollectionFolder folders[KOMA_COLLECTION_N_FOLDERS]; /* by a hash of how it is spelt */
} KomaCollectionPlace;

/* What relative paths of another collection, whose rows come into one, mean. */
typedef enum {
  KOMA_MERGE_SAME_PATHS, /* they are the same in all collections, wherever the files lie now */
  KOMA_MERGE_IN_PLACE,   /* each begins in the folder of its own collection */
} KomaCollectionPaths;

/* @file: the collection */
void koma_collection_place_init (KomaCollectionPlace *self, const char *file);
void koma_collection_place_clear (KomaCollectionPlace *self);
/* (transfer full) any bytes; an absolute path where it begins with "/" */
char *koma_collection_place_dup_name (KomaCollectionPlace *self, const char *path);
/* The same the other way round, absolute. (nullable) it can be the name of no file */
char *koma_collection_place_dup_path (const KomaCollectionPlace *self,
                                      const void                *name, /* [n_bytes] */
                                      gsize                      n_bytes);
/* The file's own path, by which two names for it are known to be one. (transfer full) */
char *koma_collection_place_resolve (const char *file);

G_END_DECLS
