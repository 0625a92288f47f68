/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-load.h"

#include "engine/model.h"

G_BEGIN_DECLS

typedef struct _KomaLoader KomaLoader;

/* Takes a model that has been read; on the loader's thread. */
typedef void (*KomaLoaderRead) (KomaLoad  *load,  /* (transfer full) */
                                KomaModel *model, /* (transfer full) */
                                gpointer   user_data);

/* The thread that reads model files, so that the one before goes on serving
 * meanwhile. The newest load supersedes all others. */
KomaLoader *koma_loader_new (KomaLoaderRead read,
                             gpointer       user_data);
void        koma_loader_start (KomaLoader *loader,
                               KomaLoad   *load); /* (transfer full) */
/* (transfer full) cancels, waits for a read that runs */
void koma_loader_join (KomaLoader *loader);

G_END_DECLS
