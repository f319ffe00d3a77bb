// Shows a customer's deposits with the earned interest and the value curve, and starts pending
// deposits.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Empty, Panel, Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { Accrual } from './accrual.js';
import { Acts } from './instrument-act.js';
import { useRolloverTerms } from './rollover.js';

const SHOWN_MAX = 200;
const SCHEDULE_MAX = 500;

type Deposit = ItemOf<'order/terminstrument/customer/list'>;

interface DepositsProps {
  readonly customerId: number;
  readonly portfolioName: string | undefined;
}

export function Deposits({ customerId, portfolioName }: DepositsProps): ReactNode {
  const { t } = useSpeech();
  const [open, setOpen] = useState<number>();
  const { data } = useRead('order/terminstrument/customer/list', {
    query: { c: customerId, s: SHOWN_MAX },
  });
  const shown = (data?.result ?? []).filter(
    (deposit) => portfolioName === undefined || deposit.portfolioName === portfolioName,
  );
  const chosen = shown.find(({ id }) => id === open) ?? shown[0];
  return (
    <Panel title={t('income.deposits')} flush>
      {data !== undefined && shown.length === 0 && (
        <Empty title={t('income.deposits.none')}>
          <p>{t('income.deposits.none.hint')}</p>
        </Empty>
      )}
      {shown.length > 0 && (
        <DepositTable customerId={customerId} deposits={shown} onOpen={setOpen} />
      )}
      {chosen !== undefined && <Growth deposit={chosen} onOpen={setOpen} />}
    </Panel>
  );
}

interface DepositTableProps {
  readonly customerId: number;
  readonly deposits: readonly Deposit[];
  readonly onOpen: (id: number) => void;
}

function DepositTable({ customerId, deposits, onOpen }: DepositTableProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
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
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deposits.map((deposit) => (
          <tr key={deposit.id}>
            <td>
              <button type="button" className="link" onClick={() => onOpen(deposit.id)}>
                {deposit.name}
              </button>
            </td>
            <td>{deposit.instrumentTypeLabel}</td>
            <td className="end">{format.amount(deposit.faceValue, deposit.currency)}</td>
            <td className="end">{format.price(deposit.currentRate) + format.percentSign}</td>
            <td className="end">{format.amount(deposit.accruedInterest)}</td>
            <td>{format.day(deposit.expectedMaturity)}</td>
            <td>
              <Badge state={deposit.status} />
            </td>
            <td>
              <Acts kind="DEPOSIT" customerId={customerId} of={deposit} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GrowthProps {
  readonly deposit: Deposit;
  readonly onOpen: (id: number) => void;
}

function Growth({ deposit, onOpen }: GrowthProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const rollover = useRolloverTerms({ of: deposit, onOpen });
  const { data } = useRead('order/terminstrument/schedule', {
    query: { t: deposit.id, s: SCHEDULE_MAX },
  });
  return (
    <Accrual name={deposit.name} lines={data?.result ?? []} currency={deposit.currency}>
      <Terms
        of={{
          [t('income.start')]: format.day(deposit.startDate ?? deposit.expectedStart),
          [t('income.interest')]: format.amount(deposit.expectedInterest, deposit.currency),
          [t('income.net')]: format.amount(deposit.expectedNetInterest, deposit.currency),
          ...rollover,
        }}
      />
    </Accrual>
  );
}
