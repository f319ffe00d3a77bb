// Wire shapes of dated-value imports.

import { type TProperties, Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import { pageBS } from '../http/reply/paging.js';
import { stampShape } from '../http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../http/shape/wire.js';
import { headerMapping, readColumns } from '../row-file/mapping.js';
import { fileBytes, statedReading } from '../row-file/reading.js';
import { IMPORT_STATES, VERDICTS } from './queries.js';

const given = Type.Optional;

/** A cell of a row. It is a string, so that an invalid cell causes an error only in its own row. */
export const cell = (description: string) => given(wireText({ description }));

export const importList = closedObject({
  ...pageBS,
  state: given(wireChoice(IMPORT_STATES, { description: 'Only this state' })),
});

/** Builds the schema of a query with the name of the import and the flag `replace`. */
export function importQuery(labelCharactersMax: number, replace: string) {
  return closedObject({
    label: given(wireText({ description: 'Name of the import', longest: labelCharactersMax })),
    replace: given(wireFlag({ description: replace })),
  });
}

/** The body of a request: a file, or rows with these cells. */
export function importBody<Cells extends TProperties>(cells: Cells, rowsMax: number) {
  return closedObject({
    csv: given(
      wireText({
        description: 'The file. In a text/csv request, the file is the whole body',
        longest: HTTP.bodyBytes,
      }),
    ),
    file: fileBytes,
    mapping: headerMapping,
    reading: statedReading,
    rows: given(Type.Array(closedObject(cells), { maxItems: rowsMax })),
  });
}

/** The wording of replies about one kind of value. */
interface ValueWords {
  /** The member of a row that names the value's record. */
  readonly subject: string;
  /** The noun for a value, such as `bar`. Its plural is formed with an s. */
  readonly value: string;
  /** The reason why values are kept when their import is undone. */
  readonly keptAll: string;
  /** The reason why a row's value is kept. */
  readonly keptOne: string;
}

/** The reply shapes: an import in a list, and an import with the verdict of each row. */
export function importReplies({ subject, value, keptAll, keptOne }: ValueWords) {
  const values = `${value.charAt(0).toUpperCase()}${value.slice(1)}s`;
  const summary = {
    id: wireId(),
    name: wireText(),
    label: wireText(),
    state: wireChoice(IMPORT_STATES),
    rows: wireInteger(),
    imported: wireInteger({ description: `Rows that inserted a ${value}` }),
    unchanged: wireInteger({ description: `Rows whose ${value} existed already` }),
    replaced: wireInteger({ description: `Rows that replaced a ${value}` }),
    refused: wireInteger(),
    undone: wireInteger({ description: `${values} that were undone` }),
    kept: wireInteger({ description: `${values} that were kept, because ${keptAll}` }),
    ...stampShape,
  };
  const verdict = openObject({
    row: wireInteger({ description: 'Row number; the first row after a header is 1' }),
    [subject]: given(wireText()),
    date: given(wireText()),
    verdict: wireChoice(VERDICTS),
    code: given(wireText({ description: 'Why the row was refused' })),
    detail: given(wireText()),
    outcome: given(wireText({ description: `UNDONE, or KEPT because ${keptOne}` })),
  });
  return {
    summary: openObject(summary),
    record: openObject({ ...summary, columns: readColumns, verdicts: Type.Array(verdict) }),
  };
}
