/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/measure/koma-profile-report.h"

G_BEGIN_DECLS

/* A row of a report, for a list. */
#define KOMA_TYPE_PROFILE_ITEM (koma_profile_item_get_type ())
G_DECLARE_FINAL_TYPE (KomaProfileItem, koma_profile_item, KOMA, PROFILE_ITEM, GObject)

KomaProfileItem *koma_profile_item_new (KomaProfileReport *report, guint index);

guint                 koma_profile_item_get_index (KomaProfileItem *self);
const KomaProfileRow *koma_profile_item_get_row (KomaProfileItem *self);

G_END_DECLS
