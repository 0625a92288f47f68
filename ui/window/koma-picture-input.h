/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-transfer.h"
#include "ui/models/koma-model-control.h"
#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

/* Turns files, folders, drops and pasted pictures into items of the list; loads a model that is
 * among them, and gives labels to the model in use. Signals:
 *   "adding"           the user has given pictures: the list should be shown
 *   "collection" (filename)  a file that keeps answers is to be opened
 *   "file" (filename)  the user chose this very file, which is to be a picture
 *   "folder" (filename)  pictures of this folder will come
 *   "changed"          a search began or ended, or there are new items
 *   "message" (text)   for the user
 *   "address" (text)   of a model on the web, perhaps; the user is to be asked
 *   "refused" (name, KomaForeign)  a file that Koma does not open */
#define KOMA_TYPE_PICTURE_INPUT (koma_picture_input_get_type ())
G_DECLARE_FINAL_TYPE (KomaPictureInput, koma_picture_input, KOMA, PICTURE_INPUT, GObject)

KomaPictureInput *koma_picture_input_new (KomaResultFeed *feed, KomaModelControl *control);
void              koma_picture_input_close (KomaPictureInput *self); /* adds nothing any more */

void koma_picture_input_open (KomaPictureInput *self, GPtrArray *files); /* of GFile */
void koma_picture_input_open_labels (KomaPictureInput *self, GPtrArray *files);
void koma_picture_input_open_samples (KomaPictureInput *self, const char *folder);
void koma_picture_input_take (KomaPictureInput *self,
                              KomaTransfer     *transfer, /* (nullable) could not be read */
                              const char       *if_unreadable);

gboolean koma_picture_input_is_searching (KomaPictureInput *self);
void     koma_picture_input_cancel (KomaPictureInput *self); /* all searches */

G_END_DECLS
