/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-item.h"

#include "worker/koma-thread.h"
#include "worker/net/koma-address.h"
#include "worker/teach/disk/koma-teach-folder.h"

enum {
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaLibraryItem, koma_library_item, G_TYPE_OBJECT)

static void
koma_library_item_finalize (GObject *object)
{
  KomaLibraryItem *self = KOMA_LIBRARY_ITEM (object);

  g_clear_object (&self->model);
  g_free (self->key);
  g_free (self->name);
  g_free (self->description);
  g_free (self->licence);
  g_free (self->source);
  g_free (self->fetch.error);

  G_OBJECT_CLASS (koma_library_item_parent_class)->finalize (object);
}

static void
koma_library_item_class_init (KomaLibraryItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_library_item_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_LIBRARY_ITEM, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_library_item_init (KomaLibraryItem *self)
{
}

char *
koma_library_item_dup_key_of (const char *catalogue_id)
{
  return g_strconcat ("catalogue:", catalogue_id, NULL);
}

static KomaSection
find_section (const KomaModelItem *model)
{
  switch (model->place) {
  case KOMA_MODEL_STORED:
    return koma_teach_folder_is_taught (model->path) ? KOMA_SECTION_TAUGHT : KOMA_SECTION_STORED;
  case KOMA_MODEL_OPENED:
    return KOMA_SECTION_OPENED;
  case KOMA_MODEL_BUNDLED:
  case KOMA_MODEL_INSTALLED:
  default:
    return KOMA_SECTION_INSTALLED;
  }
}

static void
take_model (KomaLibraryItem *self,
            KomaModelItem   *model)
{
  self->model = g_object_ref (model);
  self->section = find_section (model);
  self->key = model->catalogue_id != NULL ? koma_library_item_dup_key_of (model->catalogue_id)
                                          : g_strdup (model->path);
  self->name = g_strdup (model->name);
  self->licence = g_strdup (model->licence);
  self->source = g_strdup (model->source);
  self->kind = model->kind;
  self->n_classes = model->n_classes;
  self->size_bytes = model->size_bytes;
}

static void
take_entry (KomaLibraryItem          *self,
            const KomaCatalogueEntry *entry)
{
  self->section = KOMA_SECTION_AVAILABLE;
  self->key = koma_library_item_dup_key_of (entry->id);
  self->name = g_strdup (entry->name);
  self->licence = g_strdup (entry->licence);
  self->source = g_strdup (entry->source);
  self->kind = entry->kind;
  self->n_classes = entry->n_classes;
  self->size_bytes = entry->size_bytes;
}

/**
 * koma_library_item_new:
 * @model: (nullable): what is on this computer
 * @entry: (nullable): what the catalogue says of it
 *
 * One of them is given, or both.
 *
 * Returns: (transfer full): an item
 */
KomaLibraryItem *
koma_library_item_new (KomaModelItem            *model,
                       const KomaCatalogueEntry *entry)
{
  KomaLibraryItem *self = g_object_new (KOMA_TYPE_LIBRARY_ITEM, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  if (model != NULL)
    take_model (self, model);
  else
    take_entry (self, entry);
  /* Earlier versions counted the background, too. */
  if (entry != NULL)
    self->n_classes = entry->n_classes;
  self->description = g_strdup (entry != NULL ? entry->description : NULL);
  return self;
}

KomaLibraryItem *
koma_library_item_new_for_address (const char *address)
{
  KomaLibraryItem *self = g_object_new (KOMA_TYPE_LIBRARY_ITEM, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->section = KOMA_SECTION_AVAILABLE;
  self->key = g_strdup (address);
  self->name = koma_address_make_name (address);
  return self;
}

static gboolean
is_same_model (const KomaModelItem *a, /* (nullable) */
               const KomaModelItem *b) /* (nullable) */
{
  if (a == b)
    return TRUE;
  return a != NULL && b != NULL && a->place == b->place && a->is_gone == b->is_gone &&
         a->kind == b->kind && a->purpose == b->purpose && a->size_bytes == b->size_bytes &&
         a->n_classes == b->n_classes &&
         a->last_used == b->last_used && a->run_ms == b->run_ms &&
         g_strcmp0 (a->path, b->path) == 0 && g_strcmp0 (a->name, b->name) == 0 &&
         g_strcmp0 (a->format, b->format) == 0 && g_strcmp0 (a->licence, b->licence) == 0 &&
         g_strcmp0 (a->backend, b->backend) == 0;
}

/**
 * koma_library_item_is_same:
 * @self: an item
 * @other: another one
 *
 * Returns: whether both show the same of the same model, so that one can stay in place of the other
 */
gboolean
koma_library_item_is_same (KomaLibraryItem *self,
                           KomaLibraryItem *other)
{
  return self->section == other->section && g_str_equal (self->key, other->key) &&
         g_strcmp0 (self->description, other->description) == 0 &&
         is_same_model (self->model, other->model);
}

static gboolean
has_word (const char *text, /* (nullable) */
          const char *word) /* folded */
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

/**
 * koma_library_item_matches:
 * @self: an item
 * @words: what the user looks for
 *
 * Returns: whether each word is in what the library says of the model; case is no matter
 */
gboolean
koma_library_item_matches (KomaLibraryItem *self,
                           const char      *words)
{
  const char      *format = self->model != NULL ? self->model->format : NULL;
  const char      *path = self->model != NULL ? self->model->path : NULL;
  g_autofree char *folded = g_utf8_casefold (words, -1);
  g_auto (GStrv) each = g_strsplit (folded, " ", -1);

  for (guint i = 0; each[i] != NULL; i++) {
    if (!has_word (self->name, each[i]) && !has_word (self->description, each[i]) &&
        !has_word (format, each[i]) && !has_word (self->licence, each[i]) &&
        !has_word (path, each[i]))
      return FALSE;
  }
  return TRUE;
}

/* ---- What changes ---- */

void
koma_library_item_set_fetch (KomaLibraryItem *self,
                             const KomaFetch *fetch)
{
  KomaFetch none = { KOMA_FETCH_NONE };

  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->fetch.error);
  self->fetch = fetch != NULL ? *fetch : none;
  self->fetch.error = g_strdup (self->fetch.error);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
koma_library_item_set_in_use (KomaLibraryItem *self,
                              gboolean         is_in_use)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->is_in_use == is_in_use)
    return;
  self->is_in_use = is_in_use;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
koma_library_item_set_heading (KomaLibraryItem *self,
                               gboolean         has_heading)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->has_heading == has_heading)
    return;
  self->has_heading = has_heading;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}
