/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What nearly every file reads is read once where a build has -Db_pch=true: a file of ui/ takes a
 * third of the time then, others half or more. No file may count on it: each includes what it uses,
 * and a build without it shows where one does not. */
#include <gio/gio.h>
