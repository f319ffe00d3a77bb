// An event's entitlements: the totals, and a row for each portfolio. Before the ex-date, they are
// computed from the current positions.

import type { ItemOf } from '@countinghouse/sdk';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { ExportMenu } from '../../component/export-menu.js';
import { Empty, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useShapedWindow } from '../../lib/window.js';
import type { Event } from './event.js';

/** A portfolio's actual or possible entitlement. */
type Holder = ItemOf<'custody/corporate-action/preview/id/{id}'>;

function columnsOf({ t }: Speech, format: Format): readonly Column<Holder>[] {
  const amount = (
    id: 'gross' | 'withheld' | 'net' | 'cashInLieu',
    header: string,
  ): Column<Holder> => ({
    ...{ id, header, widthPx: 140, end: true },
    cell: (holder) => format.amount(holder[id]),
  });
  return [
    {
      id: 'portfolio',
      header: t('order.portfolio'),
      widthPx: 140,
      cell: ({ portfolioName }) => <span className="strong">{portfolioName}</span>,
    },
    { id: 'customer', header: t('order.customer'), widthPx: 140, cell: (h) => h.customerName },
    { id: 'option', header: t('event.option'), widthPx: 80, cell: (h) => h.optionNumber },
    {
      id: 'quantity',
      header: t('event.eligible'),
      widthPx: 120,
      end: true,
      cell: ({ eligibleQuantity }) => format.quantity(eligibleQuantity),
    },
    amount('gross', t('event.gross')),
    amount('withheld', t('event.withheld')),
    amount('net', t('event.net')),
    {
      id: 'units',
      header: t('event.units'),
      widthPx: 110,
      end: true,
      cell: ({ newUnits }) => format.quantity(newUnits),
    },
    amount('cashInLieu', t('event.in-lieu')),
    {
      id: 'route',
      header: t('event.route'),
      widthPx: 130,
      cell: (h) => t(`event.route.${h.route}`),
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 130,
      grow: true,
      cell: ({ state }) => <Badge state={state} />,
    },
  ];
}

export function Holders({ event }: { readonly event: Event }): ReactNode {
  const { t } = useSpeech();
  const mayRead = useMay('custody.entitlement.read');
  const isOpen = event.progress === 'OPEN';
  const { id } = event;
  return (
    <>
      {!isOpen && <Sums event={event} />}
      {(isOpen || mayRead) && (
        <Panel
          title={t(isOpen ? 'event.preview' : 'event.holders')}
          flush
          actions={
            !isOpen && (
              <ExportMenu
                save={(type) => saveFile(`custody/entitlement/list/${type}`, { query: { e: id } })}
              />
            )
          }
        >
          <HolderList key={event.progress} event={event} />
        </Panel>
      )}
    </>
  );
}

function HolderList({ event }: { readonly event: Event }): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const navigate = useNavigate();
  const { id, progress } = event;
  const list = useShapedWindow<Holder>(
    progress === 'OPEN'
      ? { to: 'custody/corporate-action/preview/id/{id}', path: { id }, query: {} }
      : { to: 'custody/entitlement/list', query: { e: id } },
  );
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  if (list.error) return <Problem error={list.error} />;
  if (list.count === 0) {
    return (
      <Empty title={t('event.holders.none')}>
        <p>{t('event.holders.none.hint')}</p>
      </Empty>
    );
  }
  return (
    <DataGrid
      label={t('event.holders')}
      columns={columns}
      count={list.count ?? 0}
      rowAt={list.rowAt}
      look={list.look}
      keyOf={({ portfolioId, optionNumber }) => portfolioId * 100 + optionNumber}
      onOpen={({ customerId }) =>
        void navigate({
          ...{ to: '/customers/$id', params: { id: String(customerId) } },
          search: { part: 'dividends' },
        })
      }
    />
  );
}

function Sums({ event }: { readonly event: Event }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  if (event.entitlements.length === 0) return null;
  return (
    <Panel title={t('event.sums')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('order.status')}</th>
            <th>{t('event.route')}</th>
            <th className="end">{t('event.count')}</th>
            <th className="end">{t('event.eligible')}</th>
            <th className="end">{t('event.gross')}</th>
            <th className="end">{t('event.withheld')}</th>
            <th className="end">{t('event.net')}</th>
            <th className="end">{t('event.units')}</th>
          </tr>
        </thead>
        <tbody>
          {event.entitlements.map((sum) => (
            <tr key={`${sum.state} ${sum.route} ${sum.currency}`}>
              <th scope="row">
                <Badge state={sum.state} />
              </th>
              <td>{t(sum.route === 'FIRM' ? 'event.route.FIRM' : 'event.route.DIRECT')}</td>
              <td className="end">{format.quantity(sum.count)}</td>
              <td className="end">{format.quantity(sum.eligibleQuantity)}</td>
              <td className="end">{format.amount(sum.gross, sum.currency)}</td>
              <td className="end">{format.amount(sum.withheld, sum.currency)}</td>
              <td className="end strong">{format.amount(sum.net, sum.currency)}</td>
              <td className="end">{format.quantity(sum.newUnits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
