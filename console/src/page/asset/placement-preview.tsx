// The projected earnings of a placement, from a dry run.

import type { ReactNode } from 'react';
import { Chart } from '../../component/chart.js';
import { Figures, Loading } from '../../component/page.js';
import { ScrollX } from '../../component/scroll-x.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { curveOf } from './accrual.js';

interface ScheduleLine {
  readonly id: number;
  readonly date: string;
  readonly kind: string;
  readonly interest: number;
  readonly withholdingTax: number;
  readonly netCashFlow: number;
  readonly bookValue: number;
}

/** The reply to a dry run. No kind of placement has all fields. */
export interface Trial {
  readonly result: {
    readonly currency: string;
    readonly expectedMaturity?: string;
    readonly currentRate?: number;
    readonly cost?: number;
    readonly trueYield?: number;
    readonly expectedInterest?: number;
    readonly expectedNetInterest?: number;
    readonly dealingDate?: string;
    readonly estimatedAmount?: number;
    readonly heldAmount?: number;
    readonly heldUnits?: number;
  };
  readonly schedule?: readonly ScheduleLine[];
}

export function PlacementPreview({ trial }: { readonly trial: Trial | undefined }): ReactNode {
  const { t } = useSpeech();
  if (trial === undefined) return <Loading />;
  const { schedule, result } = trial;
  return (
    <section className="stack" aria-label={t('placement.preview')}>
      <TrialFigures result={result} />
      {schedule !== undefined && (
        <>
          <Chart label={t('income.curve')} points={curveOf(schedule)} currency={result.currency} />
          <Schedule lines={schedule} />
        </>
      )}
    </section>
  );
}

function TrialFigures({ result }: Pick<Trial, 'result'>): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { currency, expectedInterest: gross, expectedNetInterest: net } = result;
  const amount = (value: number | undefined) => format.amount(value, currency);
  const all = {
    [t('income.maturity')]: format.day(result.expectedMaturity),
    [t('income.rate')]:
      result.currentRate === undefined ? '' : `${result.currentRate}${format.percentSign}`,
    [t('placement.cost')]: amount(result.cost),
    [t('income.interest')]: amount(gross),
    [t('placement.tax')]: gross === undefined || net === undefined ? '' : amount(gross - net),
    [t('income.net')]: amount(net),
    [t('approval.dealing-date')]: format.day(result.dealingDate),
    [t('approval.estimated')]: amount(result.estimatedAmount),
    [t('placement.held')]: amount(result.heldAmount),
    [t('approval.units')]: format.quantity(result.heldUnits),
  };
  const known = Object.entries(all).filter(([, value]) => value !== '');
  return <Figures of={Object.fromEntries(known)} />;
}

function Schedule({ lines }: { readonly lines: readonly ScheduleLine[] }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const shown = (value: number) => (value === 0 ? '' : format.amount(value));
  return (
    <ScrollX>
      <table className="plain">
        <caption className="sr">{t('placement.schedule')}</caption>
        <thead>
          <tr>
            <th>{t('placement.date')}</th>
            <th>{t('cash.kind')}</th>
            <th className="end">{t('income.interest')}</th>
            <th className="end">{t('placement.tax')}</th>
            <th className="end">{t('placement.flow')}</th>
            <th className="end">{t('placement.book')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>{format.day(line.date)}</td>
              <td>{word(line.kind)}</td>
              <td className="end">{shown(line.interest)}</td>
              <td className="end">{shown(line.withholdingTax)}</td>
              <td className="end">{shown(line.netCashFlow)}</td>
              <td className="end">{format.amount(line.bookValue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
