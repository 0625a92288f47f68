/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/measure/koma-profile-report.h"

G_BEGIN_DECLS

/* Steps of a model and their times; a column's title sorts by it. */
#define KOMA_TYPE_PROFILE_TABLE (koma_profile_table_get_type ())
G_DECLARE_FINAL_TYPE (KomaProfileTable, koma_profile_table, KOMA, PROFILE_TABLE, AdwBin)

void        koma_profile_table_show (KomaProfileTable *self, KomaProfileReport *report);
GMenuModel *koma_profile_table_create_menu (void); /* of columns to sort by */

/* Its rows as they are sorted: KomaProfileItem. */
GListModel *koma_profile_table_get_items (KomaProfileTable *self);
void        koma_profile_table_sort (KomaProfileTable *self, guint column, GtkSortType order);

G_END_DECLS
