// Deposits and treasury bills of a customer, what they have earned and when they end.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Chart } from '../../component/chart.js';
import { Empty, Panel, Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { idOf } from '../../lib/record.js';
import type { CustomerProps } from './customer.js';

const SHOWN_MOST = 200;
const SCHEDULE_MOST = 500;

type Deposit = ItemOf<'order/terminstrument/customer/list'>;
type Bill = ItemOf<'order/treasurybill/customer/list'>;

export function IncomePart({ customer }: CustomerProps): ReactNode {
  return (
    <>
      <Deposits customer={customer} />
      <Bills customer={customer} />
    </>
  );
}

function Deposits({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [open, setOpen] = useState<number>();
  const { data } = useRead('order/terminstrument/customer/list', {
    query: { c: idOf(customer), s: SHOWN_MOST },
  });
  const chosen = data?.result.find(({ id }) => id === open) ?? data?.result[0];
  return (
    <Panel title={t('income.deposits')} flush>
      {data?.result.length === 0 && (
        <Empty title={t('income.deposits.none')}>
          <p>{t('income.deposits.none.hint')}</p>
        </Empty>
      )}
      {data !== undefined && data.result.length > 0 && (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('order.number')}</th>
              <th>{t('income.product')}</th>
              <th className="end">{t('income.principal')}</th>
              <th className="end">{t('income.rate')}</th>
              <th className="end">{t('income.accrued')}</th>
              <th>{t('income.maturity')}</th>
              <th>{t('order.status')}</th>
            </tr>
          </thead>
          <tbody>
            {data.result.map((deposit) => (
              <tr key={deposit.id}>
                <td>
                  <button type="button" className="link" onClick={() => setOpen(deposit.id)}>
                    {deposit.name}
                  </button>
                </td>
                <td>{deposit.instrumentTypeLabel}</td>
                <td className="end">{format.amount(deposit.faceValue, deposit.currency)}</td>
                <td className="end">{format.price(deposit.currentRate)} %</td>
                <td className="end">{format.amount(deposit.accruedInterest)}</td>
                <td>{format.day(deposit.expectedMaturity)}</td>
                <td>
                  <Badge state={deposit.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {chosen !== undefined && <Accrual deposit={chosen} />}
    </Panel>
  );
}

function Accrual({ deposit }: { readonly deposit: Deposit }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/terminstrument/schedule', {
    query: { t: deposit.id, s: SCHEDULE_MOST },
  });
  const points = data?.result.map(({ date, bookValue }) => ({ at: date, value: bookValue })) ?? [];
  return (
    <div className="body padded stack">
      <h2>{`${t('income.curve')} ${deposit.name}`}</h2>
      <Chart label={t('income.curve')} points={points} currency={deposit.currency} />
      <Terms
        of={{
          [t('income.start')]: format.day(deposit.startDate),
          [t('income.interest')]: format.amount(deposit.expectedInterest, deposit.currency),
          [t('income.net')]: format.amount(deposit.expectedNetInterest, deposit.currency),
          [t('income.rollover')]: word(deposit.rolloverRule),
        }}
      />
    </div>
  );
}

function Bills({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('order/treasurybill/customer/list', {
    query: { c: idOf(customer), s: SHOWN_MOST },
  });
  if (data === undefined || data.result.length === 0) return null;
  return (
    <Panel title={t('income.bills')} flush>
      <BillTable bills={data.result} />
    </Panel>
  );
}

function BillTable({ bills }: { readonly bills: readonly Bill[] }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('order.number')}</th>
          <th className="end">{t('income.face')}</th>
          <th className="end">{t('income.discount-rate')}</th>
          <th>{t('income.maturity')}</th>
          <th>{t('order.status')}</th>
        </tr>
      </thead>
      <tbody>
        {bills.map((bill) => (
          <tr key={bill.id}>
            <td>{bill.name}</td>
            <td className="end">{format.amount(bill.faceValue, bill.currency)}</td>
            <td className="end">{format.price(bill.discountRate)} %</td>
            <td>{format.day(bill.expectedMaturity)}</td>
            <td>
              <Badge state={bill.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
