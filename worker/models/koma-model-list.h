/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-item.h"
#include "koma-model-choices.h"

G_BEGIN_DECLS

/* (element-type KomaModelItem) All models that are there: those opened or downloaded, the last one
 * first, then Koma's own and the installed ones. Opens none of them: small records tell what is
 * known. Any thread but main. */
GPtrArray *koma_model_list_read (KomaModelChoices *choices, gboolean has_gone);
/* Takes it out of the store, or out of the list. */
gboolean koma_model_list_remove (KomaModelChoices *choices, KomaModelItem *item, GError **error);

G_END_DECLS
