# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of a table in a file (RFC 4180), with its errors by line."""
import csv
import os

from .errors import ArgumentError


def to_names(value):
    return [value] if isinstance(value, str) else list(value)


class Table:
    def __init__(self, path, labels, columns, converters, has_header, column_names, delimiter, on_bad_row):
        if on_bad_row not in ("error", "skip"):
            raise ArgumentError(f"on_bad_row is {on_bad_row!r}, expected 'error' or 'skip'")
        self.path = os.fspath(path)
        self.labels = to_names(labels)
        self.columns = None if columns is None else to_names(columns)
        self.converters = dict(converters or {})
        self.has_header, self.column_names = has_header, column_names
        self.delimiter = delimiter
        self.skips = on_bad_row == "skip"

    def find_names(self, rows):
        header = next(rows, None) if self.has_header else None
        if header is None and self.column_names is None:
            raise ArgumentError(f"{self.path} has no header, and column_names are not given")
        names = to_names(self.column_names) if self.column_names is not None else header
        for name in [*self.labels, *(self.columns or ()), *self.converters]:
            if name not in names:
                raise ArgumentError(f"{self.path} has no column “{name}”; it has {', '.join(names)}")
        return names

    def read_field(self, name, text):
        try:
            return self.converters.get(name, float)(text)
        except Exception as error:
            what = f"“{text}” is no number" if name not in self.converters else f"“{text}”: {error!r}"
            raise ArgumentError(f"column “{name}”: {what}") from error

    def make_sample(self, names, fields):
        if len(fields) != len(names):
            raise ArgumentError(f"the row has {len(fields)} fields, expected {len(names)}")
        row = dict(zip(names, fields))
        columns = self.columns if self.columns is not None else [name for name in names if name not in self.labels]
        x = [self.read_field(name, row[name]) for name in columns]
        return (x, [self.read_field(name, row[name]) for name in self.labels]) if self.labels else x

    def read(self, damaged):
        """Samples; what is left out goes into damaged."""
        damaged.clear()
        with open(self.path, encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file, delimiter=self.delimiter, strict=True)
            names = self.find_names(rows)
            while True:
                line = rows.line_num + 1
                try:
                    fields = next(rows, None)
                    if fields is None:
                        return
                    sample = self.make_sample(names, fields) if fields else None
                except (csv.Error, ArgumentError) as error:
                    message = f"{self.path}:{line}: {getattr(error, 'message', error)}"
                    if not self.skips:
                        raise ArgumentError(message) from error
                    damaged.append(message)
                    continue
                if sample is not None:
                    yield sample
