// The lines of the blotter, flat or grouped.

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { type Column, DataGrid, type GridProps } from '../../component/data-grid.js';
import { Empty } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useWindow } from '../../lib/window.js';
import type { Order } from './columns.js';
import { type Group, type Grouping, type Line, useGroups } from './group.js';
import type { OrderFilter } from './search.js';

interface OrderListProps {
  readonly filters: OrderFilter;
  readonly sort: string | undefined;
  readonly columns: readonly Column<Order>[];
  readonly chosen: ReadonlyMap<number, Order>;
  readonly choose: (chosen: ReadonlyMap<number, Order>) => void;
  readonly onSort: (sort: string) => void;
}

export function OrderList(props: OrderListProps): ReactNode {
  const { filters, sort, onSort, ...shown } = props;
  const { t } = useSpeech();
  const navigate = useNavigate();
  const list = useWindow({ to: 'order/tradeorder/list', query: { ...filters, sort } });
  if (list.error) return <Problem error={list.error} />;
  if (list.count === 0) return <NoOrders filters={filters} />;
  return (
    <DataGrid
      {...shown}
      label={t('place.orders')}
      count={list.count ?? 0}
      rowAt={list.rowAt}
      look={list.look}
      keyOf={({ id }) => id}
      sort={sort ?? '-id'}
      onSort={onSort}
      onOpen={({ id }) => void navigate({ to: '/orders/$id', params: { id: String(id) } })}
    />
  );
}

function NoOrders({ filters }: { readonly filters: OrderFilter }): ReactNode {
  const { t } = useSpeech();
  const mayOrder = useMay('order.trade-order.submit');
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Empty title={t(isFiltered ? 'order.empty' : 'order.empty.first')}>
      <p>{!isFiltered && mayOrder && t('order.empty.hint')}</p>
    </Empty>
  );
}

export function GroupedOrders(props: OrderListProps & { readonly by: Grouping }): ReactNode {
  const { by, filters, sort, columns, chosen, choose, onSort } = props;
  const { t } = useSpeech();
  const navigate = useNavigate();
  const list = useGroups({ by, filters, sort });
  const lineColumns = useMemo(() => columns.map(lineColumn), [columns]);
  if (list.error) return <Problem error={list.error} />;
  if (list.groupCount === 0) return <NoOrders filters={filters} />;
  const open = (line: Line) => {
    if ('group' in line) list.toggle(line.group);
    else void navigate({ to: '/orders/$id', params: { id: String(line.order.id) } });
  };
  return (
    <DataGrid<Line>
      {...choosing(chosen, choose)}
      label={t('place.orders')}
      columns={lineColumns}
      count={list.lineCount}
      rowAt={list.lineAt}
      look={list.look}
      keyOf={(line) => ('order' in line ? line.order.id : 0)}
      headOf={(line) =>
        'group' in line
          ? { isOpen: line.isOpen, says: <GroupSums by={by} group={line.group} /> }
          : undefined
      }
      sort={sort ?? '-id'}
      onSort={onSort}
      onOpen={open}
    />
  );
}

/** Adapts an order column to the grid's lines. Its cells are empty in group lines. */
function lineColumn(column: Column<Order>): Column<Line> {
  return { ...column, cell: (line) => ('order' in line ? column.cell(line.order) : null) };
}

/** Converts selected lines to selected orders. */
function choosing(
  chosen: OrderListProps['chosen'],
  choose: OrderListProps['choose'],
): Pick<GridProps<Line>, 'choose'> & { readonly chosen: ReadonlyMap<number, Line> } {
  return {
    chosen: new Map([...chosen].map(([id, order]) => [id, { order }])),
    choose: (lines) =>
      choose(
        new Map([...lines].flatMap(([id, line]) => ('order' in line ? [[id, line.order]] : []))),
      ),
  };
}

function GroupSums({ by, group }: { readonly by: Grouping; readonly group: Group }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { count, live, currency, bought, sold, pending } = group;
  const sums = [
    [t('order.bought'), bought],
    [t('order.sold'), sold],
    [t('order.still-pending'), pending],
  ] as const;
  return (
    <>
      <GroupName by={by} group={group} />
      <span className="faint">{t('order.group.count', { count })}</span>
      {live > 0 && <span className="wait">{`${format.quantity(live)} ${t('order.live')}`}</span>}
      {sums.map(
        ([name, value]) =>
          value !== 0 && (
            <span key={name} className="figure">
              <span className="faint">{name}</span> {format.amount(value, currency)}
            </span>
          ),
      )}
    </>
  );
}

function GroupName({ by, group }: { readonly by: Grouping; readonly group: Group }): ReactNode {
  const { word } = useSpeech();
  const { key, label } = group;
  if (by === 'STATUS') return <Badge state={key} />;
  if (by === 'SIDE') return <strong>{word(key)}</strong>;
  if (by === 'CUSTOMER') return <strong>{label}</strong>;
  return (
    <>
      <strong>{key}</strong>
      <span>{label}</span>
    </>
  );
}
