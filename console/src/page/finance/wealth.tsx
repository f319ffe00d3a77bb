// Shows the assets of all customers, compares the totals with the control accounts, and lists
// customers by value.

import type { ReplyOf } from '@countinghouse/sdk';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Segment } from '../../component/field.js';
import { Figures, Loading, Page, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { WEALTH_CLASSES } from '../../lib/wealth-class.js';

/** The number of customers that the page shows. */
const CUSTOMERS_SHOWN = 50;

const SUMMARIES = ['CLASS', 'OFFICE', 'GROUP', 'CURRENCY'] as const;
const ORDERS = ['VALUE', 'CHANGE', 'UNVALUED', 'NAME'] as const;
export function WealthPage(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [by, setBy] = useState<(typeof SUMMARIES)[number]>('CLASS');
  const { data, error } = useRead('wealth/valuation/summary', { query: { by } });
  return (
    <Page title={t('place.wealth')}>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <Figures
            of={{
              [t('wealth.value')]: format.amount(data.value, data.currency),
              [t('wealth.customers')]: format.quantity(data.customers),
              [t('wealth.unvalued-lines')]: format.quantity(data.unvaluedLines),
              [t('wealth.stale-lines')]: format.quantity(data.staleLines),
            }}
          />
          <Panel
            title={t('wealth.totals')}
            actions={
              <Segment
                legend={t('wealth.by')}
                name="by"
                chosen={by}
                options={SUMMARIES.map((value) => ({ value, label: t(`wealth.by.${value}`) }))}
                onChange={({ target }) =>
                  setBy(SUMMARIES.find((each) => each === target.value) ?? 'CLASS')
                }
              />
            }
            flush
          >
            <Parts summary={data} />
          </Panel>
          {data.source === 'SNAPSHOT' && (
            <p className="faint">{t('wealth.snapshot', { date: format.day(data.date) })}</p>
          )}
          <Controls controls={data.controls} />
        </>
      )}
      <Customers />
    </Page>
  );
}

type Summary = ReplyOf<'get', 'wealth/valuation/summary'>;

function Parts({ summary }: { readonly summary: Summary }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const labelOf = (key: string, label: string) => {
    const known = WEALTH_CLASSES.find((each) => each === key);
    return known === undefined ? label : t(`wealth.class.${known}`);
  };
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t(`wealth.by.${summary.by}`)}</th>
          <th className="end">{t('wealth.customers')}</th>
          <th className="end">{t('wealth.lines')}</th>
          <th className="end">{t('wealth.unvalued-lines')}</th>
          <th className="end">{t('wealth.stale-lines')}</th>
          <th className="end">
            {t('wealth.value')} {summary.currency}
          </th>
        </tr>
      </thead>
      <tbody>
        {summary.parts.map((part) => (
          <tr key={part.key}>
            <th scope="row">{labelOf(part.key, part.label)}</th>
            <td className="end">{format.quantity(part.customers)}</td>
            <td className="end">{format.quantity(part.lines)}</td>
            <td className={(part.unvaluedLines ?? 0) > 0 ? 'end bad' : 'end'}>
              {format.quantity(part.unvaluedLines)}
            </td>
            <td className="end">{format.quantity(part.staleLines)}</td>
            <td className="end">{format.amount(part.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Control {
  readonly control: 'MONEY' | 'DEPOSITS' | 'LOANS' | 'PAPER' | 'BILLS' | 'FUND_UNITS';
  readonly businessOfficeName?: string;
  readonly fundName?: string;
  readonly currency?: string;
  readonly customers: number;
  readonly accounts: number;
  readonly difference: number;
}

function Controls({ controls }: { readonly controls: readonly Control[] }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const figure = (control: Control, value: number) =>
    control.control === 'FUND_UNITS' ? format.quantity(value) : format.amount(value);
  return (
    <Panel title={t('wealth.controls')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('wealth.control')}</th>
            <th>{t('wealth.control.of')}</th>
            <th className="end">{t('wealth.customers')}</th>
            <th className="end">{t('wealth.control.accounts')}</th>
            <th className="end">{t('wealth.control.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {controls.map((each) => (
            <tr
              key={`${each.control} ${each.businessOfficeName ?? each.fundName} ${each.currency}`}
            >
              <th scope="row">{t(`wealth.control.${each.control}`)}</th>
              <td>
                {each.businessOfficeName ?? each.fundName} {each.currency}
              </td>
              <td className="end">{figure(each, each.customers)}</td>
              <td className="end">{figure(each, each.accounts)}</td>
              <td className={each.difference === 0 ? 'end' : 'end bad strong'}>
                {figure(each, each.difference)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Customers(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [sort, setSort] = useState<(typeof ORDERS)[number]>('VALUE');
  const { data } = useRead('wealth/valuation/list', { query: { sort, s: CUSTOMERS_SHOWN } });
  return (
    <Panel
      title={t('wealth.customers')}
      actions={
        <Segment
          legend={t('wealth.sort')}
          name="sort"
          chosen={sort}
          options={ORDERS.map((value) => ({ value, label: t(`wealth.sort.${value}`) }))}
          onChange={({ target }) =>
            setSort(ORDERS.find((each) => each === target.value) ?? 'VALUE')
          }
        />
      }
      flush
    >
      <table className="plain">
        <thead>
          <tr>
            <th>{t('customer.name')}</th>
            <th>{t('order.office')}</th>
            <th>{t('customer.group')}</th>
            <th className="end">{t('wealth.unvalued-lines')}</th>
            <th className="end">{t('wealth.stale-lines')}</th>
            <th className="end">{t('wealth.change')}</th>
            <th className="end">{t('wealth.value')}</th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map((row) => (
            <tr key={row.customerId}>
              <th scope="row">
                <Link
                  to="/customers/$id"
                  params={{ id: String(row.customerId) }}
                  search={{ part: 'wealth' }}
                >
                  {row.customerLabel}
                </Link>{' '}
                <span className="faint">{row.customerName}</span>
              </th>
              <td>{row.businessOfficeName}</td>
              <td>{row.customerGroupName}</td>
              <td className={row.unvaluedLines > 0 ? 'end bad' : 'end'}>
                {format.quantity(row.unvaluedLines)}
              </td>
              <td className="end">{format.quantity(row.staleLines)}</td>
              <td className={(row.change ?? 0) < 0 ? 'end bad' : 'end good'}>
                {format.amount(row.change)}
              </td>
              <td className="end">{format.amount(row.value, row.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
