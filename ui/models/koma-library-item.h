/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-catalogue.h"
#include "worker/models/koma-model-item.h"

G_BEGIN_DECLS

/* In the order in which they are shown. */
typedef enum {
  KOMA_SECTION_TAUGHT,    /* by the user, here */
  KOMA_SECTION_INSTALLED, /* comes with Koma or with the system */
  KOMA_SECTION_STORED,    /* Koma has downloaded it */
  KOMA_SECTION_OPENED,    /* a file of the user's */
  KOMA_SECTION_AVAILABLE, /* could be downloaded */
} KomaSection;

typedef enum {
  KOMA_FETCH_NONE,
  KOMA_FETCH_RUNNING,
  KOMA_FETCH_FAILED,
} KomaFetchState;

/* The download of a model; a plain value. */
typedef struct
{
  KomaFetchState state;
  guint64        done_bytes;
  guint64        total_bytes; /* 0: not known */
  char          *error;       /* (nullable) a sentence */
} KomaFetch;

/* A model that is here or could be, as the library shows it. What it is does not change; what
 * happens with it does, and "changed" is emitted then. Thread: main. */
#define KOMA_TYPE_LIBRARY_ITEM (koma_library_item_get_type ())
G_DECLARE_FINAL_TYPE (KomaLibraryItem, koma_library_item, KOMA, LIBRARY_ITEM, GObject)

struct _KomaLibraryItem
{
  GObject parent_instance;

  /* Immutable. */
  char          *key;   /* stays the same when it is downloaded: "catalogue:ID", else its path */
  KomaModelItem *model; /* (nullable) if it is on this computer */
  KomaSection    section;
  char          *name;
  char          *description; /* (nullable) */
  char          *licence;     /* (nullable) */
  char          *source;      /* (nullable) address of a page about it */
  KomaModelKind  kind;
  guint          n_classes;  /* 0: not known */
  guint64        size_bytes; /* 0: not known */

  /* These change. */
  KomaFetch fetch;
  gboolean  is_in_use;
  gboolean  has_heading; /* it is the first of its section that is shown */
};

KomaLibraryItem *koma_library_item_new (KomaModelItem            *model,  /* (nullable) */
                                        const KomaCatalogueEntry *entry); /* (nullable) of it */
/* One whose address the user gave, while it is downloaded. */
KomaLibraryItem *koma_library_item_new_for_address (const char *address);

char    *koma_library_item_dup_key_of (const char *catalogue_id);
gboolean koma_library_item_is_same (KomaLibraryItem *self, KomaLibraryItem *other);
gboolean koma_library_item_matches (KomaLibraryItem *self, const char *words);
void     koma_library_item_set_fetch (KomaLibraryItem *self,
                                      const KomaFetch *fetch); /* (nullable) none */
void     koma_library_item_set_in_use (KomaLibraryItem *self, gboolean is_in_use);
void     koma_library_item_set_heading (KomaLibraryItem *self, gboolean has_heading);

G_END_DECLS
