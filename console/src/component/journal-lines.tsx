// Shows the lines of a journal: debits, credits and their totals, which are equal.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../lib/format.js';
import { useSpeech } from '../lib/language.js';
import { ScrollX } from './scroll-x.js';

export interface Journal {
  readonly id: number;
  readonly name?: string;
  readonly label?: string;
  readonly lines: readonly JournalLine[];
}

export interface JournalLine {
  readonly lineNo?: number;
  readonly accountId?: number;
  readonly accountName?: string;
  readonly accountLabel?: string;
  readonly currency?: string;
  readonly debitAmount?: number;
  readonly creditAmount?: number;
}

export function JournalLines(props: {
  readonly title: string;
  readonly journal: Pick<Journal, 'name' | 'lines'>;
}): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const side = (amount: number | undefined, currency: string | undefined) =>
    amount ? format.amount(amount, currency) : '';
  return (
    <ScrollX>
      <table className="plain">
        <caption className="sr">{props.title}</caption>
        <thead>
          <tr>
            <th>
              {props.title} {props.journal.name}
            </th>
            <th className="end">{t('journal.debit')}</th>
            <th className="end">{t('journal.credit')}</th>
          </tr>
        </thead>
        <tbody>
          {props.journal.lines.map((line, index) => (
            <tr key={line.lineNo ?? index}>
              <td>
                {line.accountId === undefined ? (
                  line.accountLabel
                ) : (
                  <Link to="/ledger" search={{ a: String(line.accountId) }}>
                    {line.accountLabel}
                  </Link>
                )}{' '}
                <span className="faint">{line.accountName}</span>
              </td>
              <td className="end">{side(line.debitAmount, line.currency)}</td>
              <td className="end">{side(line.creditAmount, line.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
