// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Each snippet of cases.js prints what it should, is refused, or fails; none leaves anything behind.
import GLib from 'gi://GLib';
import Koma from 'gi://Koma?version=1.0';
import System from 'system';
import {isRefusal} from './session.js';
import {runSnippet} from './snippet.js';

const here = GLib.path_get_dirname(GLib.filename_from_uri(import.meta.url)[0]);
const text = new TextDecoder().decode(GLib.file_get_contents(`${here}/cases.js`)[1]);

// {name, code, ending: "prints", wanted}
function readCase(part) {
    const lines = part.trim().split('\n');
    const at = lines.findIndex(line => /^\/\/ (prints|refused|fails):/.test(line));
    const [, ending, first] = /^\/\/ (\w+):\s*(.*)$/.exec(lines[at]);
    const more = lines.slice(at + 1).map(line => line.replace(/^\/\/ ?/, ''));
    const wanted = ending === 'prints' ? more.join('\n') : first;
    return {name: lines[0], code: lines.slice(1, at).join('\n'), ending, wanted};
}

// (nullable): what is wrong
async function check({code, ending, wanted}) {
    try {
        const printed = await runSnippet([code], {look: (_, lines) => lines.join('\n')});
        return ending === 'prints' && printed === wanted ? null : `printed ${printed}`;
    } catch (error) {
        const found = isRefusal(error) ? 'refused' : 'fails';
        return found === ending && error.message.includes(wanted) ? null : `${found}: ${error.message}`;
    }
}

const countTensors = () => Koma.Environment.get().get_memory().n_tensors;
const cases = text.split('\n// case: ').slice(1).map(readCase);
let n_failed = 0;

for (const [at, one] of cases.entries()) {
    const wrong = await check(one) ?? (countTensors() > 0 ? `${countTensors()} tensors are left` : null);
    n_failed += wrong !== null;
    print(`${wrong === null ? 'ok' : 'not ok'} ${at + 1} ${one.name}`);
    if (wrong !== null)
        print(`# ${wrong.replaceAll('\n', '\n# ')}`);
}
print(`1..${cases.length}`);
System.exit(n_failed > 0 ? 1 : 0);
