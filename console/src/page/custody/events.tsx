// The calendar of corporate actions, by ex-date, qualification date, payment date or deadline.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { DateField } from '../../component/date-field.js';
import { ExportMenu } from '../../component/export-menu.js';
import { Segment } from '../../component/field.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { SearchBox } from '../../component/search-box.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { EventLinks } from './event-links.js';
import { ProposalForm } from './proposal-form.js';
import { rateOf } from './rate.js';
import {
  DATE_TYPES,
  EVENT_KINDS,
  EVENT_PROGRESS,
  EVENT_STATUSES,
  type EventSearch,
} from './search.js';

const route = getRouteApi('/corporate-actions');

type Event = ItemOf<'custody/corporate-action/list'>;

function columnsOf(speech: Speech, format: Format): readonly Column<Event>[] {
  const { t, word } = speech;
  return [
    { id: 'ex', header: t('event.ex'), widthPx: 120, cell: (event) => format.day(event.exDate) },
    {
      id: 'security',
      header: t('order.security'),
      widthPx: 130,
      cell: ({ securityName }) => <span className="strong">{securityName}</span>,
    },
    { id: 'kind', header: t('cash.kind'), widthPx: 190, cell: ({ kind }) => word(kind) },
    {
      id: 'rate',
      header: t('event.rate'),
      widthPx: 180,
      end: true,
      cell: (event) => rateOf(event, speech, format),
    },
    {
      id: 'status',
      header: t('order.status'),
      widthPx: 130,
      cell: ({ status }) => <Badge state={status} />,
    },
    {
      id: 'progress',
      header: t('event.progress'),
      widthPx: 130,
      cell: ({ progress }) => <Badge state={progress} />,
    },
    {
      id: 'qualification',
      header: t('event.qualification'),
      widthPx: 130,
      cell: (event) => format.day(event.qualificationDate),
    },
    {
      id: 'payment',
      header: t('event.payment'),
      widthPx: 120,
      cell: (event) => format.day(event.paymentDate),
    },
    {
      id: 'deadline',
      header: t('event.deadline'),
      widthPx: 170,
      cell: (event) => format.dayAndTime(event.deadline),
    },
    {
      id: 'label',
      header: t('event.label'),
      widthPx: 260,
      grow: true,
      cell: ({ label }) => label,
    },
  ];
}

export function Events(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const search = route.useSearch();
  const { kind, status, progress, by = 'EX', from, to, security } = search;
  const navigate = route.useNavigate();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const query = { kind, status, progress, dateType: by, from, to, securityName: security };
  const set = (change: EventSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <ListPage<Event>
      title={t('place.corporate-actions')}
      list={{ to: 'custody/corporate-action/list', query }}
      columns={columns}
      empty={{ title: t('event.none'), hint: t('event.none.hint') }}
      onOpen={(event) =>
        void navigate({ to: '/corporate-actions/$id', params: { id: String(event.id) } })
      }
      actions={
        <>
          <EventLinks />
          <ExportMenu
            save={(type) => saveFile(`custody/corporate-action/list/${type}`, { query })}
          />
          <Propose />
        </>
      }
      filters={<Filters search={search} set={set} />}
    />
  );
}

function Propose(): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const mayPropose = useMay('custody.corporate-action.propose');
  useKeys({ p: mayPropose ? () => setOpen(true) : undefined });
  if (!mayPropose) return null;
  return (
    <>
      <Button tone="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden />
        {t('event.propose')}
      </Button>
      {isOpen && <ProposalForm onClose={() => setOpen(false)} />}
    </>
  );
}

interface FiltersProps {
  readonly search: EventSearch;
  readonly set: (change: EventSearch) => void;
}

function Filters({ search, set }: FiltersProps): ReactNode {
  const { t } = useSpeech();
  const { kind, status, progress, by = 'EX', from, to, security } = search;
  return (
    <>
      <SearchBox
        label={t('event.search')}
        value={security}
        onChange={(next) => set({ security: next?.toUpperCase() })}
      />
      <Segment
        legend={t('event.by')}
        name="by"
        chosen={by}
        options={DATE_TYPES.map((value) => ({ value, label: t(`event.by.${value}`) }))}
        onChange={({ target }) => set({ by: DATE_TYPES.find((each) => each === target.value) })}
      />
      <DateField label={t('event.from')} value={from} onChange={(next) => set({ from: next })} />
      <DateField label={t('event.to')} value={to} onChange={(next) => set({ to: next })} />
      <ChoiceFilter
        label={t('cash.kind')}
        all={t('event.kind.all')}
        value={kind}
        choices={EVENT_KINDS}
        onChange={(next) => set({ kind: next })}
      />
      <ChoiceFilter
        label={t('order.status')}
        all={t('order.status.all')}
        value={status}
        choices={EVENT_STATUSES}
        onChange={(next) => set({ status: next })}
      />
      <ChoiceFilter
        label={t('event.progress')}
        all={t('event.progress.all')}
        value={progress}
        choices={EVENT_PROGRESS}
        onChange={(next) => set({ progress: next })}
      />
    </>
  );
}
