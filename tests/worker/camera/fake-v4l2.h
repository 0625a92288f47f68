/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the camera of fake-v4l2.so behaves. */
typedef enum {
  FAKE_V4L2_WORKS,
  FAKE_V4L2_BUSY,    /* another program streams */
  FAKE_V4L2_REFUSES, /* may not be opened */
  FAKE_V4L2_IS_GONE, /* pulled out */
} FakeV4l2Mode;

/* Found by dlsym(). */
#define FAKE_V4L2_SET_MODE "fake_v4l2_set_mode"
typedef void (*FakeV4l2SetMode) (FakeV4l2Mode mode);

void fake_v4l2_set_mode (FakeV4l2Mode mode);
