/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-confinement.h"

G_BEGIN_DECLS

/* One helper process, as Koma sees it: where it lies, says what it may not, dies or hangs, it
 * is killed, and the file in its hands has an error. One thread at a time. */
typedef struct _KomaBoxHelper KomaBoxHelper;

KomaBoxHelper  *koma_box_helper_new (guint         seconds, /* for one picture */
                                     GCancellable *cancellable,
                                     GError      **error);
void            koma_box_helper_free (KomaBoxHelper *self);
KomaConfinement koma_box_helper_get_confinement (const KomaBoxHelper *self);

KomaPicture *koma_box_helper_decode (KomaBoxHelper *self,
                                     GBytes        *bytes, /* not empty */
                                     guint          min_side,
                                     GCancellable  *cancellable,
                                     GError       **error);

gboolean koma_box_helper_read_model (KomaBoxHelper       *self, /* fresh */
                                     const KomaFormat    *format,
                                     const KomaModelFile *file,
                                     KomaRawModel        *ret_raw,
                                     GError             **error);
gboolean koma_box_helper_read_archive (KomaBoxHelper         *self, /* fresh */
                                       int                    fd,
                                       const KomaArchiveSink *sink,
                                       GError               **error);

KomaTokenizer *koma_box_helper_read_tokenizer (KomaBoxHelper *self, /* fresh */
                                               const char    *model_path,
                                               GError       **error);

GBytes *koma_box_helper_answer_xmp (KomaBoxHelper *self,
                                    GBytes        *request,
                                    GError       **error);

/* Whether it has seen no file yet. */
gboolean koma_box_helper_is_fresh (const KomaBoxHelper *self);
gboolean koma_box_helper_is_there (KomaBoxHelper *self); /* while it has nothing to do */
/* While it has nothing to do, see koma_box_helper_rest(): now it has not, and now it has again. */
void     koma_box_helper_begin_idle (KomaBoxHelper *self);
gboolean koma_box_helper_rest (KomaBoxHelper *self);
void     koma_box_helper_wake (KomaBoxHelper *self);
/* After a picture: whether it can have another one. */
gboolean koma_box_helper_is_usable (const KomaBoxHelper *self);
/* Whether its turn took more than half of the time that it may have. */
gboolean koma_box_helper_was_slow (const KomaBoxHelper *self);
/* Whether it was gone before it saw the picture that failed last. */
gboolean koma_box_helper_was_gone (const KomaBoxHelper *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaBoxHelper, koma_box_helper_free)

G_END_DECLS
