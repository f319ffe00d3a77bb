// A file that the server previews while the user maps its columns and sets how it is read.

import { ProblemError } from '@countinghouse/sdk';
import { useRef, useState } from 'react';
import { useDryRun } from '../../lib/dry-run.js';
import { type Write, write } from '../../lib/write.js';
import type { ChosenFile } from './file-field.js';
import { changedReading, type StatedReading, type UsedReading } from './reading.js';

/** The field that a column of the file is mapped to. A column without a field is excluded. */
export interface MappedHeader {
  readonly header: string;
  readonly member?: string;
}

export interface RowFile extends ChosenFile {
  /** The columns that the user has mapped. The server recognizes the others by their headers. */
  readonly mapping: readonly MappedHeader[];
  readonly reading: StatedReading;
}

/** A column of the file that can be mapped to a field. */
export interface FileColumn extends MappedHeader {
  /** False if neither the user nor the server has identified the column. */
  readonly isDecided: boolean;
  /** The first cells of the column. */
  readonly samples: readonly string[];
}

/** The member that all previews of rows have. Previews of messages such as MT940 lack it. */
export interface Previewed {
  readonly reading?: UsedReading;
}

export interface RowFileForm<Reply> {
  readonly file: RowFile | undefined;
  /** The preview from the server. Undefined while loading, or if refused. */
  readonly reply: Reply | undefined;
  /** How the file was read. Kept even if the last choice was refused. */
  readonly reading: UsedReading | undefined;
  readonly columns: readonly FileColumn[];
  readonly error: Error | null | undefined;
  /** True if the file is a message, such as MT940, which has no columns. */
  readonly isMessage: boolean;
  /** True if the preview shows what the import would store. */
  readonly isReady: boolean;
  readonly choose: (file: ChosenFile | undefined) => void;
  readonly map: (decided: MappedHeader) => void;
  readonly state: (reading: StatedReading) => void;
  /** Replaces all decisions, for example with those of a saved mapping. */
  readonly decide: (all: Pick<RowFile, 'mapping' | 'reading'>) => void;
}

const SAMPLES_MAX = 3;

/** The request members of an import. */
export const bodyOf = ({ bytes, mapping, reading }: RowFile) => ({
  file: bytes,
  ...(mapping.length > 0 && { mapping }),
  ...(Object.keys(reading).length > 0 && { reading }),
});

export function useRowFile<Reply extends Previewed>(
  importing: (file: RowFile) => Write<Reply> | undefined,
): RowFileForm<Reply> {
  const [file, setFile] = useState<RowFile>();
  const writing = file && importing(file);
  const trial = useDryRun(writing);
  const isNow = writing !== undefined && !trial.isPlaceholderData && trial.data !== undefined;
  const reply = isNow && trial.error === null ? (trial.data ?? undefined) : undefined;
  const error = writing && trial.error;
  // A refused choice has no preview. The earlier reading is kept, so that the choice can be
  // corrected.
  const found = useRef<UsedReading>(undefined);
  if (reply !== undefined) found.current = reply.reading;
  const isMessage = reply === undefined ? isOfMessage(error) : reply.reading === undefined;
  // The columns stay visible while a choice is sent, so that the keyboard focus is not lost.
  const isLooked = useRef(false);
  if (reply !== undefined || error) isLooked.current = !isMessage;
  const look = useLook(isLooked.current ? file : undefined, found.current);
  const forgetFrame = (next: StatedReading) => {
    if (file && frameOf(next) !== frameOf(file.reading)) found.current = undefined;
  };
  return {
    file,
    reply,
    reading: found.current ?? (isMessage ? undefined : look?.reading),
    columns: isMessage || file === undefined ? [] : columnsOf(look, file, found.current),
    error,
    isMessage,
    isReady: reply !== undefined,
    choose: (next) => {
      found.current = undefined;
      isLooked.current = false;
      setFile(next && { ...next, mapping: [], reading: {} });
    },
    map: (decided) => setFile(file && { ...file, mapping: mappedAnew(file.mapping, decided) }),
    state: (reading) => {
      forgetFrame(reading);
      setFile(file && { ...file, reading });
    },
    decide: (all) => {
      found.current = undefined;
      setFile(file && { ...file, ...all });
    },
  };
}

interface Look {
  readonly reading?: UsedReading;
  readonly headers: readonly string[];
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

// Shows the headers and first cells of a file, even if the file cannot be imported yet.
function useLook(file: RowFile | undefined, found: UsedReading | undefined): Look | undefined {
  const { encoding, delimiter, sheet = found?.sheet, headerRow } = file?.reading ?? {};
  const frame = { encoding, delimiter, sheet, headerRow: headerRow ?? found?.headerRow };
  const reading = changedReading({}, frame);
  const looking =
    file && write('post', 'system/row-file/read', { body: { file: file.bytes, reading } });
  const { data, isPlaceholderData } = useDryRun(looking);
  const last = useRef<{ readonly bytes: string; readonly look: Look }>(undefined);
  if (file && data && !isPlaceholderData) last.current = { bytes: file.bytes, look: data.result };
  return last.current?.bytes === file?.bytes ? last.current?.look : undefined;
}

const frameOf = ({ encoding, delimiter, sheet, headerRow }: StatedReading): string =>
  JSON.stringify([encoding, delimiter, sheet, headerRow]);

// True if the refusal points into a message, such as /mt940/12, or asks the user to choose one of
// its accounts.
const isOfMessage = (error: Error | null | undefined): boolean =>
  error instanceof ProblemError &&
  error.errors.some(({ pointer }) => /^\/(mt940|camt\d+|bankAccount)\b/.test(pointer));

function columnsOf(
  look: Look | undefined,
  { mapping }: RowFile,
  found: UsedReading | undefined,
): readonly FileColumn[] {
  const headers = [...new Set(look?.headers)].filter((header) => header !== '');
  // Totals and other rows after the last data row are not samples.
  const rows = (look?.rows ?? []).filter(({ row }) => row <= (found?.lastRow ?? row));
  return headers.map((header) => {
    const decided =
      mapping.find((each) => each.header === header) ??
      found?.columns.find((each) => each.header === header);
    const place = look?.headers.indexOf(header) ?? 0;
    const cells = rows.map((row) => row.cells[place] ?? '');
    const samples = cells.filter((cell) => cell !== '').slice(0, SAMPLES_MAX);
    const member = decided?.member;
    return {
      ...{ header, samples, isDecided: decided !== undefined },
      ...(member === undefined ? {} : { member }),
    };
  });
}

const mappedAnew = (
  mapping: readonly MappedHeader[],
  decided: MappedHeader,
): readonly MappedHeader[] => [
  ...mapping.filter(({ header }) => header !== decided.header),
  decided,
];
