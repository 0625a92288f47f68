/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_BOARD_ERROR (koma_board_error_quark ())

typedef enum {
  KOMA_BOARD_ERROR_NO_BOARD, /* the picture shows none */
  KOMA_BOARD_ERROR_MODEL,    /* the model does not know the pieces */
} KomaBoardError;

GQuark koma_board_error_quark (void);

G_END_DECLS
