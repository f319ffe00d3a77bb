// Writes tables to files. A file is complete before it is sent, so no partial file is ever sent.

import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXPORT } from '../../limits.js';
import { inTurns } from '../concurrency/turn.js';
import { SHEET_TYPES } from '../http/reply/media-type.js';
import type { FileReply } from '../http/route.js';
import { writeCsv } from './csv-file.js';
import type { Sheet, SheetFormat, Sink } from './sheet.js';
import { writeWorkbook, writeXlsx } from './xlsx-file.js';

/**
 * Writes the whole table to an unnamed file and returns the file. Rows are read at the database's
 * pace, not the caller's. A slow caller therefore keeps no transaction open, and a failure becomes
 * a problem reply instead of a truncated file. The operation's slots limit how many files are
 * written at once (`http/request/file-slots.ts`).
 */
export async function sheetFile(sheet: Sheet, format: SheetFormat): Promise<FileReply> {
  const write = format === 'csv' ? writeCsv : writeXlsx;
  const rows = inTurns(sheet.rows);
  return written({ name: sheet.name, format }, (sink) => write({ ...sheet, rows }, sink));
}

/**
 * Writes several tables to a workbook, like `sheetFile`. Each table gets its own sheet, named after
 * it.
 */
export async function workbookFile(name: string, sheets: readonly Sheet[]): Promise<FileReply> {
  return written({ name, format: 'xlsx' }, (sink) => writeWorkbook(sheets, sink));
}

async function written(
  { name, format }: { readonly name: string; readonly format: SheetFormat },
  write: (sink: Sink) => Promise<bigint>,
): Promise<FileReply> {
  const file = await openNameless();
  try {
    const rowCount = await write((chunks) => writeChunks(file, chunks));
    const { size } = await file.stat();
    return {
      contentType: SHEET_TYPES[format],
      fileName: `${name}.${format}`,
      bytes: file.createReadStream({ start: 0 }),
      byteLength: size,
      rowCount,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

// Unlinked at once, so that no file remains if this process crashes.
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `countinghouse-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

// Rows are buffered, because each write has a fixed cost.
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
