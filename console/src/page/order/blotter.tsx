// The blotter shows all orders live. The server filters, sorts and groups them. The ticket opens
// next to the list.

import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../component/button.js';
import { ColumnMenu } from '../../component/column-menu.js';
import { ConfirmEach } from '../../component/confirm.js';
import { ExchangeNotices } from '../../component/exchange-outage.js';
import { ExportMenu } from '../../component/export-menu.js';
import { Page } from '../../component/page.js';
import { searchTextOf, ViewMenu } from '../../component/view-menu.js';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useHiddenColumns } from '../../lib/hidden-column.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { type Order, useOrderColumns } from './columns.js';
import { OrderFilters } from './filters.js';
import type { Grouping } from './group.js';
import { GroupedOrders, OrderList } from './list.js';
import { GROUPINGS, type OrderFilter, type OrderSearch, readOrderSearch } from './search.js';
import { Ticket } from './ticket.js';

const route = getRouteApi('/orders');

export function Blotter(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayOrder = useMay('order.trade-order.submit');
  const [chosen, choose] = useState<ReadonlyMap<number, Order>>(new Map());
  const { ticket, portfolio, sort, group, ...filters } = search;
  const [hidden, hide] = useHiddenColumns('orders');
  const columns = useOrderColumns();
  const shown = useMemo(() => columns.filter(({ id }) => !hidden.has(id)), [columns, hidden]);
  const set = (change: OrderSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const list = { filters, sort, columns: shown, chosen, choose };
  const onSort = (next: string) => set({ sort: next });
  return (
    <Page
      title={t('place.orders')}
      full
      actions={
        <>
          <ExportMenu
            save={(format) => saveFile(`order/tradeorder/list/${format}`, { query: filters })}
          />
          {mayOrder && (
            <Button tone="primary" onPress={() => set({ ticket: 'new' })}>
              <Plus aria-hidden />
              {t('order.new')}
            </Button>
          )}
        </>
      }
    >
      <ExchangeNotices />
      <OrderFilters search={search} onChange={set}>
        <GroupChoice chosen={group} onChange={(next) => set({ group: next })} />
        <ViewMenu
          place="orders"
          search={searchTextOf({ ...filters, sort, group })}
          onChoose={(text) =>
            void navigate({
              search: readOrderSearch(Object.fromEntries(new URLSearchParams(text))),
            })
          }
        />
        <ColumnMenu columns={columns} without={hidden} onChange={hide} />
      </OrderFilters>
      {chosen.size > 0 && <Chosen of={chosen} onDone={() => choose(new Map())} />}
      {group === undefined ? (
        <OrderList {...list} onSort={onSort} />
      ) : (
        <GroupedOrders key={group} {...list} onSort={onSort} by={group} />
      )}
      <Sums filters={filters} />
      {ticket !== undefined && (
        <Ticket
          of={ticket}
          portfolio={portfolio}
          onClose={() =>
            navigate({
              search: { ...search, ticket: undefined, portfolio: undefined },
              replace: true,
            })
          }
        />
      )}
    </Page>
  );
}

function GroupChoice(props: {
  readonly chosen: Grouping | undefined;
  readonly onChange: (group: Grouping | undefined) => void;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <select
      className="input"
      aria-label={t('order.group')}
      value={props.chosen ?? ''}
      onChange={(event) => props.onChange(GROUPINGS.find((each) => each === event.target.value))}
    >
      <option value="">{t('order.group.none')}</option>
      {GROUPINGS.map((group) => (
        <option key={group} value={group}>
          {t(`order.group.${group}`)}
        </option>
      ))}
    </select>
  );
}

function Sums({ filters }: { readonly filters: OrderFilter }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/tradeorder/summary', { query: filters });
  return (
    <div className="grid-foot">
      <span aria-live="polite">{t('grid.count', { count: data?.count ?? 0 })}</span>
      {data !== undefined && data.live > 0 && (
        <span className="wait">
          {format.quantity(data.live)} {t('order.live')}
        </span>
      )}
      <span className="space" />
      {data?.result.map(({ currency, bought, sold, pending }) => (
        <span key={currency} className="sums">
          <Sum name={t('order.bought')} value={format.amount(bought, currency)} />
          <Sum name={t('order.sold')} value={format.amount(sold, currency)} />
          <Sum name={t('order.still-pending')} value={format.amount(pending, currency)} />
        </span>
      ))}
    </div>
  );
}

function Sum(props: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <span>
      {props.name} <strong>{props.value}</strong>
    </span>
  );
}

function Chosen(props: {
  readonly of: ReadonlyMap<number, Order>;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const mayCancel = useMay('order.trade-order.cancel');
  const [isAsking, setAsking] = useState(false);
  const orders = [...props.of.values()];
  return (
    <div className="bulk">
      <strong>{t('grid.count', { count: orders.length })}</strong>
      {mayCancel && (
        <Button small onPress={() => setAsking(true)}>
          {t('order.cancel.many')}
        </Button>
      )}
      <Button small tone="quiet" onPress={props.onDone}>
        {t('action.close')}
      </Button>
      {isAsking && (
        <ConfirmEach
          title={t('order.cancel.many')}
          action={t('order.cancel.many')}
          isDanger
          onClose={() => {
            setAsking(false);
            props.onDone();
          }}
          touches={['order/tradeorder']}
          all={() =>
            orders.map(({ id, name, label }) => ({
              label: `${name} ${label}`,
              write: write('put', 'order/tradeorder/cancel/id/{id}', { path: { id } }),
            }))
          }
        />
      )}
    </div>
  );
}
