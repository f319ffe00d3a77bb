// Lists market claims. A market claim arises when the wrong party receives income from a corporate
// action.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import type { Column } from '../../component/data-grid.js';
import { ExportMenu } from '../../component/export-menu.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { EventLinks } from './event-links.js';
import { CLAIM_DIRECTIONS, CLAIM_KINDS, CLAIM_STATES, type ClaimSearch } from './search.js';

const route = getRouteApi('/market-claims');

type Claim = ItemOf<'custody/market-claim/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Claim>[] {
  return [
    { id: 'number', header: t('claim.number'), widthPx: 130, cell: ({ name }) => name },
    { id: 'kind', header: t('cash.kind'), widthPx: 190, cell: ({ kind }) => word(kind) },
    {
      id: 'security',
      header: t('order.security'),
      widthPx: 130,
      cell: ({ securityName }) => <span className="strong">{securityName}</span>,
    },
    {
      id: 'portfolio',
      header: t('order.portfolio'),
      widthPx: 130,
      cell: ({ portfolioName }) => portfolioName,
    },
    {
      id: 'direction',
      header: t('claim.direction'),
      widthPx: 150,
      cell: ({ direction }) => word(direction),
    },
    {
      id: 'amount',
      header: t('cash.amount'),
      widthPx: 170,
      end: true,
      cell: ({ amount, currency }) => format.amount(amount, currency),
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 150,
      cell: ({ state }) => <Badge state={state} />,
    },
    {
      id: 'reason',
      header: t('claim.reason'),
      widthPx: 280,
      grow: true,
      cell: ({ reason }) => reason,
    },
  ];
}

export function Claims(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const { kind, direction, state } = search;
  const query = { kind, direction, state };
  const set = (change: ClaimSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <ListPage<Claim>
      title={t('place.market-claims')}
      list={{ to: 'custody/market-claim/list', query }}
      columns={columns}
      empty={{ title: t('claim.none'), hint: t('claim.none.hint') }}
      onOpen={({ eventId }) =>
        void navigate({ to: '/corporate-actions/$id', params: { id: String(eventId) } })
      }
      actions={
        <>
          <EventLinks />
          <ExportMenu save={(type) => saveFile(`custody/market-claim/list/${type}`, { query })} />
        </>
      }
      filters={
        <>
          <ChoiceFilter
            label={t('cash.kind')}
            all={t('event.kind.all')}
            value={kind}
            choices={CLAIM_KINDS}
            onChange={(next) => set({ kind: next })}
          />
          <ChoiceFilter
            label={t('claim.direction')}
            all={t('claim.direction.all')}
            value={direction}
            choices={CLAIM_DIRECTIONS}
            onChange={(next) => set({ direction: next })}
          />
          <ChoiceFilter
            label={t('order.status')}
            all={t('order.status.all')}
            value={state}
            choices={CLAIM_STATES}
            onChange={(next) => set({ state: next })}
          />
        </>
      }
    />
  );
}
