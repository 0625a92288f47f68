/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-library-item.h"
#include "koma-model-control.h"
#include "worker/models/koma-model-library.h"

G_BEGIN_DECLS

/* All models that are on this computer, and those of the catalogue, with what is done to them:
 * downloads, removals. Signals:
 *   "changed"               a model came, went, or a download went on
 *   "fetched" (name)        a download has ended well; after "changed"
 *   "failed" (item, error)  a download or a removal
 *   "damaged" (message)     the catalogue, of which nothing can be offered
 * Thread: main. */
#define KOMA_TYPE_LIBRARY (koma_library_get_type ())
G_DECLARE_FINAL_TYPE (KomaLibrary, koma_library, KOMA, LIBRARY, GObject)

KomaLibrary *koma_library_new (KomaModelChoices *choices, KomaModelControl *control);
void         koma_library_close (KomaLibrary *self); /* ends downloads; nothing is emitted then */
void         koma_library_refresh (KomaLibrary *self);

GListModel      *koma_library_get_items (KomaLibrary *self); /* of KomaLibraryItem, by section */
KomaLibraryItem *koma_library_find (KomaLibrary *self, const char *key);
/* (nullable): the classifier at this position of the catalogue; the first, for everyday things;
 * what Koma comes with; what is being downloaded. */
KomaLibraryItem *koma_library_get_offer (KomaLibrary *self, guint position);
KomaLibraryItem *koma_library_get_suggested (KomaLibrary *self);
KomaLibraryItem *koma_library_get_bundled (KomaLibrary *self);
KomaLibraryItem *koma_library_get_running (KomaLibrary *self);

/* The model of an item's key, or of an address: opens it, and downloads it before where it is not
 * here. */
void koma_library_open (KomaLibrary *self, const char *key);
void koma_library_download (KomaLibrary *self, const char *key); /* without opening it */
void koma_library_cancel (KomaLibrary *self, const char *key);   /* its download, or its failure */
void koma_library_remove (KomaLibrary *self, KomaLibraryItem *item);

G_END_DECLS
