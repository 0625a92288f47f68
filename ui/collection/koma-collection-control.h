/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/models/koma-model-control.h"
#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

/* The collection that is open in the window, if one is: what it has is in the list, what is
 * answered is kept in it. Signals:
 *   "opened"
 *   "adding"          its pictures come now: the list should be shown
 *   "gone" (number)   so many of its pictures are no longer there; again when the number changes
 *   "changed"         after each of these, and when it was closed
 *   "message" (text)  for the user */
#define KOMA_TYPE_COLLECTION_CONTROL (koma_collection_control_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaCollectionControl, koma_collection_control, KOMA, COLLECTION_CONTROL,
                      GObject)
/* clang-format on */

KomaCollectionControl *koma_collection_control_new (KomaResultFeed   *feed,
                                                    KomaModelControl *models);

/* Another one is closed, and the list gives way to its pictures. */
void koma_collection_control_open (KomaCollectionControl *self, const char *path);
/* The list and its folders are put into it, which is made where there is none. */
void koma_collection_control_keep (KomaCollectionControl *self, const char *path);
/* All is in the file once the application may end. The list stays. */
void koma_collection_control_close (KomaCollectionControl *self);

const char *koma_collection_control_get_path (KomaCollectionControl *self); /* (nullable) none */
char       *koma_collection_control_dup_name (KomaCollectionControl *self); /* (nullable) */
/* A folder whose pictures the user added to the list. */
void koma_collection_control_add_folder (KomaCollectionControl *self, const char *path);
/* A picture that the user chose itself: it belongs to the collection, also if it was taken out. */
void koma_collection_control_add_file (KomaCollectionControl *self, const char *path);
/* The model in use is another, or takes pictures otherwise. Before the feed asks for answers. */
void koma_collection_control_take_model (KomaCollectionControl *self);

/* Pictures whose files are no longer there. */
guint koma_collection_control_get_n_gone (KomaCollectionControl *self);
void  koma_collection_control_forget_gone (KomaCollectionControl *self);

G_END_DECLS
