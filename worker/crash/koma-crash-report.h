/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of the window, and of a command. */
#define KOMA_CRASH_REPORT_WINDOW  "window-crash.txt"
#define KOMA_CRASH_REPORT_COMMAND "command-crash.txt"

/* From now on a crash leaves a report called @name in Koma's state folder, and on standard error
 * @sentence, in the user's language, with the path. Then the signal does what it does without Koma:
 * a core dump, or a debugger. In a build with sanitizers, which report themselves, nothing happens.
 * Thread: main. */
void koma_crash_report_open (const char *name,
                             const char *sentence);
/* A stack that runs over on the calling thread leaves a report, too, as on the main one: a handler
 * wants a stack of its own, which each thread has to bring. Threads that are made once reports are
 * open have it from their start, whoever makes them. Thread: any but main. */
void koma_crash_report_cover_thread (void);
/* Text for the report, beside the signal and the backtrace: the model, what computes, versions; no
 * names of pictures. It replaces that of the call before. Thread: main. */
void koma_crash_report_describe (const char *text);

/* (nullable): the report that an earlier run left. */
char *koma_crash_report_read (const char *name);

/* How many runs in a row have crashed, as far as that is counted: 0, 1 or 2. A run begins when the
 * report of the one before is put aside, under a name of its own. It has ended the row when it has
 * run well: that report goes then. */
guint koma_crash_report_count (const char *name);
void  koma_crash_report_put_aside (const char *name);
void  koma_crash_report_end_row (const char *name);

G_END_DECLS
