// The orders of one customer, with the blotter's own columns.

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { DataGrid } from '../../component/data-grid.js';
import { Empty } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { idOf } from '../../lib/record.js';
import { useWindow } from '../../lib/window.js';
import { orderColumns } from '../order/columns.js';
import type { CustomerProps } from './customer.js';

export function OrdersPart({ customer }: CustomerProps): ReactNode {
  const speech = useSpeech();
  const format = useFormat();
  const navigate = useNavigate();
  const list = useWindow({ to: 'order/tradeorder/list', query: { customerId: idOf(customer) } });
  const columns = useMemo(
    () => orderColumns(speech, format).filter(({ id }) => id !== 'customer'),
    [speech, format],
  );
  if (list.count === 0) return <Empty title={speech.t('order.empty.first')} />;
  return (
    <DataGrid
      label={speech.t('place.orders')}
      columns={columns}
      count={list.count ?? 0}
      rowAt={list.rowAt}
      look={list.look}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/orders/$id', params: { id: String(id) } })}
    />
  );
}
