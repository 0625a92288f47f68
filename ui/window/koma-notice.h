/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A sentence under the header bar with a button to act on it. It stays until the user acts or
 * closes it. AdwBanner (libadwaita 1.3) cannot be closed by the user. */
#define KOMA_TYPE_NOTICE (koma_notice_get_type ())
G_DECLARE_FINAL_TYPE (KomaNotice, koma_notice, KOMA, NOTICE, AdwBin)

void koma_notice_show (KomaNotice *self,
                       const char *text,
                       const char *button,
                       const char *action);
void koma_notice_hide (KomaNotice *self);
void koma_notice_set_narrow (KomaNotice *self, gboolean is_narrow); /* no room beside each other */

G_END_DECLS
