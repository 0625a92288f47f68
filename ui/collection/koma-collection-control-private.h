/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-control.h"
#include "koma-collection-watch.h"
#include "worker/collection/koma-collection-hasher.h"

G_BEGIN_DECLS

/* The control is made of koma-collection-control.c (what is open, and what the list tells),
 * koma-collection-control-pictures.c and koma-collection-control-open.c. The last one calls both
 * before it, and the second the first alone. */
struct _KomaCollectionControl
{
  GObject parent_instance;

  /* Owned. */
  KomaResultFeed       *feed;
  KomaModelControl     *models;
  KomaCollectionKeeper *keeper;  /* (nullable) none is open */
  GCancellable         *opening; /* (nullable) */
  GCancellable         *reading; /* (nullable) its pictures come, or their files are looked at */
  GPtrArray            *folders; /* (element-type filename) added to the list since it was empty */
  KomaCollectionWatch  *watch;   /* (nullable) of its folders */
  KomaCollectionHasher *hasher;  /* (nullable) of what is in it */
  GPowerProfileMonitor *power;   /* says whether it is to be saved */
  GHashTable           *named;   /* filename: that the user chose since one is open */
  GHashTable           *gone;    /* filename (of the item) → KomaResultItem: no longer there */

  guint gone_source; /* of an idle that tells how many */

  gboolean is_for_list; /* the one that is being opened gets the list */
  gboolean is_checked;  /* all of its file was read when it was opened */
  gboolean is_unread;   /* its pictures are to come */
};

void koma_collection_control_say (KomaCollectionControl *self, const char *text);
void koma_collection_control_changed (KomaCollectionControl *self);
void koma_collection_control_emit_opened (KomaCollectionControl *self);
void koma_collection_control_emit_adding (KomaCollectionControl *self);
/* There are new answers. */
void koma_collection_control_hash_more (KomaCollectionControl *self);
/* A file that is no longer there; and one that is again, or is somewhere else. */
void koma_collection_control_note_gone (KomaCollectionControl *self, KomaResultItem *item);
void koma_collection_control_forget_path (KomaCollectionControl *self, const char *path);
void koma_collection_control_tell_gone (KomaCollectionControl *self);
/* There is one. */
void koma_collection_control_close_keeper (KomaCollectionControl *self,
                                           GAsyncReadyCallback    callback,
                                           gpointer               user_data);

/* Its pictures come into the list, and then its folders are watched. */
void koma_collection_control_read_pictures (KomaCollectionControl *self);
/* Folders are added to it. */
void koma_collection_control_make_watch (KomaCollectionControl *self);

G_END_DECLS
