// Tables as files to be sent: written beside first, so that what is sent is whole.

import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXPORT } from '../../limits.js';
import { commonProblems, refusal } from '../http/problem.js';
import type { FileReply } from '../http/route.js';
import { writeCsv } from './csv-file.js';
import type { Sheet, SheetFormat } from './sheet.js';
import { writeXlsx } from './xlsx-file.js';

/** The media type of each form. */
export const SHEET_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Readonly<Record<SheetFormat, string>>;

let writing = 0;

/**
 * Writes the whole table to a file without a name and answers that. The rows are read at the
 * database's pace, not the caller's: a slow caller keeps no transaction open, and a failure is a
 * problem instead of a file that ends somewhere. Refuses with 503 when too many are written.
 */
export async function sheetFile(sheet: Sheet, format: SheetFormat): Promise<FileReply> {
  if (writing >= EXPORT.atOnceMost) throw refusal(commonProblems.SERVICE_UNAVAILABLE);
  writing += 1;
  const file = await openNameless();
  try {
    const write = format === 'csv' ? writeCsv : writeXlsx;
    const rowCount = await write(sheet, (chunks) => writeChunks(file, chunks));
    const { size } = await file.stat();
    return {
      contentType: SHEET_TYPES[format],
      fileName: `${sheet.name}.${format}`,
      bytes: file.createReadStream({ start: 0 }),
      byteLength: size,
      rowCount,
    };
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    writing -= 1;
  }
}

// Its name is gone at once: whatever happens to this process, nothing is left behind.
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `countinghouse-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

// Single rows are gathered, because each write costs more than its bytes.
async function writeChunks(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  const write = async () => {
    await file.appendFile(Buffer.concat(gathered));
    gathered = [];
    bytes = 0;
  };
  for await (const chunk of chunks) {
    gathered.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= EXPORT.writtenBytes) await write();
  }
  await write();
}
