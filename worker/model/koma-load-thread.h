/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-load-request.h"

#include "engine/model/model.h"

G_BEGIN_DECLS

typedef struct _KomaLoadThread KomaLoadThread;

/* Takes a model that has been read; on the loader's thread. */
typedef void (*KomaLoadThreadRead) (KomaLoadRequest *load,  /* (transfer full) */
                                    KomaModel       *model, /* (transfer full) */
                                    gpointer         user_data);

/* The thread that reads model files, so that the one before goes on serving
 * meanwhile. The newest load supersedes all others. */
KomaLoadThread *koma_load_thread_new (KomaLoadThreadRead read,
                                      gpointer           user_data);
void            koma_load_thread_start (KomaLoadThread  *loader,
                                        KomaLoadRequest *load); /* (transfer full) */
/* (transfer full) cancels, waits for a read that runs */
void koma_load_thread_join (KomaLoadThread *loader);

G_END_DECLS
