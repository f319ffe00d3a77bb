// A file that is judged by the server while somebody says what its columns are.

import { useRef, useState } from 'react';
import type { Asking } from '../../lib/asking.js';
import { useDryRun } from '../../lib/dry-run.js';
import type { FileColumn } from './file-columns.js';
import type { ChosenFile } from './file-field.js';
import { headersOf } from './statement-file.js';

export interface MappedFile extends ChosenFile {
  /** What was said of its columns; the others go by their usual names. */
  readonly mapping: readonly FileColumn[];
}

/** What every preview tells. */
export interface Previewed {
  readonly columns: readonly FileColumn[];
}

export interface Mapped<Preview> {
  readonly file: MappedFile | undefined;
  /** How the server reads the file; undefined while it does not. */
  readonly preview: Preview | undefined;
  readonly columns: readonly FileColumn[];
  readonly error: Error | null | undefined;
  /** Whether what is shown is what would be imported. */
  readonly isReady: boolean;
  readonly choose: (file: ChosenFile | undefined) => void;
  readonly map: (said: FileColumn) => void;
}

/** A file as the body of an import. */
export const bodyOf = ({ text, mapping }: MappedFile) => ({
  csv: text,
  mapping: mapping.map(({ header, member }) =>
    member === undefined ? { header } : { header, member },
  ),
});

export function useMappedFile<Preview extends Previewed>(
  importing: (file: MappedFile) => Asking<unknown> | undefined,
): Mapped<Preview> {
  const [file, setFile] = useState<MappedFile>();
  const trial = useDryRun(file && importing(file));
  const preview: Preview | undefined = file && Object(trial.data).result;
  const isNow = preview !== undefined && !trial.isPlaceholderData;
  // A mapping that is refused has no preview; the columns stay, to be put right.
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

// Of a file that lacks what it needs under any usual name.
const columnsOf = (file: ChosenFile): readonly FileColumn[] =>
  headersOf(file).map((header) => ({ header }));

const mappedAnew = (mapping: readonly FileColumn[], said: FileColumn): readonly FileColumn[] => [
  ...mapping.filter(({ header }) => header !== said.header),
  said,
];

// The columns as somebody said, before the server has answered to it.
const saidOf = (
  columns: readonly FileColumn[],
  mapping: readonly FileColumn[],
): readonly FileColumn[] =>
  columns.map((column) => mapping.find(({ header }) => header === column.header) ?? column);
