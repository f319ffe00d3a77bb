// A customer's commercial paper or treasury bills, with the value curve of the selected one.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Panel, Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { Accrual } from './accrual.js';
import { Acts } from './instrument-act.js';
import { useRolloverTerms } from './rollover.js';

const SHOWN_MAX = 200;
const SCHEDULE_MAX = 500;

/** The firm's commercial paper, or treasury bills. Customers buy both below their face value. */
const KINDS = {
  PAPER: {
    list: 'order/discountedinstrument/customer/list',
    schedule: 'order/discountedinstrument/schedule',
    title: 'income.paper',
  },
  BILL: {
    list: 'order/treasurybill/customer/list',
    schedule: 'order/treasurybill/schedule',
    title: 'income.bills',
  },
} as const;

type Kind = keyof typeof KINDS;
type Bill = ItemOf<'order/treasurybill/customer/list'>;

interface DiscountedProps {
  readonly kind: Kind;
  readonly customerId: number;
  readonly portfolioName: string | undefined;
}

export function Discounted({ kind, customerId, portfolioName }: DiscountedProps): ReactNode {
  const { t } = useSpeech();
  const [open, setOpen] = useState<number>();
  const { data } = useRead(KINDS[kind].list, {
    query: { c: customerId, s: SHOWN_MAX },
  });
  const shown = (data?.result ?? []).filter(
    (bill) => portfolioName === undefined || bill.portfolioName === portfolioName,
  );
  const chosen = shown.find(({ id }) => id === open) ?? shown[0];
  if (chosen === undefined) return null;
  return (
    <Panel title={t(KINDS[kind].title)} flush>
      <BillTable kind={kind} customerId={customerId} bills={shown} onOpen={setOpen} />
      <Growth kind={kind} bill={chosen} onOpen={setOpen} />
    </Panel>
  );
}

interface BillTableProps {
  readonly customerId: number;
  readonly kind: Kind;
  readonly bills: readonly Bill[];
  readonly onOpen: (id: number) => void;
}

function BillTable({ kind, customerId, bills, onOpen }: BillTableProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('order.number')}</th>
          <th>{t('income.product')}</th>
          <th className="end">{t('income.face')}</th>
          <th className="end">{t('placement.cost')}</th>
          <th className="end">{t('income.discount-rate')}</th>
          <th>{t('income.maturity')}</th>
          <th>{t('order.status')}</th>
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bills.map((bill) => (
          <tr key={bill.id}>
            <td>
              <button type="button" className="link" onClick={() => onOpen(bill.id)}>
                {bill.name}
              </button>
            </td>
            <td>{bill.instrumentTypeLabel}</td>
            <td className="end">{format.amount(bill.faceValue, bill.currency)}</td>
            <td className="end">{format.amount(bill.cost)}</td>
            <td className="end">{format.price(bill.discountRate) + format.percentSign}</td>
            <td>{format.day(bill.expectedMaturity)}</td>
            <td>
              <Badge state={bill.status} />
            </td>
            <td>
              <Acts kind={kind} customerId={customerId} of={bill} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GrowthProps {
  readonly kind: Kind;
  readonly bill: Bill;
  readonly onOpen: (id: number) => void;
}

function Growth({ kind, bill, onOpen }: GrowthProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const rollover = useRolloverTerms({ of: bill, onOpen });
  const { data } = useRead(KINDS[kind].schedule, {
    query: { id: bill.id, s: SCHEDULE_MAX },
  });
  return (
    <Accrual name={bill.name} lines={data?.result ?? []} currency={bill.currency}>
      <Terms
        of={{
          [t('income.start')]: format.day(bill.startDate ?? bill.expectedStart),
          [t('income.interest')]: format.amount(bill.expectedInterest, bill.currency),
          [t('income.net')]: format.amount(bill.expectedNetInterest, bill.currency),
          ...rollover,
        }}
      />
    </Accrual>
  );
}
