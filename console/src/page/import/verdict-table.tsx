// The rows of a file with the server's verdicts. Rows with problems come first.

import type { ReactNode } from 'react';
import { useSpeech } from '../../lib/language.js';

const SHOWN_MAX = 200;

export interface Verdict {
  readonly row: number;
  readonly verdict: string;
  readonly code?: string;
  readonly detail?: string;
  /** Warnings about an accepted row. */
  readonly warnings?: readonly { readonly detail: string }[];
}

interface VerdictTableProps<Row extends Verdict> {
  readonly rows: readonly Row[];
  /** A column of the table, with its header and cells. */
  readonly about: readonly (readonly [title: string, cell: (row: Row) => ReactNode])[];
  readonly isGood: (row: Row) => boolean;
}

export function VerdictTable<Row extends Verdict>(props: VerdictTableProps<Row>): ReactNode {
  const { rows, about, isGood } = props;
  const { t, word } = useSpeech();
  const rank = (row: Row) =>
    row.verdict === 'REFUSED' ? 0 : isGood(row) && row.warnings === undefined ? 2 : 1;
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other));
  return (
    <table className="plain">
      <caption className="sr">{t('import.preview')}</caption>
      <thead>
        <tr>
          <th className="end">{t('import.row')}</th>
          {about.map(([title]) => (
            <th key={title}>{title}</th>
          ))}
          <th>{t('order.status')}</th>
          <th>{t('field.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, SHOWN_MAX).map((one) => (
          <tr key={one.row}>
            <td className="end">{one.row}</td>
            {about.map(([title, cell]) => (
              <td key={title}>{cell(one)}</td>
            ))}
            <td className={isGood(one) ? 'good' : 'bad'}>{word(one.verdict)}</td>
            <td>
              {one.code} {one.detail}
              {one.warnings?.map(({ detail }) => (
                <div key={detail}>{detail}</div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
