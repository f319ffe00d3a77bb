// Shows the assets of a customer: cash, holdings, allocation and value curve.

import type { ReactNode } from 'react';
import { Chart } from '../../component/chart.js';
import { Empty, Figures, Panel } from '../../component/page.js';
import { Shares } from '../../component/share.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import type { CustomerProps } from './record.js';

/** The number of days in the value curve. */
const CURVE_DAYS = 90;
const DAY_MS = 86_400_000;
/** The maximum number of upcoming events that are loaded for the badges of holdings. */
const EVENTS_MAX = 100;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the first date of the curve and the business date. */
function useCurveDates(): { readonly sd: string; readonly ed: string } | undefined {
  const { data } = useRead('system/clock', {});
  const date: unknown = Object(data).businessDate;
  if (typeof date !== 'string') return undefined;
  return { sd: dateOf(Date.parse(date) - CURVE_DAYS * DAY_MS), ed: date };
}

/** Returns the next ex-date of each security that has one, keyed by the security's code. */
function useExDates(): ReadonlyMap<string, string> {
  const { data: clock } = useRead('system/clock', {});
  const today: unknown = Object(clock).businessDate;
  const { data } = useRead('custody/corporate-action/list', {
    query: typeof today === 'string' ? { from: today, s: EVENTS_MAX } : {},
    enabled: useMay('custody.corporate-action.read') && typeof today === 'string',
  });
  // The list is sorted by date, latest first, so the next date overwrites later ones.
  const live = data?.result.filter(({ status }) => status !== 'CANCELLED') ?? [];
  return new Map(live.map(({ securityName, exDate }) => [securityName, exDate]));
}

interface CashAccount {
  readonly currency: string;
  readonly heldBalance: number;
  readonly availableBalance: number;
}

export function OverviewPart({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayAccounts = useMay('finance.account.read');
  const dates = useCurveDates();
  const accounts = useShaped<ListOf<CashAccount>>('finance/account/customer/id/{c}', {
    path: { c: idOf(customer) },
    enabled: mayAccounts,
  });
  const value = useRead('partner/customer-valuation-for-date-range/id/{id}', {
    path: { id: idOf(customer) },
    query: { sd: dates?.sd ?? '', ed: dates?.ed ?? '', cu: customer.currency },
    enabled: dates !== undefined,
  });
  const points = value.data?.values?.map((day) => ({ at: day.date, value: day.amount })) ?? [];
  const cash = accounts.data?.result[0];
  return (
    <>
      <Figures
        of={{
          [t('customer.value')]: format.amount(value.data?.amount, value.data?.currency) || '–',
          [t('customer.gain')]: format.amount(value.data?.unrealisedGain) || '–',
          [t('customer.available')]: format.amount(cash?.availableBalance, cash?.currency) || '–',
          [t('customer.held')]: format.amount(cash?.heldBalance, cash?.currency) || '–',
        }}
      />
      <div className="columns">
        <Panel title={t('customer.curve')}>
          <Chart label={t('customer.curve')} points={points} currency={value.data?.currency} />
        </Panel>
        <Allocation customer={customer} />
      </div>
      <Holdings customer={customer} />
    </>
  );
}

function Allocation({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('research/get-sector-allocation', {
    query: { id: idOf(customer), type: 'C', cash: true },
  });
  return (
    <Panel title={t('customer.allocation')}>
      <Shares
        of={(data?.result ?? []).map(({ sector, percent, amount }) => ({
          label: sector,
          percent: percent ?? 0,
          amount,
        }))}
        currency={data?.currency}
      />
    </Panel>
  );
}

function Holdings({ customer }: CustomerProps): ReactNode {
  const { data } = useRead('order/portfolio/customer/id/{id}', { path: { id: idOf(customer) } });
  return data?.result.map(({ id, name, label }) => (
    <PortfolioHoldings key={id} id={id} title={`${name} ${label}`} />
  ));
}

function PortfolioHoldings(props: { readonly id: number; readonly title: string }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/portfolio/holdings/id/{id}', { path: { id: props.id } });
  const exDates = useExDates();
  const tone = (gain: number | undefined) => ((gain ?? 0) < 0 ? 'end bad' : 'end good');
  return (
    <Panel title={`${t('customer.holdings')} ${props.title}`} flush>
      {data?.result.length === 0 ? (
        <Empty title={t('customer.holdings.none')}>
          <p>{t('customer.holdings.none.hint')}</p>
        </Empty>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('order.security')}</th>
              <th className="end">{t('order.quantity')}</th>
              <th className="end">{t('customer.sellable')}</th>
              <th className="end">{t('customer.cost')}</th>
              <th className="end">{t('order.price')}</th>
              <th className="end">{t('customer.market-value')}</th>
              <th className="end">{t('customer.gain')}</th>
            </tr>
          </thead>
          <tbody>
            {data?.result.map((holding) => (
              <tr key={holding.securityName}>
                <th scope="row">
                  {holding.securityName} <span className="faint">{holding.securityLabel}</span>
                  <ExDate date={exDates.get(holding.securityName)} />
                </th>
                <td className="end">
                  {format.quantity(holding.quantity)}
                  <Pending units={holding.pendingQuantity} />
                </td>
                <td className="end">{format.quantity(holding.availableQuantity)}</td>
                <td className="end">{format.price(holding.averageCost)}</td>
                <td className="end">{format.price(holding.lastPrice)}</td>
                <td className="end">{format.amount(holding.marketValue)}</td>
                <td className={tone(holding.unrealisedGain)}>
                  {format.amount(holding.unrealisedGain)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function ExDate({ date }: { readonly date: string | undefined }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  if (date === undefined) return null;
  return (
    <>
      {' '}
      <span className="badge wait">{t('customer.ex', { date: format.day(date) })}</span>
    </>
  );
}

/** New units that are counted in the holding but cannot be delivered yet. */
function Pending({ units = '0' }: { readonly units?: string | undefined }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  if (units === '0') return null;
  return <div className="faint">{t('customer.pending', { units: format.quantity(units) })}</div>;
}
