/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* A file of PyTorch that is read in parts. Where another process opens the files, and keeps them,
 * it is mapped; what gzip compressed is unpacked. */
typedef struct
{
  int      fd;    /* -1 where @bytes has all of it */
  GBytes  *bytes; /* (nullable) */
  gboolean is_mapped;
  guint64  size_bytes;
} KomaTorchFile;

/* A part of it. */
typedef struct
{
  guint64 offset;
  guint64 size_bytes;
} KomaTorchPart;

gboolean koma_torch_file_open (KomaTorchFile   *self,
                               const char      *path,
                               KomaContentHash *checksum, /* (nullable) is fed its bytes */
                               GError         **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_torch_file_clear (KomaTorchFile *self);

gboolean koma_torch_file_read (const KomaTorchFile *self,
                               guint64              offset,
                               gpointer             buffer,
                               gsize                size_bytes,
                               GError             **error) G_GNUC_WARN_UNUSED_RESULT;
guint8  *koma_torch_file_dup (const KomaTorchFile *self,
                              guint64              offset,
                              guint64              size_bytes,
                              GError             **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTorchFile, koma_torch_file_clear)

G_END_DECLS
