// Reads the rows of an XLSX workbook (ECMA-376): text, numbers as stored, dates by the formats of
// their cells, and errors. Formulas are not calculated. Their stored results are read instead.

import { Unzip, UnzipInflate } from 'fflate';
import { ROW_FILE, WORKBOOK } from '../../limits.js';
import { othersTurn } from '../concurrency/turn.js';
import { elementsAt, readXml, type XmlElement } from '../files/xml-element.js';
import { type FileRow, isGhost, textOfCell } from './cell.js';
import type { HeaderRank } from './frame.js';
import { type CellFormats, readCellFormats } from './workbook-format.js';
import { readSheetRows, unescapedText } from './workbook-sheet.js';

interface WorkbookRule {
  /** The name of the sheet. Undefined for the first sheet with a header. */
  readonly sheet: string | undefined;
  readonly rank: HeaderRank;
  readonly rowsMax: number;
  readonly refuse: (detail: string, member?: string) => Error;
}

interface WorkbookRows {
  readonly sheet: string;
  readonly sheets: readonly string[];
  readonly rows: readonly FileRow[];
}

const ARCHIVE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** True for a ZIP archive. Workbooks are the only archives accepted. */
export const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, ARCHIVE.length).equals(ARCHIVE);

/** Reads the rows of one sheet, or throws the error that `refuse` returns. */
export async function readWorkbook(bytes: Buffer, rule: WorkbookRule): Promise<WorkbookRows> {
  const { refuse } = rule;
  const parts = await unpacked(bytes, refuse);
  const sheets = await sheetsOf(parts, refuse);
  const names = sheets.map(({ name }) => name);
  const stated = rule.sheet;
  if (stated !== undefined && !names.includes(stated)) {
    throw refuse(`is not one of the sheets of the workbook: ${names.join(', ')}`, 'reading/sheet');
  }
  const content = {
    texts: await sharedTexts(parts, refuse),
    formats: await formatsOf(parts, refuse),
    rowsMax: rule.rowsMax + ROW_FILE.preambleRowsMax,
  };
  let first: WorkbookRows | undefined;
  for (const { name, path, isHidden } of sheets) {
    // The sender does not see a hidden sheet, so it is read only if it is named.
    if (stated === undefined ? isHidden : name !== stated) continue;
    const read = await readSheetRows(textOfPart(parts, path, refuse), content, refuse);
    const rows = read.filter(({ cells }) => !isGhost(cells));
    const found = { sheet: name, sheets: names, rows };
    const isTable = rows
      .slice(0, ROW_FILE.preambleRowsMax)
      .some(({ cells }) => rule.rank(cells.map(textOfCell)) > 0);
    if (stated !== undefined || isTable) return found;
    if (first === undefined || first.rows.length === 0) first = found;
  }
  if (first === undefined) throw refuse('is a workbook without visible sheets');
  return first;
}

type Refuse = WorkbookRule['refuse'];

/** The required parts of a workbook, by path. */
type Parts = ReadonlyMap<string, Uint8Array>;

const NEEDED =
  /^xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?$/;

// Unpacks slice by slice, so that other requests are served and a small file cannot become huge.
async function unpacked(bytes: Buffer, refuse: Refuse): Promise<Parts> {
  const chunks = new Map<string, Uint8Array[]>();
  let size = 0;
  let failed: Error | undefined;
  const archive = new Unzip((part) => {
    if (!NEEDED.test(part.name)) return;
    const own: Uint8Array[] = [];
    chunks.set(part.name, own);
    part.ondata = (error, chunk) => {
      if (error !== null) failed ??= error;
      size += chunk?.length ?? 0;
      if (size <= WORKBOOK.unpackedBytesMax && chunk) own.push(chunk);
    };
    part.start();
  });
  archive.register(UnzipInflate);
  for (let start = 0; start < bytes.length; start += WORKBOOK.sliceBytes) {
    const end = start + WORKBOOK.sliceBytes;
    try {
      archive.push(bytes.subarray(start, end), end >= bytes.length);
    } catch (error) {
      throw refuse(`is not a workbook: ${error instanceof Error ? error.message : 'unreadable'}`);
    }
    if (failed !== undefined) throw refuse(`is not a workbook: ${failed.message}`);
    if (size > WORKBOOK.unpackedBytesMax || chunks.size > WORKBOOK.partsMax) {
      throw refuse(`unpacks to more than ${WORKBOOK.unpackedBytesMax} bytes`);
    }
    await othersTurn();
  }
  return new Map([...chunks].map(([name, own]) => [name, Buffer.concat(own)]));
}

function textOfPart(parts: Parts, path: string, refuse: Refuse): string {
  const part = parts.get(path);
  if (part === undefined) throw refuse(`is not a workbook: it has no ${path}`);
  return new TextDecoder().decode(part);
}

const xmlLimits = { elementsMax: WORKBOOK.cellsMax, depthMax: 50 };

async function xmlOf(parts: Parts, path: string, refuse: Refuse): Promise<XmlElement | undefined> {
  if (!parts.has(path)) return undefined;
  return readXml(textOfPart(parts, path, refuse), xmlLimits, (row, detail) =>
    refuse(`is not a workbook: ${path}, row ${row} ${detail}`),
  );
}

interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

async function sheetsOf(parts: Parts, refuse: Refuse): Promise<readonly Sheet[]> {
  const workbook = await xmlOf(parts, 'xl/workbook.xml', refuse);
  const relations = await xmlOf(parts, 'xl/_rels/workbook.xml.rels', refuse);
  if (workbook === undefined || relations === undefined) {
    throw refuse('is an archive, but not a workbook');
  }
  const targets = new Map(
    elementsAt(relations, 'Relationship').map(({ attributes }) => [
      attributes.get('Id'),
      (attributes.get('Target') ?? '').replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  );
  const sheets = elementsAt(workbook, 'sheets/sheet').flatMap(({ attributes }) => {
    const path = targets.get(attributes.get('id'));
    const name = attributes.get('name');
    const isHidden = /^(?:hidden|veryHidden)$/.test(attributes.get('state') ?? '');
    return path?.includes('worksheets/') && name !== undefined ? [{ name, path, isHidden }] : [];
  });
  return sheets.slice(0, WORKBOOK.sheetsMax);
}

async function formatsOf(parts: Parts, refuse: Refuse): Promise<CellFormats> {
  const workbook = await xmlOf(parts, 'xl/workbook.xml', refuse);
  const styles = await xmlOf(parts, 'xl/styles.xml', refuse);
  return readCellFormats(workbook, styles);
}

// A shared string may consist of several runs with different fonts. Phonetic readings are not part
// of the text.
async function sharedTexts(parts: Parts, refuse: Refuse): Promise<readonly string[]> {
  const table = await xmlOf(parts, 'xl/sharedStrings.xml', refuse);
  if (table === undefined) return [];
  return elementsAt(table, 'si').map((item) =>
    unescapedText(
      [...elementsAt(item, 't'), ...elementsAt(item, 'r/t')].map(({ text }) => text).join(''),
    ),
  );
}
