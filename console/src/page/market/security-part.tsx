// The parts of a security's page: orders, holders, corporate actions, order book, terms.

import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { Empty, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useWindow } from '../../lib/window.js';
import { rateOf } from '../custody/rate.js';
import { useOrderColumns } from '../order/columns.js';
import type { Overview } from './overview.js';

interface SecurityProps {
  readonly security: Overview;
}

export function SecurityOrders({ security }: SecurityProps): ReactNode {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const query = { securityName: security.name };
  const list = useWindow({ to: 'order/tradeorder/list', query });
  const all = useOrderColumns();
  const columns = useMemo(() => all.filter(({ id }) => id !== 'security'), [all]);
  return (
    <Panel
      title={t('security.part.orders')}
      actions={
        <Link to="/orders" search={{ q: security.name }}>
          {t('security.blotter')}
        </Link>
      }
      flush
    >
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={t('order.empty.first')} />
      ) : (
        <DataGrid
          label={t('security.part.orders')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/orders/$id', params: { id: String(id) } })}
        />
      )}
    </Panel>
  );
}

const HOLDERS = 'order/security/holder/list';

export function HoldersPart({ security }: SecurityProps): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const navigate = useNavigate();
  const query = { securityName: security.name };
  const list = useWindow({ to: HOLDERS, query });
  const { data: total } = useRead(HOLDERS, { query: { ...query, s: 1 } });
  const columns = useMemo(() => holderColumns(speech, format), [speech, format]);
  const units = format.quantity(total?.totalQuantity);
  return (
    <Panel title={t('security.holders', { count: list.count ?? 0, units })} flush>
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={t('security.holders.none')} />
      ) : (
        <DataGrid
          label={t('security.part.holders')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ portfolioId }) => portfolioId}
          onOpen={({ customerId }) =>
            void navigate({ to: '/customers/$id', params: { id: String(customerId) } })
          }
        />
      )}
    </Panel>
  );
}

type Holder = NonNullable<ReturnType<ReturnType<typeof useWindow<typeof HOLDERS>>['rowAt']>>;

function holderColumns({ t }: Speech, format: Format): readonly Column<Holder>[] {
  const figure = (id: string, header: string, cell: Column<Holder>['cell']): Column<Holder> => ({
    ...{ id, header, widthPx: 128, end: true, cell },
  });
  return [
    {
      id: 'customer',
      header: t('order.customer'),
      widthPx: 200,
      grow: true,
      cell: ({ customerId, customerLabel }) => (
        <Link to="/customers/$id" params={{ id: String(customerId) }} tabIndex={-1}>
          {customerLabel}
        </Link>
      ),
    },
    {
      id: 'portfolio',
      header: t('order.portfolio'),
      widthPx: 120,
      cell: ({ portfolioName }) => portfolioName,
    },
    figure('quantity', t('order.quantity'), ({ quantity }) => format.quantity(quantity)),
    figure('held', t('security.reserved'), ({ heldQuantity }) => format.quantity(heldQuantity)),
    figure('cost', t('security.average-cost'), ({ averageCost }) => format.price(averageCost)),
    figure('value', t('wealth.value'), ({ value }) =>
      value === undefined ? t('market.no-price') : format.amount(value),
    ),
  ];
}

const EVENTS_MAX = 100;

export function ActionsPart({ security }: SecurityProps): ReactNode {
  const speech = useSpeech();
  const { t, word } = speech;
  const format = useFormat();
  const enabled = useMay('custody.corporate-action.read');
  const { data, error } = useRead('custody/corporate-action/list', {
    query: { securityName: security.name, dateType: 'EX', s: EVENTS_MAX },
    enabled,
  });
  const events = data?.result ?? [];
  return (
    <Panel
      title={t('security.part.actions')}
      actions={
        <Link to="/corporate-actions" search={{ security: security.name }}>
          {t('place.corporate-actions')}
        </Link>
      }
      flush
    >
      {error && <Problem error={error} />}
      {data !== undefined && events.length === 0 ? (
        <p className="soft padded">{t('security.actions.none')}</p>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('event.ex')}</th>
              <th>{t('cash.kind')}</th>
              <th>{t('event.rate')}</th>
              <th>{t('event.payment')}</th>
              <th>{t('order.status')}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={event.id}>
                <td>
                  <Link to="/corporate-actions/$id" params={{ id: String(event.id) }}>
                    {format.day(event.exDate)}
                  </Link>
                </td>
                <td>{word(event.kind)}</td>
                <td>{rateOf(event, speech, format) || '–'}</td>
                <td>{format.day(event.paymentDate) || '–'}</td>
                <td>
                  <Badge state={event.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

export function LevelsPart({ security }: SecurityProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { bidLevels: bids, offerLevels: offers } = security;
  const rows = Array.from({ length: Math.max(bids.length, offers.length) }, (_, at) => at);
  if (rows.length === 0) {
    return (
      <Panel title={t('security.part.levels')}>
        <p className="soft">{t('security.levels.none')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t('security.part.levels')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th className="end">{t('order.quantity')}</th>
            <th className="end">{t('security.bid')}</th>
            <th className="end">{t('security.offer')}</th>
            <th className="end">{t('order.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((at) => (
            <tr key={at}>
              <td className="end">{format.quantity(bids[at]?.qty)}</td>
              <td className="end">{format.price(bids[at]?.price)}</td>
              <td className="end">{format.price(offers[at]?.price)}</td>
              <td className="end">{format.quantity(offers[at]?.qty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

export function TermsPart({ security }: SecurityProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const percent = (value: number | undefined) =>
    value === undefined ? undefined : `${format.price(value)}${format.percentSign}`;
  const { couponRate, accruedCoupon, cleanPrice, dirtyPrice } = security;
  return (
    <Panel title={t('security.part.terms')}>
      <Terms
        of={{
          [t('order.exchange')]: security.exchangeLabel,
          [t('security.type')]: word(security.securityType),
          [t('security.sector')]: security.sector,
          ISIN: security.isin,
          [t('security.lot')]: format.quantity(security.lotSize),
          [t('security.units')]: format.quantity(security.sharesOutstanding),
          [t('security.capitalisation')]: format.compact(
            security.marketCapitalisation,
            security.currency,
          ),
          [t('security.previous')]: format.price(security.previousClose),
          [t('security.week')]: percent(security.percentWeek),
          [t('security.month')]: percent(security.percentMonth),
          [t('security.quarter')]: percent(security.percentQuarter),
          [t('security.year')]: percent(security.percentYear),
          [t('security.coupon')]: percent(couponRate),
          [t('security.maturity')]: format.day(security.maturityDate),
          [t('security.next-coupon')]: format.day(security.nextCouponDate),
          [t('security.accrued')]: format.price(accruedCoupon),
          [t('security.clean')]: format.price(cleanPrice),
          [t('security.dirty')]: format.price(dirtyPrice),
        }}
      />
    </Panel>
  );
}
