// The daily prices of a security over a chosen period, with its corporate actions.

import type { ReactNode } from 'react';
import { type Candle, CandleChart, type Mark } from '../../component/candle-chart.js';
import { Segment } from '../../component/field.js';
import { Loading, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useBusinessDate } from '../../lib/business-date.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { rateOf } from '../custody/rate.js';
import type { Overview } from './overview.js';
import { SPANS, type Span } from './search.js';

const EVENTS_MAX = 100;
/** A date before any security's first price. */
const FIRST_DATE = '1990-01-01';

const MONTHS: Readonly<Record<Exclude<Span, 'ALL'>, number>> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
};

interface PriceChartProps {
  readonly security: Overview;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}

export function PriceChart({ security, span, onSpan }: PriceChartProps): ReactNode {
  const { t } = useSpeech();
  const today = useBusinessDate();
  const from = today === undefined ? undefined : firstOf(span, today);
  const { data, error } = useRead('research/get-chart-data/symbol', {
    query: { s: security.name, f: from ?? '' },
    enabled: from !== undefined,
  });
  const marks = useMarks(security.name, from);
  const candles = (data?.result ?? []).filter(isCandle);
  return (
    <Panel
      title={t('security.chart')}
      actions={
        <Segment
          legend={t('security.span')}
          name="span"
          chosen={span}
          options={SPANS.map((value) => ({ value, label: t(`security.span.${value}`) }))}
          onChange={({ target }) => onSpan(SPANS.find((each) => each === target.value) ?? span)}
        />
      }
    >
      {error && <Problem error={error} />}
      {data === undefined && !error && <Loading />}
      {data !== undefined && candles.length === 0 && (
        <p className="soft">{t('security.no-bars')}</p>
      )}
      {candles.length > 0 && (
        <CandleChart
          label={t('security.chart.of', { name: security.name })}
          candles={candles}
          marks={marks}
          currency={security.currency}
        />
      )}
    </Panel>
  );
}

function firstOf(span: Span, today: string): string {
  if (span === 'ALL') return FIRST_DATE;
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - MONTHS[span]);
  return date.toISOString().slice(0, 10);
}

/** If the request named columns, the bars would be arrays. */
function isCandle(bar: unknown): bar is Candle {
  return typeof bar === 'object' && bar !== null && !Array.isArray(bar);
}

/** The ex-dates of the security's corporate actions. */
function useMarks(code: string, from: string | undefined): readonly Mark[] {
  const speech = useSpeech();
  const format = useFormat();
  const enabled = useMay('custody.corporate-action.read') && from !== undefined;
  const { data } = useRead('custody/corporate-action/list', {
    query: { securityName: code, dateType: 'EX', s: EVENTS_MAX, ...(from && { from }) },
    enabled,
  });
  return (data?.result ?? [])
    .filter(({ status }) => status !== 'CANCELLED')
    .map((event) => {
      const { kind, exDate } = event;
      const rate = rateOf(event, speech, format);
      const label = [speech.word(kind), rate, format.day(exDate)].filter((part) => part !== '');
      return { date: exDate, sign: signOf(kind), label: label.join(' · ') };
    });
}

/** D for a dividend, S for a change in the number of units, C for a coupon, and E for others. */
function signOf(kind: string): string {
  if (kind.startsWith('DV') || kind === 'DRIP') return 'D';
  if (/^(SPL|BONU|CONS)/.test(kind)) return 'S';
  return kind === 'INTR' ? 'C' : 'E';
}
