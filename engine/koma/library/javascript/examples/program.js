// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a module is imported or run.
import GLib from 'gi://GLib';
import System from 'system';

// Calls main where the module of this address is what gjs was started with.
export async function runAsProgram(url, main) {
    const [path] = GLib.filename_from_uri(url);
    if (System.programPath !== null && GLib.canonicalize_filename(System.programPath, null) === path)
        await main();
}
