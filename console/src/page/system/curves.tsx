// Draws charts over time of the cash in the ledger and of order latency.

import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ChartPlace, Curves } from '../../component/chart.js';
import { Segment } from '../../component/field.js';
import { Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { SPANS, type Span } from './search.js';

const route = getRouteApi('/dashboard');

/** The current interval is still growing, and the shortest interval is one minute. */
const POLL_INTERVAL_MS = 60_000;
const WAYS = ['sent', 'answered', 'filled'] as const;

/** Returns the period in the URL. */
function useSpan(): Span {
  return route.useSearch().span ?? 'DAY';
}

export function SpanChoice(): ReactNode {
  const { t } = useSpeech();
  const navigate = route.useNavigate();
  const span = useSpan();
  return (
    <Segment
      legend={t('dashboard.span')}
      name="span"
      options={SPANS.map((value) => ({ value, label: t(`dashboard.span.${value}`) }))}
      chosen={span}
      onChange={({ target }) =>
        void navigate({
          search: { span: SPANS.find((each) => each === target.value) },
          replace: true,
        })
      }
    />
  );
}

export function CashCurve(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const span = useSpan();
  const [chosen, choose] = useState('NGN');
  const { data, error } = useRead('finance/report/cash-curve', {
    query: { span },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  const currencies = data?.result ?? [];
  const shown = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  const choice = currencies.length > 1 && (
    <select
      className="input"
      aria-label={t('dashboard.currency')}
      value={shown?.currency}
      onChange={(event) => choose(event.target.value)}
    >
      {currencies.map(({ currency }) => (
        <option key={currency}>{currency}</option>
      ))}
    </select>
  );
  return (
    <Panel title={t('dashboard.cash')} actions={choice}>
      <Problem error={error} />
      {data === undefined && error === null && <ChartPlace />}
      {data !== undefined && shown === undefined && (
        <p className="faint">{t('dashboard.cash.none')}</p>
      )}
      {shown !== undefined && (
        <Curves
          label={t('dashboard.cash')}
          ats={shown.points.map(({ at }) => at)}
          series={[
            {
              label: t('dashboard.cash.customers'),
              values: shown.points.map(({ customersCash }) => customersCash),
            },
            {
              label: t('dashboard.cash.bank'),
              values: shown.points.map(({ clientBank }) => clientBank),
            },
          ]}
          figure={(value) => format.amount(value, shown.currency)}
        />
      )}
    </Panel>
  );
}

export function OrderLatency(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const span = useSpan();
  const [way, choose] = useState<(typeof WAYS)[number]>('answered');
  const { data, error } = useRead('order/latency', {
    query: { span },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  const steps = data?.result ?? [];
  const orders = steps.reduce((sum, { count }) => sum + count, 0);
  const choice = (
    <Segment
      legend={t('dashboard.way')}
      name="way"
      options={WAYS.map((value) => ({ value, label: t(`dashboard.way.${value}`) }))}
      chosen={way}
      onChange={({ target }) => choose(WAYS.find((each) => each === target.value) ?? 'answered')}
    />
  );
  const curve = (label: string, member: 'halfMs' | 'mostMs' | 'nearlyAllMs') => ({
    label,
    values: steps.map((step) => step[way]?.[member] ?? null),
  });
  return (
    <Panel title={t('dashboard.order-latency')} actions={choice}>
      <Problem error={error} />
      {data === undefined && error === null && <ChartPlace />}
      {data !== undefined && orders === 0 && (
        <p className="faint">{t('dashboard.order-latency.none')}</p>
      )}
      {orders > 0 && (
        <Curves
          label={t('dashboard.order-latency')}
          ats={steps.map(({ at }) => at)}
          series={[
            curve(format.percent(0.5), 'halfMs'),
            curve(format.percent(0.95), 'mostMs'),
            curve(format.percent(0.99), 'nearlyAllMs'),
          ]}
          figure={(value) => `${format.quantity(value)} ms`}
        />
      )}
    </Panel>
  );
}
