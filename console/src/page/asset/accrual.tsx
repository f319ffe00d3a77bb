// What deposits and bills share on a customer's page: the curve of one, and starting one.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Chart, type Point } from '../../component/chart.js';
import { Dialog } from '../../component/dialog.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { START_PERMISSIONS } from './placement.js';
import { StartNow } from './start-now.js';

interface AccrualProps {
  readonly name: string;
  readonly lines: readonly { readonly date: string; readonly bookValue: number }[];
  readonly currency: string | undefined;
  readonly children?: ReactNode;
}

/** The book value by day from the placement on; at the end nothing is left, which is no growth. */
export function curveOf(
  lines: readonly { readonly date: string; readonly bookValue: number }[],
): readonly Point[] {
  return lines
    .filter(({ bookValue }) => bookValue !== 0)
    .map(({ date, bookValue }) => ({ at: date, value: bookValue }));
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

interface StartProps {
  readonly kind: 'DEPOSIT' | 'BILL';
  readonly id: number;
  readonly status: string;
}

/** Offered for one that waits, to who may start it. */
export function Start({ kind, id, status }: StartProps): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const mayStart = useMay(START_PERMISSIONS[kind]);
  if (status !== 'PENDING' || !mayStart) return null;
  return (
    <>
      {' '}
      <Button small onPress={() => setOpen(true)}>
        {t('placement.start')}
      </Button>
      {isOpen && (
        <Dialog title={t('placement.start')} onClose={() => setOpen(false)}>
          <StartNow kind={kind} id={id} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
