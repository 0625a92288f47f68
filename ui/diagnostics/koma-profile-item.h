/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/measure/koma-profile-report.h"

G_BEGIN_DECLS

/* A row of a report, for a list. Immutable. */
#define KOMA_TYPE_PROFILE_ITEM (koma_profile_item_get_type ())
G_DECLARE_FINAL_TYPE (KomaProfileItem, koma_profile_item, KOMA, PROFILE_ITEM, GObject)

struct _KomaProfileItem
{
  GObject parent_instance;

  KomaProfileReport    *report; /* owned; has the row */
  const KomaProfileRow *row;
  guint                 index;
};

KomaProfileItem *koma_profile_item_new (KomaProfileReport *report, guint index);

G_END_DECLS
