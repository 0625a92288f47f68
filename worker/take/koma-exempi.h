/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <exempi/xmp.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/* One row for each function of Exempi that Koma calls. */
#define KOMA_EXEMPI(FUNCTION)         \
  FUNCTION (xmp_append_array_item)    \
  FUNCTION (xmp_delete_property)      \
  FUNCTION (xmp_free)                 \
  FUNCTION (xmp_get_array_item)       \
  FUNCTION (xmp_get_property)         \
  FUNCTION (xmp_init)                 \
  FUNCTION (xmp_new_empty)            \
  FUNCTION (xmp_parse)                \
  FUNCTION (xmp_register_namespace)   \
  FUNCTION (xmp_serialize_and_format) \
  FUNCTION (xmp_set_property)         \
  FUNCTION (xmp_string_cstr)          \
  FUNCTION (xmp_string_free)          \
  FUNCTION (xmp_string_new)

typedef struct
{
#define FUNCTION(name) __typeof__ (&(name)) name;
  KOMA_EXEMPI (FUNCTION)
#undef FUNCTION
} KomaExempi;

/* Loads it the first time. (nullable) G_IO_ERROR_NOT_SUPPORTED: it is missing. Thread: any. */
const KomaExempi *koma_exempi_get (GError **error);

G_END_DECLS
