/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/decode/koma-grid-picture.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_PRIORITY_INTERACTIVE, /* somebody waits for this very picture */
  KOMA_PRIORITY_BULK,
  KOMA_N_PRIORITIES,
} KomaPriority;

/* Which part of a picture the model sees. */
typedef enum {
  KOMA_REQUEST_FIT_AS_MODEL, /* as its recipe says */
  KOMA_REQUEST_FIT_CROP,     /* the middle, of the model's ratio */
  KOMA_REQUEST_FIT_STRETCH,  /* all of it, its ratio lost */
} KomaRequestFit;

/* One picture to classify. Immutable, reference counted, any thread.
 * @key names what it is for (a row, the camera); @generation tells which of
 * several requests with one key is the newest. */
typedef struct _KomaRequest KomaRequest;

KomaRequest *koma_request_new_for_file (guint64      key,
                                        guint64      generation,
                                        KomaPriority priority,
                                        GFile       *file);
KomaRequest *koma_request_new_for_bytes (guint64      key,
                                         guint64      generation,
                                         KomaPriority priority,
                                         GBytes      *bytes); /* an encoded picture */
KomaRequest *koma_request_new_for_picture (guint64      key,
                                           guint64      generation,
                                           KomaPriority priority,
                                           KomaPicture *picture);
KomaRequest *koma_request_new_for_cell (guint64          key,
                                        guint64          generation,
                                        KomaPriority     priority,
                                        KomaGridPicture *sheet,
                                        guint            index); /* of the cell, row by row */
KomaRequest *koma_request_ref (KomaRequest *request);
void         koma_request_unref (KomaRequest *request);

/* Before it is sent: classes to answer with, 3 by default; pixels of a
 * thumbnail, 0 (none) by default; no scaled decoding, for comparing; which part
 * is looked at. */
void koma_request_set_top_k (KomaRequest *request, guint top_k);
void koma_request_set_thumbnail_side (KomaRequest *request, guint side);
void koma_request_set_full_decode (KomaRequest *request, gboolean is_full);
void koma_request_set_fit (KomaRequest *request, KomaRequestFit fit);
/* A frame of a camera: mirrored for models that were trained so. */
void koma_request_set_from_camera (KomaRequest *request, gboolean is_from_camera);

guint64          koma_request_get_key (const KomaRequest *request);
guint64          koma_request_get_generation (const KomaRequest *request);
KomaPriority     koma_request_get_priority (const KomaRequest *request);
GFile           *koma_request_get_file (const KomaRequest *request);    /* (nullable) */
GBytes          *koma_request_get_bytes (const KomaRequest *request);   /* (nullable) */
KomaPicture     *koma_request_get_picture (const KomaRequest *request); /* (nullable) */
KomaGridPicture *koma_request_get_sheet (const KomaRequest *request);   /* (nullable) */
guint            koma_request_get_cell (const KomaRequest *request);
guint            koma_request_get_top_k (const KomaRequest *request);
guint            koma_request_get_thumbnail_side (const KomaRequest *request);
gboolean         koma_request_get_full_decode (const KomaRequest *request);

KomaRequestFit koma_request_get_fit (const KomaRequest *request);
gboolean       koma_request_get_from_camera (const KomaRequest *request);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaRequest, koma_request_unref)

G_END_DECLS
