/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Asks for the address of a model on the web. An address on the clipboard is suggested. Signal:
 *   "open" (address)  the user wants that model; the dialog closes */
#define KOMA_TYPE_ADDRESS_DIALOG (koma_address_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KomaAddressDialog, koma_address_dialog, KOMA, ADDRESS_DIALOG, AdwWindow)

/* (transfer none) owned by GTK until it is closed. @address (nullable) is what to begin with. */
KomaAddressDialog *koma_address_dialog_new (GtkWindow *parent, const char *address);

G_END_DECLS
