/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What keeps a helper in its box, beside limits on memory and files. */
typedef enum {
  KOMA_CONFINEMENT_NONE = 0,
  KOMA_CONFINEMENT_LANDLOCK = 1 << 0, /* which files; no TCP, no signals */
  KOMA_CONFINEMENT_SECCOMP = 1 << 1,  /* which system calls */
} KomaConfinement;

#define KOMA_CONFINEMENT_ALL (KOMA_CONFINEMENT_LANDLOCK | KOMA_CONFINEMENT_SECCOMP)

/* Of the kernel; what a helper then has may be less, inside containers. */
KomaConfinement koma_confinement_get_supported (void);
KomaConfinement koma_confinement_enter (KomaConfinement wanted,
                                        int             socket);

/* Whether Koma itself is in a sandbox already, and asks portals for what is outside. */
gboolean koma_confinement_is_flatpak (void);

/* Its parts. */
gboolean koma_landlock_is_supported (void);
gboolean koma_landlock_enter (void);
gboolean koma_syscall_filter_is_supported (void);
gboolean koma_syscall_filter_enter (gboolean may_read_files,
                                    int      socket);

G_END_DECLS
