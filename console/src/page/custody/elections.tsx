// Elections on corporate actions with a choice. Open ones are sorted by deadline.

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
import { ELECTION_STATES } from './search.js';

const route = getRouteApi('/elections');

type Election = ItemOf<'custody/election/list'>;

const columnsOf = (speech: Speech, format: Format): readonly Column<Election>[] => [
  ...subjectColumns(speech, format),
  ...unitColumns(speech, format),
];

function subjectColumns({ t, word }: Speech, format: Format): readonly Column<Election>[] {
  return [
    {
      id: 'deadline',
      header: t('event.deadline'),
      widthPx: 170,
      cell: ({ deadline }) => format.dayAndTime(deadline),
    },
    {
      id: 'security',
      header: t('order.security'),
      widthPx: 130,
      cell: ({ securityName }) => <span className="strong">{securityName}</span>,
    },
    { id: 'kind', header: t('cash.kind'), widthPx: 190, cell: ({ kind }) => word(kind) },
    {
      id: 'portfolio',
      header: t('order.portfolio'),
      widthPx: 130,
      cell: ({ portfolioName }) => portfolioName,
    },
    {
      id: 'option',
      header: t('event.option'),
      widthPx: 160,
      cell: ({ optionType }) => word(optionType),
    },
  ];
}

function unitColumns({ t }: Speech, format: Format): readonly Column<Election>[] {
  return [
    {
      id: 'quantity',
      header: t('election.quantity'),
      widthPx: 120,
      end: true,
      cell: ({ quantity }) => format.quantity(quantity),
    },
    {
      id: 'additional',
      header: t('election.additional'),
      widthPx: 130,
      end: true,
      cell: ({ additionalQuantity }) => format.quantity(additionalQuantity),
    },
    {
      id: 'held',
      header: t('election.held'),
      widthPx: 150,
      end: true,
      cell: ({ heldAmount, currency }) => format.amount(heldAmount, currency),
    },
    {
      id: 'paid',
      header: t('event.paid'),
      widthPx: 150,
      end: true,
      cell: ({ paidAmount, currency }) => format.amount(paidAmount, currency),
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 140,
      cell: ({ state }) => <Badge state={state} />,
    },
    {
      id: 'new-units',
      header: t('event.units'),
      widthPx: 120,
      end: true,
      grow: true,
      cell: ({ newUnits }) => format.quantity(newUnits),
    },
  ];
}

export function Elections(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const query = { state };
  return (
    <ListPage<Election>
      title={t('place.elections')}
      list={{ to: 'custody/election/list', query }}
      columns={columns}
      empty={{ title: t('election.none'), hint: t('election.none.hint') }}
      onOpen={({ eventId }) =>
        void navigate({ to: '/corporate-actions/$id', params: { id: String(eventId) } })
      }
      actions={
        <>
          <EventLinks />
          <ExportMenu save={(type) => saveFile(`custody/election/list/${type}`, { query })} />
        </>
      }
      filters={
        <ChoiceFilter
          label={t('order.status')}
          all={t('order.status.all')}
          value={state}
          choices={ELECTION_STATES}
          onChange={(next) => void navigate({ search: { state: next }, replace: true })}
        />
      }
    />
  );
}
