// The assets of a customer on a date, in all classes: totals, change, allocation and positions.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Chart } from '../../component/chart.js';
import { DateField } from '../../component/date-field.js';
import { MomentField, momentOf } from '../../component/moment-field.js';
import { Empty, Figures, Loading, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { Shares } from '../../component/share.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { WEALTH_CLASSES } from '../../lib/wealth-class.js';
import type { CustomerProps } from './record.js';

/** The number of days covered by the change and its curve. */
const CHANGE_DAYS = 90;
const DAY_MS = 86_400_000;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

interface DatedProps extends CustomerProps {
  /** Undefined to use the business date. */
  readonly date: string | undefined;
  /** Records stored after this moment are left out. Undefined to include all records. */
  readonly asOf: string | undefined;
}

const DISCOUNTS = ['AMORTISED_COST', 'MARKET'] as const;

type Discount = (typeof DISCOUNTS)[number];

interface DiscountProps {
  /** Undefined to use the valuation policy's method. */
  readonly value: Discount | undefined;
  readonly onChange: (value: Discount | undefined) => void;
}

/** How bills and commercial paper are valued. */
function DiscountChoice({ value, onChange }: DiscountProps): ReactNode {
  const { t } = useSpeech();
  return (
    <select
      className="input"
      aria-label={t('wealth.discount')}
      value={value ?? ''}
      onChange={({ target }) => onChange(DISCOUNTS.find((each) => each === target.value))}
    >
      <option value="">{t('wealth.discount.policy')}</option>
      {DISCOUNTS.map((each) => (
        <option key={each} value={each}>
          {t(`wealth.discount.${each}`)}
        </option>
      ))}
    </select>
  );
}

type Valuation = ReplyOf<'get', 'wealth/valuation/customer/id/{id}'>;

export function WealthPart({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [date, setDate] = useState<string>();
  const [known, setKnown] = useState<string>();
  const [discount, setDiscount] = useState<Discount>();
  const asOf = momentOf(known);
  const { data, error } = useRead('wealth/valuation/customer/id/{id}', {
    path: { id: idOf(customer) },
    query: {
      ...(date === undefined ? {} : { d: date }),
      ...(asOf === undefined ? {} : { asOf }),
      ...(discount === undefined ? {} : { discount }),
    },
  });
  return (
    <>
      <search className="filters">
        <DateField
          label={t('wealth.as-of')}
          value={date ?? data?.date}
          onChange={setDate}
          isInline
        />
        <DiscountChoice value={discount} onChange={setDiscount} />
        <MomentField value={known} onChange={setKnown} />
      </search>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <Figures
            of={{
              [t('wealth.value')]: format.amount(data.value, data.currency),
              [t('wealth.assets')]: format.amount(data.assets),
              [t('wealth.liabilities')]: format.amount(data.liabilities),
              [t('wealth.stale-lines')]: format.quantity(data.staleLines),
            }}
          />
          {!data.complete && <p>{t('wealth.incomplete', { lines: data.unvaluedLines })}</p>}
          <div className="columns">
            <Change customer={customer} date={data.date} asOf={asOf} />
            {asOf === undefined && discount === undefined ? (
              <Allocation customer={customer} date={data.date} asOf={asOf} />
            ) : (
              <Classes valuation={data} />
            )}
          </div>
          <Lines valuation={data} />
        </>
      )}
    </>
  );
}

function Change({ customer, date = '', asOf }: DatedProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('partner/customer-valuation-for-date-range/id/{id}', {
    path: { id: idOf(customer) },
    query: {
      ...{ sd: dateOf(Date.parse(date) - CHANGE_DAYS * DAY_MS), ed: date },
      ...(asOf === undefined ? {} : { asOf }),
    },
    enabled: useMay('order.balance.read'),
  });
  const points = data?.values.map((day) => ({ at: day.date, value: day.amount })) ?? [];
  const percent = data?.timeWeighted?.percent;
  return (
    <Panel title={t('wealth.bridge')}>
      <Chart label={t('wealth.bridge')} points={points} currency={data?.currency} />
      <Terms
        of={{
          [t('wealth.opening')]: format.amount(data?.openingValue),
          [t('wealth.paid-in')]: format.amount(data?.paidIn),
          [t('wealth.paid-out')]: format.amount(data?.paidOut),
          [t('wealth.gain')]: format.amount(data?.gain),
          [t('wealth.closing')]: format.amount(data?.closingValue),
          [t('wealth.weighted')]: percent === undefined ? '–' : format.percent(percent / 100),
        }}
      />
    </Panel>
  );
}

/**
 * The asset classes in the valuation shown. Other allocations are available only for current
 * records.
 */
function Classes({ valuation }: { readonly valuation: Valuation }): ReactNode {
  const { t } = useSpeech();
  const { classes, currency } = valuation;
  return (
    <Panel title={t('wealth.allocation')}>
      <Shares
        of={classes.map((each) => ({
          label: t(`wealth.class.${each.class}`),
          percent: each.share ?? 0,
          amount: each.value,
        }))}
        currency={currency}
      />
    </Panel>
  );
}

const ALLOCATIONS = [
  'CLASS',
  'SECTOR',
  'ISSUER',
  'CURRENCY',
  'MATURITY',
  'SECURITY',
  'PORTFOLIO',
] as const;

type Allocation = (typeof ALLOCATIONS)[number];

function Allocation({ customer, date = '' }: DatedProps): ReactNode {
  const { t } = useSpeech();
  const labelOf = usePartLabel();
  const [by, setBy] = useState<Allocation>('CLASS');
  const { data } = useRead('wealth/allocation/customer/id/{id}', {
    path: { id: idOf(customer) },
    query: { d: date, by },
  });
  const choose = (value: string) => setBy(ALLOCATIONS.find((each) => each === value) ?? 'CLASS');
  return (
    <Panel
      title={t('wealth.allocation')}
      actions={
        <select
          className="input"
          aria-label={t('wealth.by')}
          value={by}
          onChange={({ target }) => choose(target.value)}
        >
          {ALLOCATIONS.map((each) => (
            <option key={each} value={each}>
              {t(`wealth.by.${each}`)}
            </option>
          ))}
        </select>
      }
    >
      <Shares
        of={(data?.parts ?? []).map(({ key, label, percent, value }) => ({
          label: data?.by === by ? labelOf(by, key, label) : label,
          percent: percent ?? 0,
          amount: value,
        }))}
        currency={data?.currency}
      />
    </Panel>
  );
}

const MATURITIES = [
  'ON_DEMAND',
  'DAYS_0_30',
  'DAYS_31_90',
  'DAYS_91_180',
  'DAYS_181_365',
  'YEARS_1_3',
  'YEARS_3_5',
  'YEARS_OVER_5',
  'NONE',
] as const;

/** Returns a function that labels a part of an allocation. */
function usePartLabel(): (by: Allocation, key: string, label: string) => string {
  const { t } = useSpeech();
  return (by, key, label) => {
    if (by === 'CLASS') {
      const known = WEALTH_CLASSES.find((each) => each === key);
      return known === undefined ? label : t(`wealth.class.${known}`);
    }
    if (by === 'MATURITY') {
      const known = MATURITIES.find((each) => each === key);
      return known === undefined ? label : t(`wealth.maturity.${known}`);
    }
    return by === 'PORTFOLIO' && key === 'NONE' ? t('wealth.outside') : label;
  };
}

type Line = NonNullable<Valuation['lines']>[number];

function Lines({ valuation }: { readonly valuation: Valuation }): ReactNode {
  const { t } = useSpeech();
  const { lines = [], currency } = valuation;
  return (
    <Panel title={t('wealth.lines')} flush>
      {lines.length === 0 ? (
        <Empty title={t('wealth.lines.none')}>
          <p>{t('wealth.lines.none.hint')}</p>
        </Empty>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('wealth.position')}</th>
              <th>{t('wealth.class')}</th>
              <th>{t('wealth.portfolio')}</th>
              <th className="end">{t('wealth.quantity')}</th>
              <th className="end">{t('wealth.price')}</th>
              <th>{t('wealth.price-date')}</th>
              <th className="end">{t('wealth.cost')}</th>
              <th className="end">
                {t('wealth.value')} {currency}
              </th>
              <th className="end">{t('customer.gain')}</th>
              <th className="end">{t('wealth.share')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <LineRow
                key={`${line.class} ${line.subjectId} ${line.portfolioName ?? ''}`}
                line={line}
              />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function LineRow({ line }: { readonly line: Line }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { unrealisedGain = 0, share } = line;
  return (
    <tr>
      <th scope="row">
        {line.name} <span className="faint">{line.label}</span>
      </th>
      <td>{t(`wealth.class.${line.class}`)}</td>
      <td>{line.portfolioName ?? '–'}</td>
      <td className="end">{format.quantity(line.quantity)}</td>
      <td className="end">{format.price(line.price)}</td>
      <td>
        {format.day(line.priceDate)}{' '}
        {line.priceSource !== undefined && (
          <span className="faint">{t(`wealth.source.${line.priceSource}`)}</span>
        )}{' '}
        {line.stale && <span className="badge wait">{t('wealth.stale')}</span>}
      </td>
      <td className="end">{format.amount(line.cost)}</td>
      <td className="end">
        {line.unvalued === undefined ? (
          format.amount(line.valueIn)
        ) : (
          <span className="badge bad">{t(`wealth.unvalued.${line.unvalued}`)}</span>
        )}
        {line.accrued !== undefined && (
          <div className="faint">
            {t('wealth.accrued', { amount: format.amount(line.accrued) })}
          </div>
        )}
      </td>
      <td className={unrealisedGain < 0 ? 'end bad' : 'end good'}>
        {format.amount(line.unrealisedGain)}
      </td>
      <td className="end">{share === undefined ? '' : format.percent(share / 100)}</td>
    </tr>
  );
}
