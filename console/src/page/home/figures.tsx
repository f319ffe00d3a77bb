// The figures on the home page, by desk. Each links to its details.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { Own } from '../../lib/permission.js';
import { sumOf } from '../../lib/sum.js';
import { shiftedByWeekdays } from '../../lib/typed-date.js';
import { kindsFor } from '../approval/kind.js';
import { codeOf, useDecisionWork } from '../approval/waiting.js';
import { CASH_LIST, type CountFigure, countsFor, isOnDesk } from './figure.js';
import { useHomeWork } from './work.js';

interface FiguresProps {
  readonly own: Own;
}

export function HomeFigures({ own }: FiguresProps): ReactNode {
  const { t } = useSpeech();
  const { data: clock } = useRead('system/clock', {});
  const today: unknown = Object(clock).businessDate;
  if (typeof today !== 'string') return null;
  return (
    <section className="figures" aria-label={t('home.figures')}>
      {isOnDesk(own, ['DEALER']) && own.may('order.trade-order.read') && <Traded today={today} />}
      {isOnDesk(own, ['DEALER']) && own.may('finance.report.read') && <Commission today={today} />}
      <Counts own={own} today={today} />
      {isOnDesk(own, ['APPROVER']) && <ApprovalCounts own={own} />}
      {isOnDesk(own, ['FINANCE']) && own.may('finance.report.read') && <Books today={today} />}
      {isOnDesk(own, ['AUDITOR']) && own.may('finance.integrity.read') && <Invariants />}
      {isOnDesk(own, ['AUDITOR']) && own.may('identity.audit.read') && <AuditChain />}
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  /** Undefined while unknown, which is shown as a dash and never as 0. */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  readonly tone?: 'good' | 'bad' | undefined;
  readonly to: string;
  readonly search?: object;
}

function Figure({ label, value, note, tone, to, search = {} }: FigureProps): ReactNode {
  return (
    <Link className="figure-link" to={to} search={search}>
      <span className="label">{label}</span>
      <span className={`value ${tone ?? ''}`}>{value ?? '–'}</span>
      {note !== undefined && <span className="faint">{note}</span>}
    </Link>
  );
}

interface CountsProps extends FiguresProps {
  readonly today: string;
}

function Counts({ own, today }: CountsProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const of = countsFor(own);
  const { data: work } = useHomeWork(own);
  const daysOf = ({ isOfToday }: CountFigure) => (isOfToday ? { sd: today, ed: today } : {});
  const noteOf = useCashNote(of);
  return of.map((figure) => (
    <Figure
      key={figure.label}
      label={t(figure.label)}
      value={countIn(work?.get(figure.code)?.count, format.quantity)}
      note={noteOf(figure)}
      to={figure.to}
      search={{ ...figure.search, ...daysOf(figure) }}
    />
  ));
}

const WAITING_CASH = 'finance/cash-transaction/waiting/summary';

/**
 * Returns a function that describes the sum and age of the cash transactions that a figure counts.
 */
function useCashNote(of: readonly CountFigure[]): (figure: CountFigure) => string | undefined {
  const sumsOf = useWaitingCash(of.some(({ list }) => list === CASH_LIST));
  return ({ list, search }) =>
    list === CASH_LIST ? sumsOf(search.state, search.transType) : undefined;
}

/** Returns a function that describes the sum and age of the waiting cash transactions of a kind. */
function useWaitingCash(
  enabled: boolean,
): (state: string | undefined, type?: string) => string | undefined {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead(WAITING_CASH, { enabled });
  return (state, type) => {
    const rows = (data?.result ?? []).filter(
      ({ transState, transType }) =>
        transState === state && (type === undefined || transType === type),
    );
    const oldest = rows.map(({ oldestDttm }) => oldestDttm).toSorted()[0];
    if (oldest === undefined) return undefined;
    const currencies = [...new Set(rows.map(({ currency }) => currency))];
    const sums = currencies.map((currency) =>
      format.amount(
        sumOf(rows.filter((row) => row.currency === currency).map(({ amount }) => amount)),
        currency,
      ),
    );
    return t('home.figure.oldest', { what: sums.join(', '), age: format.age(oldest) });
  };
}

const countIn = (
  count: number | undefined,
  shown: (count: number) => string,
): string | undefined => (count === undefined ? undefined : shown(count));

/** Today's volume of customers' trades, compared with the previous weekday. */
function Traded({ today }: { readonly today: string }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const before = shiftedByWeekdays(today, -1);
  const now = useRead('order/tradeorder/summary', { query: { sd: today, ed: today } }).data;
  const then = useRead('order/tradeorder/summary', { query: { sd: before, ed: before } }).data;
  if (now === undefined) return null;
  const currencies = now.result.length === 0 ? [undefined] : now.result.map((one) => one.currency);
  return currencies.flatMap((currency) => {
    const ofDay = (sums: typeof now | undefined) =>
      sums?.result.find((each) => each.currency === currency);
    const note = (amount: number | undefined) =>
      t('home.figure.before', {
        day: format.day(before),
        amount: then === undefined ? '–' : format.compact(amount ?? 0),
      });
    return (['bought', 'sold'] as const).map((side) => (
      <Figure
        key={`${side} ${currency}`}
        label={t(`home.figure.${side}`)}
        value={format.amount(ofDay(now)?.[side] ?? 0, currency)}
        note={note(ofDay(then)?.[side])}
        to="/orders"
        search={{ side: side === 'bought' ? 'BUY' : 'SELL', sd: today, ed: today }}
      />
    ));
  });
}

/** The items waiting for a decision, by kind. */
function ApprovalCounts({ own }: FiguresProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const kinds = kindsFor(own, 'decide');
  const { data: work } = useDecisionWork(kinds);
  const cash = useWaitingCash(kinds.includes('CASH'));
  return kinds.flatMap((kind) => {
    const { count = 0, oldestDttm: oldest } = work?.get(codeOf(kind)) ?? {};
    if (count === 0) return [];
    const age = oldest && t('home.figure.age', { age: format.age(oldest) });
    return (
      <Figure
        key={kind}
        label={t(`approval.kind.${kind}`)}
        value={format.quantity(count)}
        note={kind === 'CASH' ? cash('PENDING') : age}
        to="/approvals"
      />
    );
  });
}

const COMMISSION = 'INC:COMM';

/** The commission booked today, compared with the previous weekday. */
function Commission({ today }: { readonly today: string }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const before = shiftedByWeekdays(today, -1);
  const now = useCommission(today);
  const then = useCommission(before);
  if (now === undefined) return null;
  const currencies = now.size === 0 ? [undefined] : [...now.keys()];
  return currencies.map((currency) => (
    <Figure
      key={`commission ${currency}`}
      label={t('home.figure.commission')}
      value={format.amount(now.get(currency ?? '') ?? 0, currency)}
      note={t('home.figure.before', {
        day: format.day(before),
        amount: then === undefined ? '–' : format.compact(then.get(currency ?? '') ?? 0),
      })}
      to="/ledger"
      search={{ type: COMMISSION, currency, sd: today, ed: today }}
    />
  ));
}

/** A day's commission by currency. Undefined while loading. */
function useCommission(day: string): ReadonlyMap<string, number> | undefined {
  const query = { sd: day, ed: day, consolidated: true };
  const { data } = useRead('finance/report/income-statement', { query });
  if (data === undefined) return undefined;
  const booked = data.result.flatMap(({ currency, income }) =>
    income
      .filter(({ acctType }) => acctType === COMMISSION)
      .map(({ amount }) => [currency, amount] as const),
  );
  return new Map(booked);
}

/** Client money coverage, and the current month's result. */
function Books({ today }: { readonly today: string }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const first = `${today.slice(0, 8)}01`;
  const over = { sd: first, ed: today, consolidated: true };
  const money = useRead('finance/report/client-money', { query: { consolidated: true } }).data;
  const income = useRead('finance/report/income-statement', { query: over }).data;
  return (
    <>
      {money?.result.map(({ currency, owedToCustomers, surplus, covered }) => (
        <Figure
          key={`surplus ${currency}`}
          label={t(covered ? 'home.figure.surplus' : 'home.figure.shortfall')}
          value={format.amount(surplus, currency)}
          note={t('home.figure.owed', { amount: format.compact(owedToCustomers, currency) })}
          tone={covered ? undefined : 'bad'}
          to="/reports"
          search={{ report: 'client-money' }}
        />
      ))}
      {income?.result.map(({ currency, netResult }) => (
        <Figure
          key={`result ${currency}`}
          label={t('home.figure.result')}
          value={format.amount(netResult, currency)}
          note={t('home.figure.since', { day: format.day(first) })}
          to="/reports"
          search={{ report: 'income-statement', sd: first, d: today }}
        />
      ))}
    </>
  );
}

/** Shows how many of the books' invariants hold. */
function Invariants(): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('finance/integrity', {});
  const holding = data?.invariants.filter(({ holds }) => holds).length;
  return (
    <Figure
      label={t('home.figure.invariants')}
      value={data && t('home.figure.of', { good: holding ?? 0, count: data.invariants.length })}
      tone={data && (data.holds ? 'good' : 'bad')}
      to="/integrity"
    />
  );
}

function AuditChain(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('security/audit/verify', {});
  return (
    <Figure
      label={t('home.figure.chain')}
      value={data && t(data.valid ? 'home.figure.chain.valid' : 'home.figure.chain.broken')}
      note={data && t('home.figure.chain.to', { count: format.quantity(data.to) })}
      tone={data && (data.valid ? 'good' : 'bad')}
      to="/audit"
    />
  );
}
