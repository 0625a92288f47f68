/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The value of a flag that is not set and has no default: the code that reads
 * it decides. */
#define KOMA_FLAG_AUTO (-1)

#define KOMA_FLAG(ID, name, default_value, min, max, meaning) KOMA_FLAG_##ID,
typedef enum {
#include "flags.inc"
  KOMA_N_FLAGS,
} KomaFlag;
#undef KOMA_FLAG

/* Where the value of a flag comes from. */
typedef enum {
  KOMA_FLAG_FROM_DEFAULT,
  KOMA_FLAG_FROM_ENVIRONMENT, /* KOMA_FLAGS */
  KOMA_FLAG_FROM_PROGRAM,     /* koma_flags_set () */
} KomaFlagSource;

/* Switches of the engine: whole numbers, 0 and 1 for off and on. They are the
 * process's, read when a session is made. Thread: any. */
int            koma_flags_get (KomaFlag flag);
KomaFlagSource koma_flags_get_source (KomaFlag flag);
const char    *koma_flags_get_source_name (KomaFlag flag); /* "default", "KOMA_FLAGS", "program" */
char          *koma_flags_get_text (KomaFlag flag);        /* "1"; "auto" */
const char    *koma_flags_get_name (KomaFlag flag);
const char    *koma_flags_get_meaning (KomaFlag flag);
gboolean       koma_flags_are_debugging (void); /* DEBUG, and not PROD */
gboolean       koma_flags_set (KomaFlag flag,
                               int      value,
                               GError **error);
void           koma_flags_reset (KomaFlag flag);  /* back to not set */
gboolean       koma_flags_load (const char *text, /* (nullable) of KOMA_FLAGS */
                                GError    **error);
gboolean       koma_flags_load_default (GError **error);

G_END_DECLS
