// The columns of the market page.

import type { ItemOf } from '@countinghouse/sdk';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import type { Format } from '../../lib/format.js';
import type { Speech } from '../../lib/language.js';
import { Change } from './change.js';

export type Security = ItemOf<'order/security/list/active'>;

interface ColumnParts {
  readonly speech: Speech;
  readonly format: Format;
  readonly watched: ReadonlySet<string>;
  readonly watch: (security: Security) => void;
  /** Opens a ticket. Undefined for a user who may not enter orders. */
  readonly trade: ((side: 'BUY' | 'SELL', security: Security) => void) | undefined;
}

export function columnsOf(parts: ColumnParts): readonly Column<Security>[] {
  return [
    ...nameColumns(parts),
    ...priceColumns(parts),
    ...dayColumns(parts),
    ...actionColumns(parts),
  ];
}

function nameColumns({ speech, watched, watch }: ColumnParts): readonly Column<Security>[] {
  const { t } = speech;
  return [
    {
      id: 'watched',
      header: '★',
      widthPx: 52,
      cell: (security) => (
        <button
          type="button"
          className={watched.has(security.name) ? 'star on' : 'star'}
          tabIndex={-1}
          aria-pressed={watched.has(security.name)}
          aria-label={t('market.watch', { name: security.name })}
          onClick={() => watch(security)}
        >
          <Star className="icon" aria-hidden />
        </button>
      ),
    },
    {
      id: 'security',
      header: t('order.security'),
      widthPx: 132,
      sort: 'name',
      cell: ({ name, status }) => (
        <>
          <Link to="/market/$code" params={{ code: name }} className="strong" tabIndex={-1}>
            {name}
          </Link>{' '}
          {status !== 'TRADING' && <Badge state={status} />}
        </>
      ),
    },
  ];
}

/** The prices precede the name, so that they are visible in a narrow window. */
function priceColumns({ speech, format }: ColumnParts): readonly Column<Security>[] {
  const { t } = speech;
  return [
    {
      id: 'last',
      header: t('market.last'),
      widthPx: 128,
      end: true,
      sort: 'lastPrice',
      cell: ({ name, lastPrice, currency }) =>
        lastPrice === undefined ? (
          <span className="faint">{t('market.no-price')}</span>
        ) : (
          <Last key={name} price={lastPrice}>
            <span className="faint">{currency}</span> {format.price(lastPrice)}
          </Last>
        ),
    },
    {
      id: 'change',
      header: t('market.change'),
      widthPx: 140,
      end: true,
      sort: 'percentChange',
      cell: (security) => <Change of={security} format={format} />,
    },
  ];
}

function dayColumns({ speech, format }: ColumnParts): readonly Column<Security>[] {
  const { t } = speech;
  const price = (id: 'highPrice' | 'lowPrice', header: string): Column<Security> => ({
    ...{ id, header, widthPx: 92, end: true },
    cell: (security) => format.price(security[id]),
  });
  return [
    {
      id: 'name',
      header: t('market.name'),
      widthPx: 220,
      grow: true,
      cell: ({ label }) => <span title={label}>{label}</span>,
    },
    price('highPrice', t('market.high')),
    price('lowPrice', t('market.low')),
    {
      id: 'volume',
      header: t('market.volume'),
      widthPx: 104,
      end: true,
      sort: 'volume',
      cell: ({ volume }) => format.quantity(volume),
    },
    {
      id: 'time',
      header: t('market.priced'),
      widthPx: 124,
      end: true,
      cell: ({ pricedDttm }) => format.moment(pricedDttm),
    },
  ];
}

function actionColumns({ speech, trade }: ColumnParts): readonly Column<Security>[] {
  if (trade === undefined) return [];
  const { t, word } = speech;
  return [
    {
      id: 'trade',
      header: t('market.order'),
      widthPx: 140,
      cell: (security) => (
        <>
          {(['BUY', 'SELL'] as const).map((side) => (
            <Button key={side} small tone="quiet" onPress={() => trade(side, security)}>
              {word(side)}
            </Button>
          ))}
        </>
      ),
    },
  ];
}

/** The last price, highlighted briefly when it changes. */
function Last(props: { readonly price: number; readonly children: ReactNode }): ReactNode {
  const { price, children } = props;
  const before = useRef(price);
  const way = price > before.current ? 'up' : 'down';
  const isChanged = price !== before.current;
  useEffect(() => {
    before.current = price;
  }, [price]);
  // A new key restarts the animation.
  return (
    <span key={price} className={isChanged ? `tick ${way}` : 'tick'}>
      {children}
    </span>
  );
}
