/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/decode/decoder.h"

/* A decoder that was taken over: "ATTACK name" as a picture file makes it do what the name says,
 * from within the helper. The picture's one pixel says how that went: red is the errno, 0: it
 * could. Other files are decoded. */
KomaPicture *attack_decode (GBytes       *bytes,
                            guint         min_side,
                            GCancellable *cancellable,
                            GError      **error);

const char *const *attack_list (void); /* names, without those that end or stop the helper */

/* A helper that lies: "LIE name" has it answer otherwise than any helper would. */
G_NORETURN void    liar_serve (void);
const char *const *liar_list (void);
