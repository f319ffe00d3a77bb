// How a file of rows is read: the settings that a caller can state, and the description in the
// reply.

import { type Static, Type } from '@sinclair/typebox';
import { ROW_FILE } from '../../limits.js';
import { closedObject, openObject, wireChoice, wireInteger, wireText } from '../http/shape/wire.js';
import { DECIMAL_SEPARATORS } from './amount.js';
import { DATE_FORMATS } from './date.js';
import { ENCODING_SOURCES, ENCODINGS } from './encoding.js';
import { DELIMITERS } from './record.js';

const given = Type.Optional;

const decimalSeparator = given(
  wireChoice(DECIMAL_SEPARATORS, { description: 'POINT for 1,234.56; COMMA for 1.234,56' }),
);
const dateFormat = given(
  wireChoice(DATE_FORMATS, { description: 'MMM is the name of a month; a time may follow' }),
);

/** The wire shape of `reading` in a request. Absent settings are detected from the file. */
export const statedReading = given(
  closedObject({
    encoding: given(wireChoice(ENCODINGS, { description: 'Of a text file' })),
    delimiter: given(wireChoice(DELIMITERS, { description: 'Of a text file' })),
    sheet: given(
      wireText({ description: 'Sheet of a workbook; default: the first one with a header' }),
    ),
    headerRow: given(wireInteger({ description: 'Number of the header row; the first row is 1' })),
    lastRow: given(wireInteger({ description: 'The last row that is read' })),
    decimalSeparator,
    dateFormat,
    columns: given(
      Type.Array(
        closedObject({
          header: wireText({ description: 'Header as in the file' }),
          decimalSeparator,
          dateFormat,
        }),
        {
          maxItems: ROW_FILE.columnsStatedMax,
          description: 'Columns that differ from the rest of the file',
        },
      ),
    ),
  }),
);
export type StatedReading = NonNullable<Static<typeof statedReading>>;

/** The description of row forms for all imports. */
export const ROW_FORMS =
  'Rows are sent as text/csv, in JSON as `csv` or as the bytes of a CSV or XLSX file in any ' +
  'encoding (`file`), or as JSON `rows`. `reading` states how a file is read, and the reply ' +
  'shows how it was read. A cell that can be read in two ways is refused.';

/** The wire shape of `file` in a request. */
export const fileBytes = given(
  wireText({
    description: 'The bytes of a CSV, TSV or XLSX file in any encoding, as base64',
    longest: ROW_FILE.base64CharactersMax,
  }),
);

const COLUMN_KINDS = ['TEXT', 'AMOUNT', 'NUMBER', 'DATE', 'FLAG', 'PHONE', 'DIRECTION'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

const SKIP_REASONS = ['ABOVE_HEADER', 'HEADER_REPEATED', 'SUMMARY', 'BELOW_LAST_ROW'] as const;

/** The reason why a column has no format: its cells are ambiguous or contradict each other. */
const UNCLEAR = ['AMBIGUOUS', 'MIXED'] as const;
export type Unclear = (typeof UNCLEAR)[number];

/** A row that was not read as data. */
export interface SkippedRow {
  readonly row: number;
  readonly reason: (typeof SKIP_REASONS)[number];
  readonly text: string;
}

const usedReading = openObject({
  format: wireChoice(['CSV', 'XLSX']),
  encoding: given(wireChoice(ENCODINGS)),
  encodingFrom: given(
    wireChoice(ENCODING_SOURCES, {
      description: 'REQUEST, a byte order MARK, a DECLARATION, or the CONTENT',
    }),
  ),
  delimiter: given(wireChoice(DELIMITERS)),
  sheet: given(wireText()),
  sheets: given(Type.Array(wireText(), { description: 'All sheets of the workbook' })),
  headerRow: wireInteger({ description: 'The header row of the file' }),
  lastRow: wireInteger({ description: 'The last row of the file that was read' }),
  skippedCount: wireInteger({ description: 'Number of skipped rows, without empty ones' }),
  skipped: Type.Array(
    openObject({
      row: wireInteger(),
      reason: wireChoice(SKIP_REASONS),
      text: wireText(),
    }),
    { description: 'The first skipped rows' },
  ),
  columns: Type.Array(
    openObject({
      header: wireText(),
      member: wireText(),
      kind: wireChoice(COLUMN_KINDS),
      decimalSeparator,
      dateFormat,
      unclear: given(
        wireChoice(UNCLEAR, {
          description:
            'The format must be stated, because cells are ambiguous or contradict others',
        }),
      ),
    }),
    { description: 'The columns that were read, and the format of each' },
  ),
});
export type UsedReading = Static<typeof usedReading>;

/** The member `reading` of the reply to an import of a file. */
export const usedReadings = {
  reading: given(
    Type.Unsafe<UsedReading>({ ...usedReading, description: 'How the file was read' }),
  ),
};
