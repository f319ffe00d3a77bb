// The invalid cells of a file that was refused as a whole, each with its row, column and error.

import type { ProblemError } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { useSpeech } from '../../lib/language.js';
import type { FileMember } from './file-columns.js';

const SHOWN_MAX = 200;

interface RefusedCellsProps {
  readonly error: ProblemError;
  readonly members: readonly FileMember[];
}

export function RefusedCells({ error, members }: RefusedCellsProps): ReactNode {
  const { t } = useSpeech();
  const cells = error.errors.map(({ pointer, detail }) => ({ ...placeOf(pointer), detail }));
  return (
    <section className="notice bad" role="alert">
      <div className="stack">
        <p>{t('import.transfers.refused', { cells: cells.length })}</p>
        <table className="plain">
          <caption className="sr">{t('import.transfers.refused', { cells: cells.length })}</caption>
          <thead>
            <tr>
              <th className="end">{t('import.row')}</th>
              <th>{t('import.column.one')}</th>
              <th>{t('field.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, SHOWN_MAX).map(({ row, column, detail }) => (
              <tr key={`${row} ${column} ${detail}`}>
                <td className="end">{row}</td>
                <td>{members.find(({ member }) => member === column)?.label ?? column}</td>
                <td>{reasonOf(detail)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

// Rows are numbered from 1, as in the detail of the error.
function placeOf(pointer: string) {
  const [, row, column] = /^\/rows\/(\d+)(?:\/(\w+))?$/.exec(pointer) ?? [];
  return { row: row === undefined ? undefined : Number(row) + 1, column };
}

/** Returns the detail without the row and the column, which are in cells of their own. */
const reasonOf = (detail: string): string => detail.replace(/^row \d+(, column "[^"]*")?[,:] /, '');
