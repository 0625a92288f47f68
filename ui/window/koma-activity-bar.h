/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The bar at the bottom: the work in progress, how far it is, and a button to end it. */
#define KOMA_TYPE_ACTIVITY_BAR (koma_activity_bar_get_type ())
G_DECLARE_FINAL_TYPE (KomaActivityBar, koma_activity_bar, KOMA, ACTIVITY_BAR, AdwBin)

typedef struct
{
  const char *title;
  const char *detail;   /* (nullable) */
  double      fraction; /* 0 … 1; < 0: no progress bar */
  const char *button;
  const char *action;       /* of the button */
  const char *other_button; /* (nullable) before it … */
  const char *other_action; /* … and its action */
} KomaActivity;

void koma_activity_bar_show (KomaActivityBar *self, const KomaActivity *activity);
void koma_activity_bar_hide (KomaActivityBar *self);
void koma_activity_bar_set_narrow (KomaActivityBar *self, gboolean is_narrow);

G_END_DECLS
