// The blotter: all orders, live, filtered and ordered by the server; the ticket opens beside it.

import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../component/button.js';
import { ColumnMenu } from '../../component/column-menu.js';
import { ConfirmEach } from '../../component/confirm.js';
import { DataGrid } from '../../component/data-grid.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { asking } from '../../lib/asking.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useWindow } from '../../lib/window.js';
import { type Order, orderColumns } from './columns.js';
import { OrderFilters } from './filters.js';
import type { OrderSearch } from './search.js';
import { Ticket } from './ticket.js';

const route = getRouteApi('/orders');

export function Blotter(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayOrder = useMay('order.trade-order.submit');
  const [chosen, choose] = useState<ReadonlyMap<number, Order>>(new Map());
  const { ticket, portfolio, without, sort, ...filters } = search;
  const list = useWindow({ to: 'order/tradeorder/list', query: { ...filters, sort } });
  const hidden = useMemo(() => new Set(without?.split(',')), [without]);
  const columns = useMemo(() => orderColumns(speech, format), [speech, format]);
  const set = (change: OrderSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page
      title={t('place.orders')}
      full
      actions={
        mayOrder && (
          <Button tone="primary" onPress={() => set({ ticket: 'new' })}>
            <Plus aria-hidden />
            {t('order.new')}
          </Button>
        )
      }
    >
      <OrderFilters search={search} onChange={set}>
        <ColumnMenu
          columns={columns}
          without={hidden}
          onChange={(next) => set({ without: next.join(',') || undefined })}
        />
      </OrderFilters>
      {list.error && <Problem error={list.error} />}
      {chosen.size > 0 && <Chosen of={chosen} onDone={() => choose(new Map())} />}
      {list.count === 0 ? (
        <Empty title={t(isFiltered ? 'order.empty' : 'order.empty.first')}>
          <p>{!isFiltered && mayOrder && t('order.empty.hint')}</p>
        </Empty>
      ) : (
        <DataGrid
          label={t('place.orders')}
          columns={columns.filter(({ id }) => !hidden.has(id))}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ id }) => id}
          chosen={chosen}
          choose={choose}
          sort={sort ?? '-id'}
          onSort={(next) => set({ sort: next })}
          onOpen={({ id }) => void navigate({ to: '/orders/$id', params: { id: String(id) } })}
        />
      )}
      <Sums filters={filters} count={list.count} />
      {ticket !== undefined && (
        <Ticket
          of={ticket}
          portfolio={portfolio}
          onClose={() => set({ ticket: undefined, portfolio: undefined })}
        />
      )}
    </Page>
  );
}

type Filters = Omit<OrderSearch, 'ticket' | 'portfolio' | 'without' | 'sort'>;

interface SumsProps {
  readonly filters: Filters;
  readonly count: number | undefined;
}

function Sums({ filters, count }: SumsProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/tradeorder/summary', { query: filters });
  return (
    <div className="grid-foot">
      <span aria-live="polite">{t('grid.count', { count: count ?? 0 })}</span>
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
              asking: asking('put', 'order/tradeorder/cancel/id/{id}', { path: { id } }),
            }))
          }
        />
      )}
    </div>
  );
}
