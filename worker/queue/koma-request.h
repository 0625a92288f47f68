/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result.h"
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
  KOMA_REQUEST_FIT_STRETCH,  /* all of it, its ratio lost; or between bars, as its recipe says */
} KomaRequestFit;

/* One picture to classify. Immutable, reference counted, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  guint64        key; /* the sender's own; the answer comes back with it */
  KomaPriority   priority;
  guint          top_k;          /* classes to answer with at most; 0 for koma_request_new (): 3 */
  guint          thumbnail_side; /* pixels of the square that it fits into; 0: none */
  gboolean       is_full_decode; /* all pixels, even where an eighth of them would do */
  KomaRequestFit fit;
  gboolean       is_seen;        /* the answer has the picture as the model saw it */
  gboolean       is_from_camera; /* mirrored for a model that was trained on mirrored ones */
  /* (nullable) An answer for the same picture, in the same fit. If only words tell the model in use
   * from the one that gave it, its vector is compared with the words of now, and the picture is
   * neither decoded nor computed. */
  KomaResult *earlier;

  /* Exactly one is set. */
  GFile           *file;    /* first read when its turn comes */
  GBytes          *bytes;   /* an encoded picture: the contents of a file */
  KomaPicture     *picture; /* decoded pixels */
  KomaGridPicture *grid;    /* first read when its turn comes … */
  guint            cell;    /* … and cut into cells: which of them, row by row */
} KomaRequest;

KomaRequest *koma_request_new (const KomaRequest *values);
KomaRequest *koma_request_ref (KomaRequest *request);
void         koma_request_unref (KomaRequest *request);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaRequest, koma_request_unref)

G_END_DECLS
