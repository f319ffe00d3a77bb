// The tables of the reports, per business office and currency.

import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Empty, Loading, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';
import { sumOf } from '../../lib/sum.js';

const route = getRouteApi('/reports');

type Query = Readonly<Record<string, string | undefined>>;

/** The query of a report: on one date, or over a date range. */
export interface ReportProps {
  readonly at: Query;
  readonly over: Query;
}

interface Report<Row> {
  /** The date of the report, or its date range. */
  readonly date?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly result: readonly Row[];
}

interface OfficeRow {
  readonly businessOfficeName?: string;
  readonly currency: string;
}

interface BalanceRow extends OfficeRow {
  readonly acctType: string;
  readonly acctLabel: string;
  readonly acctClass: string;
  readonly debitBalance: number;
  readonly creditBalance: number;
}

/** A figure with a link to the accounts that make it up, on the same dates. */
function Figure(props: {
  readonly of: OfficeRow;
  readonly acctType: string | undefined;
  readonly amount: number;
  readonly dates: Span;
}): ReactNode {
  const format = useFormat();
  const { asOf } = route.useSearch();
  const { of, acctType, amount, dates } = props;
  const { businessOfficeName: office, currency } = of;
  const text = format.amount(amount);
  if (acctType === undefined) return text;
  return (
    <Link to="/ledger" search={{ type: acctType, office, currency, ...dates, asOf }}>
      {text}
    </Link>
  );
}

/** The last date, and the first one if the report covers a range. */
interface Span {
  readonly sd: string | undefined;
  readonly ed: string | undefined;
}

const spanOf = ({ date, startDate, endDate }: Report<unknown>): Span => ({
  ...{ sd: startDate, ed: date ?? endDate },
});

function useTitle(): (row: OfficeRow) => string {
  const nameOf = useOfficeName();
  return ({ businessOfficeName, currency }) =>
    businessOfficeName === undefined ? currency : `${nameOf(businessOfficeName)} · ${currency}`;
}

/** Shows a report's dates, and an empty state if the report has no rows. */
function Dates({ of }: { readonly of: Report<unknown> }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { date, startDate, endDate, result } = of;
  const says =
    date === undefined
      ? t('report.over', { from: format.day(startDate), to: format.day(endDate) })
      : t('report.at', { date: format.day(date) });
  if (result.length === 0) return <Empty title={t('report.none')}>{says}</Empty>;
  return <p className="soft">{says}</p>;
}

export function TrialBalance({ at: query }: ReportProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const titleOf = useTitle();
  const { data, error } = useShaped<Report<BalanceRow>>('finance/report/trial-balance', {
    query,
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  const offices = Map.groupBy(data.result, titleOf);
  const side = (row: BalanceRow, amount: number) =>
    amount === 0 ? (
      ''
    ) : (
      <Figure of={row} acctType={row.acctType} amount={amount} dates={spanOf(data)} />
    );
  return (
    <>
      <Dates of={data} />
      {[...offices].map(([title, rows]) => (
        <Panel key={title} title={title} flush>
          <table className="plain">
            <thead>
              <tr>
                <th>{t('ledger.account')}</th>
                <th>{t('report.class')}</th>
                <th className="end">{t('journal.debit')}</th>
                <th className="end">{t('journal.credit')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.acctType}>
                  <th scope="row">
                    {row.acctLabel} <span className="faint">{row.acctType}</span>
                  </th>
                  <td>{word(row.acctClass)}</td>
                  <td className="end">{side(row, row.debitBalance)}</td>
                  <td className="end">{side(row, row.creditBalance)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('report.total')}
                </th>
                <td className="end">{format.amount(sumOf(rows.map((row) => row.debitBalance)))}</td>
                <td className="end">
                  {format.amount(sumOf(rows.map((row) => row.creditBalance)))}
                </td>
              </tr>
            </tfoot>
          </table>
        </Panel>
      ))}
    </>
  );
}

interface Amount {
  readonly acctType?: string;
  readonly acctLabel: string;
  readonly amount: number;
}

interface Section {
  readonly title: string;
  readonly rows: readonly Amount[];
  readonly total: number;
}

function Sections(props: {
  readonly title: string;
  readonly office: OfficeRow;
  readonly dates: Span;
  readonly sections: readonly Section[];
}): ReactNode {
  const format = useFormat();
  return (
    <Panel title={props.title} flush>
      <table className="plain">
        {props.sections.map(({ title, rows, total }) => (
          <tbody key={title}>
            {rows.map(({ acctType, acctLabel, amount }) => (
              <tr key={`${acctType} ${acctLabel}`}>
                <th scope="row">
                  {acctLabel} <span className="faint">{acctType}</span>
                </th>
                <td className="end">
                  <Figure
                    of={props.office}
                    acctType={acctType}
                    amount={amount}
                    dates={props.dates}
                  />
                </td>
              </tr>
            ))}
            <tr className="strong">
              <td>{title}</td>
              <td className="end">{format.amount(total)}</td>
            </tr>
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

interface IncomeRow extends OfficeRow {
  readonly income: readonly Amount[];
  readonly expenses: readonly Amount[];
  readonly totalIncome: number;
  readonly totalExpenses: number;
  readonly netResult: number;
}

export function IncomeStatement({ over: query }: ReportProps): ReactNode {
  const { t } = useSpeech();
  const titleOf = useTitle();
  const { data, error } = useShaped<Report<IncomeRow>>('finance/report/income-statement', {
    query,
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  return (
    <>
      <Dates of={data} />
      {data.result.map((office) => (
        <Sections
          key={titleOf(office)}
          title={titleOf(office)}
          office={office}
          dates={spanOf(data)}
          sections={[
            { title: t('report.income'), rows: office.income, total: office.totalIncome },
            { title: t('report.expenses'), rows: office.expenses, total: office.totalExpenses },
            { title: t('report.result'), rows: [], total: office.netResult },
          ]}
        />
      ))}
    </>
  );
}

interface SheetRow extends OfficeRow {
  readonly assets: readonly Amount[];
  readonly liabilities: readonly Amount[];
  readonly equity: readonly Amount[];
  readonly totalAssets: number;
  readonly totalLiabilities: number;
  readonly totalEquity: number;
}

export function BalanceSheet({ at: query }: ReportProps): ReactNode {
  const { t } = useSpeech();
  const titleOf = useTitle();
  const { data, error } = useShaped<Report<SheetRow>>('finance/report/balance-sheet', {
    query,
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  return (
    <>
      <Dates of={data} />
      {data.result.map((office) => (
        <Sections
          key={titleOf(office)}
          title={titleOf(office)}
          office={office}
          dates={spanOf(data)}
          sections={[
            { title: t('report.assets'), rows: office.assets, total: office.totalAssets },
            {
              title: t('report.liabilities'),
              rows: office.liabilities,
              total: office.totalLiabilities,
            },
            { title: t('report.equity'), rows: office.equity, total: office.totalEquity },
          ]}
        />
      ))}
    </>
  );
}

interface MoneyRow extends OfficeRow {
  readonly owedToCustomers: number;
  readonly pendingLevies: number;
  readonly clientBank: number;
  readonly settlement: number;
  readonly surplus: number;
  readonly covered: boolean;
}

export function ClientMoney({ at: query }: Pick<ReportProps, 'at'>): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const titleOf = useTitle();
  const { data, error } = useShaped<Report<MoneyRow>>('finance/report/client-money', {
    query,
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  if (data.result.length === 0) return <Dates of={data} />;
  return (
    <>
      <Dates of={data} />
      <Panel title={t('report.client-money')} flush>
        <table className="plain">
          <thead>
            <tr>
              <th>{t('order.office')}</th>
              <th className="end">{t('integrity.owed')}</th>
              <th className="end">{t('report.levies')}</th>
              <th className="end">{t('integrity.bank')}</th>
              <th className="end">{t('integrity.settlement')}</th>
              <th className="end">{t('integrity.surplus')}</th>
              <th>{t('order.status')}</th>
            </tr>
          </thead>
          <tbody>
            {data.result.map((row) => (
              <tr key={titleOf(row)}>
                <th scope="row">{titleOf(row)}</th>
                <td className="end">{format.amount(row.owedToCustomers)}</td>
                <td className="end">{format.amount(row.pendingLevies)}</td>
                <td className="end">{format.amount(row.clientBank)}</td>
                <td className="end">{format.amount(row.settlement)}</td>
                <td className="end">{format.amount(row.surplus)}</td>
                <td>
                  <Badge state={row.covered ? 'COVERED' : 'UNCOVERED'} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}
