/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-info.h"

G_BEGIN_DECLS

/* Brings the news that the model in use computes another way than it did, as a
 * backend failed or automatic choice was made, from the inference thread into a
 * main context. */
typedef struct _KomaModelWatch KomaModelWatch;

typedef void (*KomaModelChanged) (KomaModelInfo *info, gpointer user_data);

/* The thread of the context. */
KomaModelWatch *koma_model_watch_new (KomaModelChanged changed, gpointer user_data);
void            koma_model_watch_free (KomaModelWatch *watch);

/* Any thread. */
void koma_model_watch_tell (KomaModelWatch *watch, KomaModelInfo *info);

G_END_DECLS
