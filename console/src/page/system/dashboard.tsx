// The dashboard: orders and traded volume, cash and latency over time, dead jobs, exchange
// connections and response times.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Figures, Page, Panel } from '../../component/page.js';
import { Shares } from '../../component/share.js';
import { WhenSeen } from '../../component/when-seen.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useWaitingCount } from '../approval/waiting.js';
import { ClientMoney } from '../finance/report-table.js';
import { STATUSES } from '../order/search.js';
import { PriceTile } from '../wealth/price-tile.js';
import { CashCurve, OrderLatency, SpanChoice } from './curves.js';
import { useLatency } from './latency.js';
import { Traded } from './traded.js';

const POLL_INTERVAL_MS = 5_000;
/** The approximate heights of a panel with a chart and of a panel with a table. */
const CHART_PANEL_PX = 310;
const PANEL_PX = 200;
const WHOLE = 100;
const MS = 1_000;

export function Dashboard(): ReactNode {
  const { t } = useSpeech();
  const today = useToday();
  const mayReport = useMay('finance.report.read');
  const mayOrders = useMay('order.trade-order.read');
  const mayValues = useMay('wealth.valuation.read');
  return (
    <Page title={t('place.dashboard')} actions={<SpanChoice />}>
      <Today />
      <div className="columns even">
        {mayReport && <CashCurve />}
        {mayOrders && <OrderLatency />}
      </div>
      {mayOrders && (
        <WhenSeen heightPx={CHART_PANEL_PX}>
          {today !== undefined && <Traded today={today} />}
        </WhenSeen>
      )}
      {mayReport && (
        <WhenSeen heightPx={PANEL_PX}>
          <ClientMoney at={{}} />
        </WhenSeen>
      )}
      <WhenSeen heightPx={2 * PANEL_PX}>
        <div className="columns even">
          <OrderStates />
          <Latency />
          <Lines />
          <Dead />
          {mayValues && <PriceTile />}
        </div>
      </WhenSeen>
    </Page>
  );
}

function useToday(): string | undefined {
  const { data } = useRead('system/clock', {});
  const date: unknown = Object(data).businessDate;
  return typeof date === 'string' ? date : undefined;
}

function Today(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const sd = useToday();
  const waiting = useWaitingCount();
  const { data } = useRead('order/tradeorder/summary', {
    query: { sd },
    enabled: sd !== undefined,
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  const naira = data?.result[0];
  return (
    <Figures
      of={{
        [t('dashboard.orders')]: format.quantity(data?.count) || '–',
        [t('dashboard.live')]: format.quantity(data?.live) || '–',
        [t('order.bought')]: format.compact(naira?.bought, naira?.currency) || '–',
        [t('order.sold')]: format.compact(naira?.sold, naira?.currency) || '–',
        [t('place.approvals')]: format.quantity(waiting),
      }}
    />
  );
}

function OrderStates(): ReactNode {
  const { t } = useSpeech();
  return (
    <Panel title={t('dashboard.states')}>
      <ul className="stack tight">
        {STATUSES.map((status) => (
          <OrderState key={status} status={status} />
        ))}
      </ul>
    </Panel>
  );
}

function OrderState({ status }: { readonly status: (typeof STATUSES)[number] }): ReactNode {
  const format = useFormat();
  const sd = useToday();
  const enabled = sd !== undefined;
  const all = useRead('order/tradeorder/summary', {
    query: { sd },
    enabled,
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  const { data } = useRead('order/tradeorder/summary', {
    query: { sd, status },
    enabled,
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  const share = (data?.count ?? 0) / Math.max(1, all.data?.count ?? 0);
  return (
    <li className="share">
      <Link to="/orders" search={{ status }}>
        <Badge state={status} />
      </Link>
      <span className="track" aria-hidden>
        <span className="fill" style={{ width: `${share * WHOLE}%` }} />
      </span>
      <span className="end figure">{format.quantity(data?.count)}</span>
    </li>
  );
}

/** Shows response times since the server started, as upper bounds of quantiles. */
function Latency(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const latency = useLatency();
  const ms = (seconds: number | undefined) =>
    seconds === undefined ? '–' : `≤ ${format.quantity(seconds * MS)} ms`;
  return (
    <Panel title={t('dashboard.latency')}>
      {latency !== undefined && (
        <div className="stack">
          <div className="estimate">
            <div>
              <span>{t('dashboard.half')}</span>
              <strong>{ms(latency.half)}</strong>
            </div>
            <div>
              <span>{format.percent(0.95)}</span>
              <strong>{ms(latency.most)}</strong>
            </div>
            <div>
              <span>{format.percent(0.99)}</span>
              <strong>{ms(latency.nearlyAll)}</strong>
            </div>
          </div>
          <Shares
            of={latency.busiest.map(({ operation, count }) => ({
              label: operation,
              percent: (count / latency.count) * WHOLE,
              amount: count,
            }))}
            currency={undefined}
          />
        </div>
      )}
    </Panel>
  );
}

interface Session {
  readonly id: number;
  readonly name: string;
  readonly phase: string;
  readonly nextIn: number;
  readonly nextOut: number;
}

function Lines(): ReactNode {
  const { t } = useSpeech();
  const { data } = useShaped<ListOf<Session>>('system/fix-session/list', {
    enabled: useMay('system.fix-session.read'),
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  return (
    <Panel title={t('place.sessions')} flush>
      <table className="plain">
        <tbody>
          {data?.result.map(({ id, name, phase, nextIn, nextOut }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>
                <Badge state={phase === 'active' ? 'LOGGED_ON' : 'LOGGED_OUT'} />
              </td>
              <td className="end">{`${nextOut} / ${nextIn}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Dead(): ReactNode {
  const { t } = useSpeech();
  const jobs = useRead('system/job/list', {
    query: { state: 'DEAD', s: 5 },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  return (
    <Panel title={t('dashboard.dead')}>
      {jobs.data?.count === 0 ? (
        <p className="good">{t('dashboard.dead.none')}</p>
      ) : (
        <ul>
          {jobs.data?.result.map(({ id, name, lastError }) => (
            <li key={id}>
              <Link to="/jobs" search={{ state: 'DEAD' }}>
                {name}
              </Link>{' '}
              <span className="bad">{lastError}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
