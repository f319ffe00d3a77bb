// Fund units of a customer, and the orders behind them.

import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';

const SHOWN_MOST = 100;

export function Funds({ customerId }: { readonly customerId: number }): ReactNode {
  return (
    <>
      <FundHoldings customerId={customerId} />
      <FundOrders customerId={customerId} />
    </>
  );
}

function FundHoldings({ customerId }: { readonly customerId: number }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/fund/holding/customer/list', {
    query: { c: customerId, s: SHOWN_MOST },
  });
  if (data === undefined || data.result.length === 0) return null;
  return (
    <Panel title={t('fund.holdings')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('approval.fund')}</th>
            <th className="end">{t('approval.units')}</th>
            <th className="end">{t('approval.nav')}</th>
            <th className="end">{t('customer.market-value')}</th>
            <th>{t('fund.income')}</th>
          </tr>
        </thead>
        <tbody>
          {data.result.map((holding) => (
            <tr key={holding.id}>
              <th scope="row">
                {holding.fundName} <span className="faint">{holding.fundLabel}</span>
              </th>
              <td className="end">{format.quantity(holding.units)}</td>
              <td className="end">{format.price(holding.navPerUnit)}</td>
              <td className="end">{format.amount(holding.value, holding.currency)}</td>
              <td>{word(holding.incomeOption)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function FundOrders({ customerId }: { readonly customerId: number }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/fundtransaction/customer/list', {
    query: { c: customerId, s: SHOWN_MOST },
  });
  if (data === undefined || data.result.length === 0) return null;
  return (
    <Panel title={t('fund.orders')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('order.number')}</th>
            <th>{t('cash.kind')}</th>
            <th>{t('approval.fund')}</th>
            <th className="end">{t('cash.amount')}</th>
            <th>{t('approval.dealing-date')}</th>
            <th>{t('order.status')}</th>
            <th>{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {data.result.map((order) => (
            <tr key={order.id}>
              <th scope="row">{order.name}</th>
              <td>{word(order.transType)}</td>
              <td>{order.fundName}</td>
              <td className="end">
                {format.amount(order.netAmount ?? order.estimatedAmount, order.currency)}
              </td>
              <td>{format.day(order.dealingDate)}</td>
              <td>
                <Badge state={order.status} />
              </td>
              <td>{order.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
