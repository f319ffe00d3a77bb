// A customer's fund units and fund orders.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { PLACEMENT_TOUCHES } from './placement.js';

const SHOWN_MAX = 100;

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
    query: { c: customerId, s: SHOWN_MAX },
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
    query: { c: customerId, s: SHOWN_MAX },
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
            <th className="end">{t('approval.units')}</th>
            <th className="end">{t('cash.amount')}</th>
            <th>{t('approval.dealing-date')}</th>
            <th>{t('order.status')}</th>
            <th>{t('field.reason')}</th>
            <th>
              <span className="sr">{t('action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.result.map((order) => (
            <tr key={order.id}>
              <th scope="row">{order.name}</th>
              <td>{word(order.transType)}</td>
              <td>{order.fundName}</td>
              <td className="end">
                {order.allUnits && order.executedUnits === undefined
                  ? t('placement.measure.ALL')
                  : format.quantity(order.executedUnits ?? order.units)}
              </td>
              <td className="end">
                {format.amount(order.netAmount ?? order.estimatedAmount, order.currency)}
              </td>
              <td>{format.day(order.dealingDate)}</td>
              <td>
                <Badge state={order.status} />
              </td>
              <td>{order.reason}</td>
              <td className="end">
                <Withdrawal of={order} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

type Order = ItemOf<'order/fundtransaction/customer/list'>;

/** The customer can withdraw an order until it is decided. */
function Withdrawal({ of: { id, name, status } }: { readonly of: Order }): ReactNode {
  const { t } = useSpeech();
  const [isAsking, setAsking] = useState(false);
  const mayWithdraw = useMay('asset.fund-transaction.delete');
  if (status !== 'PENDING' || !mayWithdraw) return null;
  return (
    <>
      <Button small onPress={() => setAsking(true)}>
        {t('placement.cancel')}
      </Button>
      {isAsking && (
        <Confirm
          title={`${t('placement.cancel')} ${name}`}
          action={t('placement.cancel')}
          isDanger
          onClose={() => setAsking(false)}
          write={() => write('delete', 'order/fundtransaction/delete/id/{id}', { path: { id } })}
          done={{ say: t('placement.cancelled'), touches: PLACEMENT_TOUCHES }}
        >
          <p>{t('fund.withdraw.question')}</p>
        </Confirm>
      )}
    </>
  );
}
