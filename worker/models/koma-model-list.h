/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-item.h"
#include "koma-model-store.h"

G_BEGIN_DECLS

/* (element-type KomaModelItem) All models that are there: those opened or downloaded, the last one
 * first, then Koma's own and the installed ones. Opens none of them: small records tell what is
 * known. Any thread but main. */
GPtrArray *koma_model_list_read (KomaModelStore *store, gboolean has_gone);
/* Takes it out of the store, or out of the list. */
gboolean koma_model_list_remove (KomaModelStore *store, KomaModelItem *item, GError **error);

G_END_DECLS
