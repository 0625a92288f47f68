// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.data.csv (): the rows of a table in a file, with its errors by line.
import GLib from 'gi://GLib';
import {describe, refuse} from './errors.js';
import {toPath} from './paths.js';

const knownSettings = ['hasHeader', 'columnNames', 'columnConfigs', 'configuredColumnsOnly', 'delimiter', 'onBadRow'];
const truths = {true: 1, false: 0};

// [{line, fields}]: fields in quotes have delimiters, lines, and quotes twice (RFC 4180).
function* splitRows(text, delimiter) {
    let [fields, field, isQuoted, line, first] = [[], '', false, 1, 1];
    for (let at = 0; at < text.length; at++) {
        const letter = text[at];
        if (letter === '\n')
            line++;
        if (isQuoted && letter === '"' && text[at + 1] === '"')
            field += text[++at];
        else if (letter === '"' && (isQuoted || field === ''))
            isQuoted = !isQuoted;
        else if (!isQuoted && letter === delimiter)
            [fields, field] = [[...fields, field], ''];
        else if (!isQuoted && letter === '\n') {
            yield {line: first, fields: [...fields, field.replace(/\r$/, '')]};
            [fields, field, first] = [[], '', line];
        } else
            field += letter;
    }
    if (isQuoted)
        yield {line: first, error: 'a quote is not closed'};
    else if (field !== '' || fields.length > 0)
        yield {line: first, fields: [...fields, field]};
}

// As TensorFlow.js: what looks like a number is one.
function parseField(text, {dtype, default: missing, required} = {}) {
    if (text === '') {
        if (required)
            throw new Error('is empty');
        return missing;
    }
    if (dtype === 'string')
        return text;
    if (dtype === 'bool' || (dtype === undefined && text.toLowerCase() in truths))
        return truths[text.toLowerCase()] ?? text;
    const value = Number(text);
    if (!Number.isNaN(value))
        return dtype === 'int32' ? Math.floor(value) : value;
    if (dtype !== undefined)
        throw new Error(`“${text}” is no number`);
    return text;
}

export class Table {
    constructor(pathOrURL, settings) {
        const unknown = Object.keys(settings).find(name => !knownSettings.includes(name));
        if (unknown)
            refuse(`csv: there is no setting “${unknown}”; there are ${knownSettings.join(', ')}`);
        this.path = toPath('csv', pathOrURL);
        this.settings = {hasHeader: true, delimiter: ',', columnConfigs: {}, onBadRow: 'error', ...settings};
        if (!['error', 'skip'].includes(this.settings.onBadRow))
            refuse(`csv: argument 'onBadRow' is ${describe(this.settings.onBadRow)}, expected “error” or “skip”`);
        this.numSkipped = 0; // in the last run
    }

    // Rows that are not empty, the header among them.
    * readRows() {
        const bytes = GLib.file_get_contents(this.path)[1];
        const text = new TextDecoder().decode(bytes).replace(/^\ufeff/, '');
        for (const row of splitRows(text, this.settings.delimiter)) {
            if (row.error || row.fields.length > 1 || row.fields[0] !== '')
                yield row;
        }
    }

    findNames(rows) {
        const {hasHeader, columnNames, columnConfigs} = this.settings;
        const header = hasHeader ? rows.next().value?.fields : null;
        const names = columnNames ?? header ?? refuse(`csv: “${this.path}” has no columnNames, and no header`);
        const lost = Object.keys(columnConfigs).find(name => !names.includes(name));
        if (lost)
            refuse(`csv: “${this.path}” has no column “${lost}”; it has ${names.join(', ')}`);
        return names;
    }

    get names() {
        return this.findNames(this.readRows());
    }

    // An object of values, or {xs, ys} where a column is a label.
    makeSample(names, {fields, error}) {
        if (error || fields.length !== names.length)
            throw new Error(error ?? `the row has ${fields.length} fields, expected ${names.length}`);
        const {columnConfigs, configuredColumnsOnly} = this.settings;
        const [xs, ys] = [{}, {}];
        names.forEach((name, at) => {
            const config = columnConfigs[name];
            if (configuredColumnsOnly && !config)
                return;
            try {
                (config?.isLabel ? ys : xs)[name] = parseField(fields[at], config);
            } catch (wrong) {
                throw new Error(`column “${name}”: ${wrong.message}`);
            }
        });
        return Object.keys(ys).length > 0 ? {xs, ys} : xs;
    }

    * readSamples() {
        const rows = this.readRows();
        const names = this.findNames(rows);
        this.numSkipped = 0;
        for (const row of rows) {
            try {
                yield this.makeSample(names, row);
            } catch (error) {
                if (this.settings.onBadRow === 'error')
                    refuse(`csv: ${this.path}:${row.line}: ${error.message}`);
                this.numSkipped++;
            }
        }
    }
}
