/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/camera/koma-camera.h"

G_BEGIN_DECLS

/* The page that stands where the picture would be. Strings are borrowed, and
 * translated. */
typedef struct
{
  const char *icon;
  const char *title;
  const char *text;
  const char *button; /* with a mnemonic */
  const char *action;
} KomaCameraWords;

/* Not for KOMA_CAMERA_RUNNING. */
void koma_camera_words_get (KomaCameraState state, KomaCameraWords *ret_words);
/* Where koma_camera_list_get_error() says that there never will be one. */
void koma_camera_words_get_without (KomaCameraWords *ret_words);

G_END_DECLS
