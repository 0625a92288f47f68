/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/camera/koma-camera.h"

G_BEGIN_DECLS

/* The status page that is shown instead of the picture. Strings are borrowed and translated. */
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
/* For an error of koma_camera_list_get_error(): no camera can be used at all. */
void koma_camera_words_get_without (KomaCameraWords *ret_words);

G_END_DECLS
