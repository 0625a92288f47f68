/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_MODEL_KIND_UNKNOWN,
  KOMA_MODEL_KIND_CLASSIFIER, /* of pictures */
  KOMA_MODEL_KIND_FEATURES,   /* numbers that describe a picture */
} KomaModelKind;

/* One file of a model of the catalogue. */
typedef struct
{
  char   *name; /* in the model's folder */
  char   *role; /* "model", "labels", "shard", "licence" */
  char   *path; /* behind the base address */
  char   *sha256;
  guint64 size_bytes;
} KomaCatalogueFile;

/* A model that Koma offers to download: data/catalogue.json. Immutable. */
typedef struct
{
  char         *id;          /* "everyday-1000" */
  char         *name;        /* in the user's language */
  char         *description; /* in the user's language, a sentence */
  char         *licence;     /* SPDX */
  char         *source;      /* a page for people */
  char         *base;        /* address in front of each path; ends in a slash */
  KomaModelKind kind;
  guint         n_classes;  /* 0: it is no classifier */
  guint64       size_bytes; /* of all files */
  GPtrArray    *files;      /* (element-type KomaCatalogueFile); first that with the role "model" */
  char         *koma_json;  /* for the model's folder: names in all languages, labels, recipe */
} KomaCatalogueEntry;

/* (element-type KomaCatalogueEntry) in the order of suggestion. Any thread but main. */
GPtrArray *koma_catalogue_load (GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* (transfer none) (nullable) */
const KomaCatalogueEntry *koma_catalogue_find (const GPtrArray *catalogue, const char *id);
const char               *koma_model_kind_get_name (KomaModelKind kind); /* "classifier" */
KomaModelKind             koma_model_kind_parse (const char *name);      /* (nullable) */

G_END_DECLS
