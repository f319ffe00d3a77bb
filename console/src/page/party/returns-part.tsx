// Shows how a customer's wealth grew: returns, the change in value step by step, monthly returns
// and contributions.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Curves } from '../../component/chart.js';
import { Empty, Figures, Loading, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { ScrollX } from '../../component/scroll-x.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import type { CustomerProps } from './record.js';

/** The periods to choose from. If there are no snapshots, the reply may contain no return. */
const PERIODS = ['1M', '3M', '6M', 'YTD', '1Y', 'START'] as const;

type Period = (typeof PERIODS)[number];
type Return = ReplyOf<'get', 'wealth/return/customer/id/{id}'>;
type Outcome = Pick<Return['timeWeighted'], 'status' | 'percent' | 'reason'>;
type Contribution = ReplyOf<'get', 'wealth/contribution/customer/id/{id}'>;

export function ReturnsPart({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const [period, setPeriod] = useState<Period>('YTD');
  const mayRead = useMay('wealth.valuation.read');
  const { data, error } = useRead('wealth/return/customer/id/{id}', {
    path: { id: idOf(customer) },
    query: { period, by: 'DAY' },
    enabled: mayRead,
  });
  if (!mayRead) return <Empty title={t('return.not-you')} />;
  return (
    <>
      <search className="filters">
        <select
          className="input"
          aria-label={t('return.period')}
          value={period}
          onChange={({ target }) =>
            setPeriod((now) => PERIODS.find((each) => each === target.value) ?? now)
          }
        >
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {t(`return.period.${each}`)}
            </option>
          ))}
        </select>
      </search>
      {error && <Problem error={error} />}
      {data === undefined ? !error && <Loading /> : <Growth growth={data} />}
      <Months customer={customer} />
      <Contributions customer={customer} period={period} />
    </>
  );
}

/** Returns a function that formats a percentage with the server's digits. */
function usePercent(): (percent: number | undefined) => string {
  const format = useFormat();
  return (percent) =>
    percent === undefined ? '–' : `${format.price(percent)}${format.percentSign}`;
}

/** Returns a function that formats a return. If there is none, it returns a dash and the reason. */
function useOutcome(): (outcome: Outcome) => string {
  const { word } = useSpeech();
  const percentOf = usePercent();
  return ({ percent, reason }) => (reason === undefined ? percentOf(percent) : `– ${word(reason)}`);
}

function Growth({ growth }: { readonly growth: Return }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const shown = useOutcome();
  const amount = (value: number | undefined) => format.amount(value, growth.currency) || '–';
  const parts = growth.parts ?? [];
  return (
    <>
      <Figures
        of={{
          [t('return.time-weighted')]: shown(growth.timeWeighted),
          [t('return.money-weighted')]: shown(growth.moneyWeighted),
          [t('return.gain')]: amount(growth.gain),
          [t('return.closing')]: amount(growth.closingValue),
        }}
      />
      <div className="columns">
        <Panel title={t('return.curve')}>
          <Curves
            label={t('return.curve')}
            ats={parts.map(({ part }) => part)}
            series={[
              {
                label: t('return.closing'),
                values: parts.map(({ closingValue }) => closingValue ?? null),
              },
            ]}
            figure={(value) => amount(value)}
          />
        </Panel>
        <Bridge growth={growth} />
      </div>
    </>
  );
}

/** Explains the change in value line by line. */
function Bridge({ growth }: { readonly growth: Return }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const minus = (value: number | undefined) => (value === undefined ? undefined : -value);
  const lines = [
    ['return.opening', growth.openingValue],
    ['return.paid-in', growth.paidIn],
    ['return.paid-out', minus(growth.paidOut)],
    ['return.income', growth.income],
    ['return.price-gain', growth.priceGain],
    ['return.currency-gain', growth.currencyGain],
    ['return.charges', minus(growth.charges)],
    ['return.fees', minus(growth.fees)],
    ['return.taxes', minus(growth.taxes)],
    ['return.closing', growth.closingValue],
  ] as const;
  return (
    <Panel title={t('return.bridge')} flush>
      <table className="plain">
        <tbody>
          {lines.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td className="end">{format.amount(value, growth.currency) || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Months({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const percentOf = usePercent();
  const { data } = useRead('wealth/return/customer/id/{id}', {
    path: { id: idOf(customer) },
    query: { period: '1Y', by: 'MONTH' },
  });
  const months = data?.parts ?? [];
  if (months.length === 0) return null;
  return (
    <Panel title={t('return.months')} flush>
      <ScrollX>
        <table className="plain">
          <thead>
            <tr>
              {months.map(({ part }) => (
                <th key={part} className="end">
                  {part}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {months.map(({ part, timeWeighted }) => (
                <td key={part} className={toneOf(timeWeighted.percent)}>
                  {percentOf(timeWeighted.percent)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </ScrollX>
    </Panel>
  );
}

const toneOf = (figure: number | undefined): string =>
  figure === undefined || figure === 0 ? 'end' : figure < 0 ? 'end bad' : 'end good';

interface ContributionsProps extends CustomerProps {
  readonly period: Period;
}

function Contributions({ customer, period }: ContributionsProps): ReactNode {
  const { t } = useSpeech();
  const { data, error } = useRead('wealth/contribution/customer/id/{id}', {
    path: { id: idOf(customer) },
    query: { period },
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  return (
    <Panel title={t('return.contributions')} flush>
      {data.lines.length === 0 ? (
        <Empty title={t('return.contributions.none')} />
      ) : (
        <ContributionTable contribution={data} />
      )}
    </Panel>
  );
}

function ContributionTable({ contribution }: { readonly contribution: Contribution }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const percentOf = usePercent();
  const amount = (value: number) => format.amount(value, contribution.currency);
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('return.line')}</th>
          <th>{t('return.class')}</th>
          <th className="end">{t('return.income')}</th>
          <th className="end">{t('return.price-gain')}</th>
          <th className="end">{t('return.currency-gain')}</th>
          <th className="end">{t('return.costs')}</th>
          <th className="end">{t('return.gain')}</th>
          <th className="end">{t('return.contribution')}</th>
        </tr>
      </thead>
      <tbody>
        {contribution.lines.map((line) => (
          <tr key={[line.subjectType, line.subjectId, line.name, line.portfolioName].join(' ')}>
            <th scope="row">
              {line.name} <span className="faint">{line.label !== line.name && line.label}</span>
            </th>
            <td>{word(line.class)}</td>
            <td className="end">{amount(line.income)}</td>
            <td className="end">{amount(line.priceGain)}</td>
            <td className="end">{amount(line.currencyGain)}</td>
            <td className="end">{amount(-line.costs)}</td>
            <td className={toneOf(line.gain)}>{amount(line.gain)}</td>
            <td className={toneOf(line.contribution)}>{percentOf(line.contribution)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
