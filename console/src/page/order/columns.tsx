// The columns of the blotter.

import type { ItemOf } from '@countinghouse/sdk';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Badge, Side } from '../../component/badge.js';
import type { Column } from '../../component/data-grid.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';

export type Order = ItemOf<'order/tradeorder/list'>;

const filledShare = ({ quantityFilled, quantityRequested }: Order): number =>
  Number(quantityFilled) / Number(quantityRequested);

/** Returns the columns in the reader's language, most used first. */
export function useOrderColumns(): readonly Column<Order>[] {
  const speech = useSpeech();
  const format = useFormat();
  const officeName = useOfficeName();
  return useMemo(
    () => [
      ...termColumns(speech, format),
      ...outcomeColumns(speech, format),
      ...originColumns(speech, format, officeName),
    ],
    [speech, format, officeName],
  );
}

/** The terms of the order. */
function termColumns({ t, word }: Speech, format: Format): readonly Column<Order>[] {
  return [
    {
      id: 'number',
      header: t('order.number'),
      widthPx: 112,
      sort: 'id',
      cell: ({ id, name }) => (
        <Link to="/orders/$id" params={{ id: String(id) }} tabIndex={-1}>
          {name}
        </Link>
      ),
    },
    { id: 'time', header: t('order.date'), widthPx: 124, cell: (o) => format.moment(o.orderDate) },
    {
      id: 'side',
      header: t('order.side'),
      widthPx: 56,
      cell: ({ orderType }) => <Side side={orderType} />,
    },
    {
      id: 'security',
      header: t('order.security'),
      widthPx: 120,
      sort: 'securityName',
      cell: ({ securityName }) => <span className="strong">{securityName}</span>,
    },
    {
      id: 'quantity',
      header: t('order.quantity'),
      widthPx: 96,
      end: true,
      sort: 'quantityRequested',
      cell: ({ quantityRequested }) => format.quantity(quantityRequested),
    },
    {
      id: 'price',
      header: t('order.limit'),
      widthPx: 96,
      end: true,
      cell: ({ limitPrice, priceType }) =>
        limitPrice === undefined ? (
          <span className="faint">{word(priceType)}</span>
        ) : (
          format.price(limitPrice)
        ),
    },
  ];
}

/** The result of the order. */
function outcomeColumns({ t }: Speech, format: Format): readonly Column<Order>[] {
  return [
    {
      id: 'filled',
      header: t('order.filled'),
      widthPx: 128,
      end: true,
      cell: (order) => (
        <>
          {format.quantity(order.quantityFilled)}{' '}
          <span className="faint">{format.percent(filledShare(order))}</span>
        </>
      ),
    },
    {
      id: 'average',
      header: t('order.average'),
      widthPx: 112,
      end: true,
      cell: ({ averagePrice }) => format.price(averagePrice),
    },
    {
      id: 'total',
      header: t('order.total'),
      widthPx: 128,
      end: true,
      sort: 'orderTotal',
      cell: ({ orderTotal }) => format.amount(orderTotal),
    },
    {
      id: 'status',
      header: t('order.status'),
      widthPx: 116,
      cell: ({ orderStatus }) => <Badge state={orderStatus} />,
    },
  ];
}

/** Customer, portfolio and origin. */
function originColumns(
  { t, word }: Speech,
  format: Format,
  officeName: (code: string) => string,
): readonly Column<Order>[] {
  return [
    {
      id: 'customer',
      header: t('order.customer'),
      widthPx: 190,
      grow: true,
      sort: 'customerLabel',
      cell: ({ customerId, customerLabel }) => (
        <Link to="/customers/$id" params={{ id: String(customerId) }} tabIndex={-1}>
          {customerLabel}
        </Link>
      ),
    },
    { id: 'portfolio', header: t('order.portfolio'), widthPx: 108, cell: (o) => o.portfolioName },
    { id: 'term', header: t('order.term'), widthPx: 104, cell: (o) => o.orderTermName },
    { id: 'origin', header: t('order.origin'), widthPx: 90, cell: (o) => word(o.orderOrigin) },
    {
      id: 'updated',
      header: t('order.updated'),
      widthPx: 124,
      sort: 'statusDate',
      cell: ({ statusDate }) => format.moment(statusDate),
    },
    {
      id: 'office',
      header: t('order.office'),
      widthPx: 140,
      cell: ({ businessOffice }) => officeName(businessOffice),
    },
  ];
}
