// The orders of one customer, in the columns of the blotter.

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { DataGrid } from '../../component/data-grid.js';
import { Empty } from '../../component/page.js';
import { useSpeech } from '../../lib/language.js';
import { idOf } from '../../lib/record.js';
import { useWindow } from '../../lib/window.js';
import { useOrderColumns } from '../order/columns.js';
import type { CustomerProps } from './record.js';

export function OrdersPart({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const list = useWindow({ to: 'order/tradeorder/list', query: { customerId: idOf(customer) } });
  const all = useOrderColumns();
  const columns = useMemo(() => all.filter(({ id }) => id !== 'customer'), [all]);
  if (list.count === 0) return <Empty title={t('order.empty.first')} />;
  return (
    <DataGrid
      label={t('place.orders')}
      columns={columns}
      count={list.count ?? 0}
      rowAt={list.rowAt}
      look={list.look}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/orders/$id', params: { id: String(id) } })}
    />
  );
}
