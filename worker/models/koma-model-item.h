/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/koma-app.h"
#include "koma-catalogue.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_MODEL_BUNDLED,   /* Koma brings it along */
  KOMA_MODEL_INSTALLED, /* in a folder for models, by the user or the system */
  KOMA_MODEL_STORED,    /* downloaded by Koma */
  KOMA_MODEL_OPENED,    /* lately, by the user, from anywhere */
} KomaModelPlace;

/* A model of the library: what is known without opening it. Immutable once made: any thread. */
#define KOMA_TYPE_MODEL_ITEM (koma_model_item_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelItem, koma_model_item, KOMA, MODEL_ITEM, GObject)

struct _KomaModelItem
{
  GObject parent_instance;

  KomaModelPlace place;
  gboolean       is_gone; /* opened before, and not there now */

  char         *path;         /* of the model's file, for KomaWorkerModel.path */
  char         *name;         /* for people */
  char         *format;       /* (nullable) known once it was opened: "ONNX" */
  char         *hash;         /* (nullable) likewise */
  char         *address;      /* (nullable) it came from */
  char         *catalogue_id; /* (nullable) of KomaCatalogueEntry */
  char         *licence;      /* (nullable) SPDX */
  char         *source;       /* (nullable) a page for people */
  char         *backend;      /* (nullable) that took run_ms: "xnnpack" */
  KomaModelKind kind;
  KomaPurpose   purpose;    /* of one that was opened and is no classifier */
  guint64       size_bytes; /* of its files; 0: not known */
  guint         n_classes;  /* 0: not known, or no classifier */
  gint64        last_used;  /* opened or downloaded, seconds since 1970; 0: not known */
  double        run_ms;     /* one picture, as measured on this computer; 0: not measured */
};

/* Stored: its files. Opened: from the list alone. */
gboolean koma_model_item_is_removable (KomaModelItem *self);

G_END_DECLS
