// The accounts whose balances add up to a report figure.

import type { ItemOf } from '@countinghouse/sdk';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { momentOf } from '../../component/moment-field.js';
import { Empty, Loading } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { sumOf } from '../../lib/sum.js';
import { useWindow, WINDOW_PAGE_ROWS } from '../../lib/window.js';
import type { LedgerSearch } from './search.js';

type Account = ItemOf<'finance/report/general-ledger'>;

function columnsOf({ t }: Speech, format: Format): readonly Column<Account>[] {
  const amount = (
    id: 'openingBalance' | 'totalDebits' | 'totalCredits' | 'closingBalance',
    header: string,
  ): Column<Account> => ({
    ...{ id, header, widthPx: 150, end: true },
    cell: (account) => format.amount(account[id]),
  });
  return [
    { id: 'name', header: t('ledger.account'), widthPx: 130, cell: (a) => a.accountName },
    {
      id: 'label',
      header: t('ledger.account.label'),
      widthPx: 240,
      grow: true,
      cell: ({ accountLabel }) => <span className="strong">{accountLabel}</span>,
    },
    amount('openingBalance', t('ledger.opening')),
    amount('totalDebits', t('journal.debit')),
    amount('totalCredits', t('journal.credit')),
    amount('closingBalance', t('ledger.closing')),
    {
      id: 'lines',
      header: t('ledger.lines'),
      widthPx: 80,
      end: true,
      cell: ({ lines }) => format.quantity(lines),
    },
  ];
}

interface FigureAccountsProps {
  readonly search: LedgerSearch & { readonly type: string };
}

/** Lists the accounts. If there is only one, its lines are shown directly. */
export function FigureAccounts({ search }: FigureAccountsProps): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const navigate = useNavigate();
  const { type, office, currency, sd, ed, asOf } = search;
  const list = useWindow({
    to: 'finance/report/general-ledger',
    query: {
      ...{ acctType: type, businessOfficeName: office, currency, sd, ed, asOf: momentOf(asOf) },
    },
  });
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  if (list.error) return <Problem error={list.error} />;
  if (list.count === undefined) return <Loading />;
  const searchOf = ({ accountId }: Account): LedgerSearch => ({ ...search, a: String(accountId) });
  const [only] = list.count === 1 ? [list.rowAt(0)] : [];
  if (only !== undefined) {
    // Without an office and a currency, there is no list to return to.
    const { office: _office, currency: _currency, ...rest } = searchOf(only);
    return <Navigate to="/ledger" search={rest} replace />;
  }
  if (list.count === 0) return <Empty title={t('ledger.accounts.none')} />;
  return (
    <>
      <DataGrid
        label={t('ledger.accounts', { type })}
        columns={columns}
        count={list.count}
        rowAt={list.rowAt}
        look={list.look}
        keyOf={({ accountId }) => accountId}
        onOpen={(account) => void navigate({ to: '/ledger', search: searchOf(account) })}
      />
      <div className="grid-foot">
        <span aria-live="polite">{t('ledger.accounts.count', { count: list.count })}</span>
        <span className="space" />
        <Total count={list.count} rowAt={list.rowAt} search={search} />
      </div>
    </>
  );
}

/** The sum of the balances, which equals the figure. Shown only if all accounts are loaded. */
function Total(props: {
  readonly count: number;
  readonly rowAt: (index: number) => Account | undefined;
  readonly search: LedgerSearch;
}): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { count, rowAt, search } = props;
  const { currency, sd } = search;
  if (count > WINDOW_PAGE_ROWS || currency === undefined) return null;
  const rows = Array.from({ length: count }, (_, index) => rowAt(index));
  const known = rows.filter((row) => row !== undefined);
  // A figure over a date range is the sum of the changes in the balances.
  const before = sd === undefined ? [] : known.map(({ openingBalance }) => -openingBalance);
  const sum = sumOf([...known.map(({ closingBalance }) => closingBalance), ...before]);
  return (
    <span>
      {t(sd === undefined ? 'report.total' : 'ledger.accounts.change')}{' '}
      <strong>{format.amount(sum, currency)}</strong>
    </span>
  );
}
