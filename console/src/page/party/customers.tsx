// Lists all customers. The server searches and filters them.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { ExportMenu } from '../../component/export-menu.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { SearchBox } from '../../component/search-box.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { useWindow } from '../../lib/window.js';
import { CUSTOMER_STATUSES, type CustomerSearch } from './search.js';

const route = getRouteApi('/customers');

type Customer = ItemOf<'partner/customer/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Customer>[] {
  return [
    {
      id: 'number',
      header: t('customer.number'),
      widthPx: 112,
      cell: ({ id, name }) => (
        <Link to="/customers/$id" params={{ id: String(id) }} tabIndex={-1}>
          {name}
        </Link>
      ),
    },
    {
      id: 'name',
      header: t('customer.name'),
      widthPx: 240,
      grow: true,
      cell: ({ label }) => <span className="strong">{label}</span>,
    },
    {
      id: 'balance',
      header: t('customer.cash'),
      widthPx: 160,
      end: true,
      cell: ({ cashAcctBalance }) => groupedMoney(cashAcctBalance, format),
    },
    { id: 'group', header: t('customer.group'), widthPx: 120, cell: (c) => c.customerGroupLabel },
    { id: 'kind', header: t('customer.kind'), widthPx: 110, cell: (c) => word(c.partnerType) },
    { id: 'office', header: t('order.office'), widthPx: 140, cell: (c) => c.businessOfficeLabel },
    {
      id: 'status',
      header: t('order.status'),
      widthPx: 110,
      cell: (c) => <Badge state={c.workflowStatus === 'PENDING' ? 'PENDING' : c.status} />,
    },
    {
      id: 'since',
      header: t('customer.since'),
      widthPx: 110,
      cell: (c) => format.day(c.accountOpened),
    },
  ];
}

// The server sends the balance without digit grouping, such as NGN 1234567.80.
function groupedMoney(text: string | undefined, format: Format): string | undefined {
  const [, currency, amount] = /^([A-Z]{3}) (-?[\d.]+)$/.exec(text ?? '') ?? [];
  return amount === undefined ? text : format.amount(amount, currency);
}

export function Customers(): ReactNode {
  const speech = useSpeech();
  const { t, word } = speech;
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayExport = useMay('party.customer.export');
  const list = useWindow({ to: 'partner/customer/list', query: { ...search } });
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const set = (change: CustomerSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <Page
      title={t('place.customers')}
      full
      actions={
        mayExport && (
          <ExportMenu
            save={(format) => saveFile(`partner/customer/list/${format}`, { query: search })}
          />
        )
      }
    >
      <search className="filters">
        <SearchBox
          label={t('customer.search')}
          value={search.search}
          onChange={(text) => set({ search: text })}
        />
        <select
          className="input"
          aria-label={t('order.status')}
          value={search.status ?? ''}
          onChange={(event) =>
            set({ status: CUSTOMER_STATUSES.find((each) => each === event.target.value) })
          }
        >
          <option value="">{t('order.status.all')}</option>
          {CUSTOMER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {word(status)}
            </option>
          ))}
        </select>
      </search>
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={t('customer.none')}>
          <p>{t('customer.none.hint')}</p>
        </Empty>
      ) : (
        <DataGrid
          label={t('place.customers')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={idOf}
          onOpen={({ id }) => void navigate({ to: '/customers/$id', params: { id: String(id) } })}
        />
      )}
      <div className="grid-foot">
        <span aria-live="polite">{t('grid.count', { count: list.count ?? 0 })}</span>
      </div>
    </Page>
  );
}
