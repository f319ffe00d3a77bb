// Opens a file of rows: CSV text, or the bytes of a text file or a workbook.

import { decodeBase64 } from '../files/base64.js';
import type { FileRow } from './cell.js';
import { decodeText } from './encoding.js';
import type { HeaderRank } from './frame.js';
import type { StatedReading, UsedReading } from './reading.js';
import { readCsvRecords } from './record.js';
import { isWorkbook, readWorkbook } from './workbook.js';

/** A file as sent in the request. */
export interface GivenFile {
  /** The member of the request that contains the file, for messages. */
  readonly member: 'csv' | 'file';
  /** The text of `csv`, or the base64 of `file`. */
  readonly content: string;
  readonly reading?: StatedReading | undefined;
}

interface OpenRule {
  readonly rank: HeaderRank;
  readonly rowsMax: number;
  readonly refuse: (detail: string, member?: string) => Error;
}

/** The rows of a file, and how they were found. */
export interface OpenedFile {
  readonly source: Pick<
    UsedReading,
    'format' | 'encoding' | 'encodingFrom' | 'delimiter' | 'sheet' | 'sheets'
  >;
  readonly rows: readonly FileRow[];
}

const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Opens a file, or throws the error that `refuse` returns. */
export async function openRowFile(file: GivenFile, rule: OpenRule): Promise<OpenedFile> {
  const { content, member, reading = {} } = file;
  if (member === 'csv') {
    if (reading.encoding !== undefined) {
      throw rule.refuse('is only for a file sent as raw bytes', 'reading/encoding');
    }
    return textFile(content, {}, { ...rule, reading });
  }
  const bytes = await decodeBase64(content);
  if (bytes === undefined) throw rule.refuse('is not base64');
  if (isWorkbook(bytes)) {
    for (const name of ['encoding', 'delimiter'] as const) {
      if (reading[name] !== undefined)
        throw rule.refuse('is only for text files', `reading/${name}`);
    }
    const { sheet, sheets, rows } = await readWorkbook(bytes, { ...rule, sheet: reading.sheet });
    return { source: { format: 'XLSX', sheet, sheets: [...sheets] }, rows };
  }
  if (bytes.subarray(0, OLD_WORKBOOK.length).equals(OLD_WORKBOOK)) {
    throw rule.refuse('is a workbook in an old format or with a password; save it as .xlsx or CSV');
  }
  const { text, ...encoding } = await decodeText(bytes, reading.encoding, rule.refuse);
  return textFile(text, encoding, { ...rule, reading });
}

async function textFile(
  text: string,
  encoding: Pick<UsedReading, 'encoding' | 'encodingFrom'>,
  { rank, rowsMax, refuse, reading }: OpenRule & { readonly reading: StatedReading },
): Promise<OpenedFile> {
  if (reading.sheet !== undefined) throw refuse('is only for workbooks', 'reading/sheet');
  if (text.includes('\ufffd')) {
    throw refuse(
      'has characters (\ufffd) that were lost in an earlier conversion; send the raw bytes instead',
    );
  }
  const rule = { delimiter: reading.delimiter, rowsMax, rank };
  const { delimiter, rows } = await readCsvRecords(text, rule, refuse);
  return { source: { format: 'CSV', ...encoding, delimiter }, rows };
}
