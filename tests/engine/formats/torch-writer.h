/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes files as torch.save () does: pickles of protocol 2, and both forms of a file around
 * them. */
#define PICKLE_PROTOCOL "\x80\x02"
#define PICKLE_EMPTY    PICKLE_PROTOCOL "}."

void pickle_put (GByteArray *pickle, gconstpointer data, gsize length);
#define PICKLE_PUT_LITERAL(pickle, text) pickle_put ((pickle), (text), sizeof (text) - 1)
void pickle_byte (GByteArray *pickle, char opcode);
void pickle_text (GByteArray *pickle, const char *text);
void pickle_int (GByteArray *pickle, gint32 number);

typedef struct
{
  const char *storage_class; /* "FloatStorage" */
  const char *key;
  gint32      count; /* of the storage */
  gint32      offset;
  guint       rank;
  gint32      shape[4];
  gint32      strides[4]; /* [rank] */
} TorchTensor;

void pickle_tensor (GByteArray *pickle, const TorchTensor *tensor, gboolean is_legacy);

typedef struct
{
  GByteArray *bytes;
  GByteArray *directory;
  guint       n_files;
} ZipWriter;

void zip_init (ZipWriter *zip);
void zip_add (ZipWriter *zip, const char *name, gconstpointer data, gsize length);
void zip_finish (ZipWriter *zip); /* then @bytes is the archive */
void zip_clear (ZipWriter *zip);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ZipWriter, zip_clear)

/* What the older form has before the object. */
void legacy_begin (GByteArray *bytes);

G_END_DECLS
