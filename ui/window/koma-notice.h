/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A sentence under the header bar, with a button that does something about it;
 * stays until that is done or it is closed. AdwBanner, which libadwaita has
 * from 1.3 on, is without the latter. */
#define KOMA_TYPE_NOTICE (koma_notice_get_type ())
G_DECLARE_FINAL_TYPE (KomaNotice, koma_notice, KOMA, NOTICE, AdwBin)

GtkWidget *koma_notice_new (void);
void       koma_notice_show (KomaNotice *self,
                             const char *text,
                             const char *button,
                             const char *action);
void       koma_notice_hide (KomaNotice *self);

G_END_DECLS
