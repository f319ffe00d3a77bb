// A customer's cash accounts, statement and cash transactions.

import { Link } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { DateField } from '../../component/date-field.js';
import { Panel } from '../../component/page.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { openFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { idOf } from '../../lib/record.js';
import type { CustomerProps } from './record.js';

const SHOWN_MAX = 100;
/** Length of the year and month of a date. */
const MONTH_LETTERS = 7;

interface Account {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly clearedBalance: number;
  readonly unClearedBalance: number;
  readonly heldBalance: number;
  readonly availableBalance: number;
}

interface Transaction {
  readonly id: number;
  readonly name: string;
  readonly transType: string;
  readonly transMethod: string;
  readonly amount: number;
  readonly currency: string;
  readonly createdBy: string;
  readonly transState: string;
  readonly decisionReason?: string;
}

export function CashPart({ customer }: CustomerProps): ReactNode {
  return (
    <>
      <Accounts customer={customer} />
      <Transactions customer={customer} />
    </>
  );
}

function Accounts({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useShaped<ListOf<Account>>('finance/account/customer/id/{c}', {
    path: { c: idOf(customer) },
  });
  const { data: clock } = useRead('system/clock', {});
  const today = String(Object(clock).businessDate ?? '');
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const ed = to ?? today;
  const sd = from ?? `${ed.slice(0, MONTH_LETTERS)}-01`;
  return (
    <Panel
      title={t('cash.accounts')}
      flush
      actions={
        <span className="actions">
          <DateField isInline label={t('cash.statement.from')} value={sd} onChange={setFrom} />
          <DateField isInline label={t('cash.statement.to')} value={ed} onChange={setTo} />
        </span>
      }
    >
      <table className="plain">
        <thead>
          <tr>
            <th>{t('cash.account')}</th>
            <th className="end">{t('cash.cleared')}</th>
            <th className="end">{t('cash.uncleared')}</th>
            <th className="end">{t('customer.held')}</th>
            <th className="end">{t('customer.available')}</th>
            <th>
              <span className="sr">{t('action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map((account) => (
            <tr key={account.id}>
              <th scope="row">
                <Link to="/ledger" search={{ a: String(account.id) }}>
                  {account.name}
                </Link>{' '}
                <span className="faint">{account.currency}</span>
              </th>
              <td className="end">{format.amount(account.clearedBalance)}</td>
              <td className="end">{format.amount(account.unClearedBalance)}</td>
              <td className="end">{format.amount(account.heldBalance)}</td>
              <td className="end strong">{format.amount(account.availableBalance)}</td>
              <td className="end">
                <Button
                  small
                  onPress={() =>
                    void openFile('finance/report/statement/pdf', {
                      query: { a: account.id, sd, ed },
                    })
                  }
                >
                  <FileDown aria-hidden />
                  {t('cash.statement')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Transactions({ customer }: CustomerProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = useShaped<ListOf<Transaction>>('finance/cash-transaction/list', {
    query: { partnerId: idOf(customer), s: SHOWN_MAX },
  });
  return (
    <Panel title={t('cash.transactions')} flush>
      {data?.result.length === 0 ? (
        <p className="soft padded">{t('cash.none')}</p>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('order.number')}</th>
              <th>{t('cash.kind')}</th>
              <th>{t('cash.method')}</th>
              <th className="end">{t('cash.amount')}</th>
              <th>{t('cash.made-by')}</th>
              <th>{t('order.status')}</th>
              <th>{t('field.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {data?.result.map((transaction) => (
              <tr key={transaction.id}>
                <th scope="row">{transaction.name}</th>
                <td>{word(transaction.transType)}</td>
                <td>{word(transaction.transMethod)}</td>
                <td className="end">{format.amount(transaction.amount, transaction.currency)}</td>
                <td>{transaction.createdBy}</td>
                <td>
                  <Badge state={transaction.transState} />
                </td>
                <td>{transaction.decisionReason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
