// Rows of a file that were not read as data, with the reasons.

import type { ReactNode } from 'react';
import { ScrollX } from '../../component/scroll-x.js';
import { useSpeech } from '../../lib/language.js';
import type { UsedReading } from './reading.js';

interface SkippedRowsProps {
  readonly count: number;
  /** The first skipped rows. */
  readonly rows: UsedReading['skipped'];
}

export function SkippedRows({ count, rows }: SkippedRowsProps): ReactNode {
  const { t } = useSpeech();
  if (rows.length === 0) return null;
  return (
    <ScrollX>
      <table className="plain">
        <caption>{t('import.skipped', { count })}</caption>
        <thead>
          <tr>
            <th className="end">{t('import.row')}</th>
            <th>{t('field.reason')}</th>
            <th>{t('import.skipped.text')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, reason, text }) => (
            <tr key={row}>
              <td className="end">{row}</td>
              <td>{t(`import.skipped.${reason}`)}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
