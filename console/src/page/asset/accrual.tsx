// The value curve of a deposit, commercial paper or treasury bill.

import type { ReactNode } from 'react';
import { Chart, type Point } from '../../component/chart.js';
import { useSpeech } from '../../lib/language.js';

interface AccrualProps {
  readonly name: string;
  readonly lines: readonly { readonly date: string; readonly bookValue: number }[];
  readonly currency: string | undefined;
  readonly children?: ReactNode;
}

/** Returns the value at the end of each day, without the zero after maturity. */
export function curveOf(
  lines: readonly { readonly date: string; readonly bookValue: number }[],
): readonly Point[] {
  const byDay = new Map(lines.map(({ date, bookValue }) => [date, bookValue]));
  return [...byDay]
    .filter(([, bookValue]) => bookValue !== 0)
    .map(([date, bookValue]) => ({ at: date, value: bookValue }));
}

export function Accrual({ name, lines, currency, children }: AccrualProps): ReactNode {
  const { t } = useSpeech();
  return (
    <div className="body padded stack">
      <h2>{`${t('income.curve')} ${name}`}</h2>
      <Chart label={`${t('income.curve')} ${name}`} points={curveOf(lines)} currency={currency} />
      {children}
    </div>
  );
}
