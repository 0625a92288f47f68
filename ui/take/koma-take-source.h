/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Which pictures of the list are meant: all, those that are shown, those that are selected. */
typedef struct _KomaTakeSource KomaTakeSource;

/* Keeps the pictures as they are now. @shown and @selected: (element-type KomaResultItem) */
KomaTakeSource *koma_take_source_new (GListModel *all,
                                      GListModel *shown,
                                      GPtrArray  *selected); /* (transfer full) */
void            koma_take_source_free (KomaTakeSource *self);
/* Offers what there is, with numbers; a selection of several is taken first, then a part of the
 * list. */
void koma_take_source_fill (KomaTakeSource *self, AdwComboRow *row);
/* (element-type KomaResultItem) those of the choice */
GPtrArray *koma_take_source_get (KomaTakeSource *self, AdwComboRow *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTakeSource, koma_take_source_free)

G_END_DECLS
