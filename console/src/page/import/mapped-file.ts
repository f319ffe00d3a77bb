// A file that the server previews while the user maps its columns.

import { useRef, useState } from 'react';
import { useDryRun } from '../../lib/dry-run.js';
import type { Write } from '../../lib/write.js';
import type { FileColumn } from './file-columns.js';
import type { ChosenFile } from './file-field.js';
import { headersOf } from './statement-file.js';

export interface MappedFile extends ChosenFile {
  /** The columns that the user has mapped. The server recognizes the others by their headers. */
  readonly mapping: readonly FileColumn[];
}

/** The fields of every preview. */
export interface Previewed {
  readonly columns: readonly FileColumn[];
}

export interface Mapped<Preview> {
  readonly file: MappedFile | undefined;
  /** The preview from the server. Undefined while loading or refused. */
  readonly preview: Preview | undefined;
  readonly columns: readonly FileColumn[];
  readonly error: Error | null | undefined;
  /** True if the preview matches what the import would store. */
  readonly isReady: boolean;
  readonly choose: (file: ChosenFile | undefined) => void;
  readonly map: (said: FileColumn) => void;
}

/** The request body of an import. */
export const bodyOf = ({ text, mapping }: MappedFile) => ({
  csv: text,
  mapping: mapping.map(({ header, member }) =>
    member === undefined ? { header } : { header, member },
  ),
});

export function useMappedFile<Preview extends Previewed>(
  importing: (file: MappedFile) => Write<unknown> | undefined,
): Mapped<Preview> {
  const [file, setFile] = useState<MappedFile>();
  const trial = useDryRun(file && importing(file));
  const preview: Preview | undefined = file && Object(trial.data).result;
  const isNow = preview !== undefined && !trial.isPlaceholderData;
  // A refused mapping has no preview. The columns remain, so that the user can correct them.
  const read = useRef<readonly FileColumn[]>(undefined);
  if (isNow) read.current = preview.columns;
  const columns = read.current ?? (file && trial.error ? columnsOf(file) : []);
  return {
    file,
    preview: trial.error || read.current === undefined ? undefined : preview,
    columns: saidOf(columns, file?.mapping ?? []),
    error: file && trial.error,
    isReady: isNow && trial.error === null,
    choose: (next) => {
      read.current = undefined;
      setFile(next && { ...next, mapping: [] });
    },
    map: (said) => setFile(file && { ...file, mapping: mappedAnew(file.mapping, said) }),
  };
}

// Lists every header without a field. Used if the first preview is refused, for example because no
// usual header was found for a required column.
const columnsOf = (file: ChosenFile): readonly FileColumn[] =>
  headersOf(file).map((header) => ({ header }));

const mappedAnew = (mapping: readonly FileColumn[], said: FileColumn): readonly FileColumn[] => [
  ...mapping.filter(({ header }) => header !== said.header),
  said,
];

// Returns the user's mapping, used until the server has answered.
const saidOf = (
  columns: readonly FileColumn[],
  mapping: readonly FileColumn[],
): readonly FileColumn[] =>
  columns.map((column) => mapping.find(({ header }) => header === column.header) ?? column);
