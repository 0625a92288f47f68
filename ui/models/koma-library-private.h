/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-library.h"

G_BEGIN_DECLS

/* koma-library-list.c has the list, koma-library-fetch.c what is done to its models: it calls the
 * list. koma-library.c has the object and calls both. */
struct _KomaLibrary
{
  GObject parent_instance;

  /* Owned; NULL once it is closed. */
  KomaModelControl *control;
  KomaModelLibrary *models;

  GListStore *items;     /* KomaLibraryItem */
  GPtrArray  *catalogue; /* (nullable) KomaCatalogueEntry; NULL until it is read */
  GHashTable *fetches;   /* key → KomaLibraryFetch, those under way and those that failed */
  char       *wanted;    /* (nullable) key of the one to open when it has arrived */
};

/* A download. */
typedef struct
{
  KomaLibrary  *library;     /* owned while it runs */
  GCancellable *cancellable; /* NULL: it failed */
  char         *key;
  KomaFetch     fetch;
} KomaLibraryFetch;

gboolean koma_library_is_closed (KomaLibrary *self);

/* koma-library-list.c */
void koma_library_rebuild (KomaLibrary *self); /* from what is here, could be, and is fetched */

/* koma-library-fetch.c */
void koma_library_fetch_free (KomaLibraryFetch *fetch);
void koma_library_end_fetches (KomaLibrary *self);

G_END_DECLS
