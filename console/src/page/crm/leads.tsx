// Leads, as a board by status or as a list.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { Segment } from '../../component/field.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { SearchBox } from '../../component/search-box.js';
import { searchTextOf, ViewMenu } from '../../component/view-menu.js';
import { useRead } from '../../lib/api.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { useWindow } from '../../lib/window.js';
import { LeadForm } from './lead-form.js';
import { LEAD_STATUSES, type LeadSearch, type LeadStatus, readLeadSearch } from './search.js';

const route = getRouteApi('/leads');

/** Maximum number of cards per status on the board. The list shows all leads. */
const CARDS_MAX = 50;
const BOARD: readonly LeadStatus[] = ['NEW', 'ASSIGNED', 'CONTACTED', 'QUALIFIED', 'CONVERTED'];

type Lead = ItemOf<'crm/lead/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Lead>[] {
  return [
    { id: 'number', header: t('order.number'), widthPx: 116, cell: (l) => l.name },
    {
      id: 'name',
      header: t('customer.name'),
      widthPx: 240,
      grow: true,
      cell: (l) => (
        <Link to="/leads/$id" params={{ id: String(l.id) }} tabIndex={-1} className="strong">
          {l.label}
        </Link>
      ),
    },
    {
      id: 'status',
      header: t('order.status'),
      widthPx: 120,
      cell: (l) => <Badge state={l.status} />,
    },
    { id: 'source', header: t('lead.source'), widthPx: 110, cell: (l) => word(l.leadSource) },
    { id: 'phone', header: t('profile.phone'), widthPx: 160, cell: (l) => l.mobilePhone },
    { id: 'email', header: t('profile.email'), widthPx: 220, cell: (l) => l.emailAddress1 },
    { id: 'age', header: t('approval.age'), widthPx: 110, cell: (l) => format.age(l.createdDttm) },
  ];
}

export function Leads(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('crm.lead.create');
  const set = (change: LeadSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const isList = search.view === 'list';
  return (
    <Page
      title={t('place.leads')}
      full
      actions={
        mayCreate && (
          <Button tone="primary" onPress={() => set({ form: 'new' })}>
            <Plus aria-hidden />
            {t('lead.new')}
          </Button>
        )
      }
    >
      <search className="filters">
        <SearchBox label={t('lead.search')} value={search.q} onChange={(q) => set({ q })} />
        {isList && <StatusChoice search={search} onChange={set} />}
        <span className="grow" />
        <ViewMenu
          place="leads"
          search={searchTextOf({ q: search.q, status: search.status, view: search.view })}
          onChoose={(text) =>
            void navigate({ search: readLeadSearch(Object.fromEntries(new URLSearchParams(text))) })
          }
        />
        <Segment
          legend={t('lead.view')}
          name="view"
          options={[
            { value: 'board', label: t('lead.board') },
            { value: 'list', label: t('lead.list') },
          ]}
          chosen={isList ? 'list' : 'board'}
          onChange={(event) => set({ view: event.target.value === 'list' ? 'list' : undefined })}
        />
      </search>
      {isList ? <LeadList search={search} /> : <Board q={search.q} />}
      {search.form === 'new' && <LeadForm onClose={() => set({ form: undefined })} />}
    </Page>
  );
}

function StatusChoice(props: {
  readonly search: LeadSearch;
  readonly onChange: (change: LeadSearch) => void;
}): ReactNode {
  const { t, word } = useSpeech();
  return (
    <select
      className="input"
      aria-label={t('order.status')}
      value={props.search.status ?? ''}
      onChange={(event) =>
        props.onChange({ status: LEAD_STATUSES.find((each) => each === event.target.value) })
      }
    >
      <option value="">{t('order.status.all')}</option>
      {LEAD_STATUSES.map((status) => (
        <option key={status} value={status}>
          {word(status)}
        </option>
      ))}
    </select>
  );
}

function LeadList({ search }: { readonly search: LeadSearch }): ReactNode {
  const speech = useSpeech();
  const format = useFormat();
  const navigate = route.useNavigate();
  const { q, status } = search;
  const list = useWindow({ to: 'crm/lead/list', query: { q, status } });
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  if (list.error) return <Problem error={list.error} />;
  if (list.count === 0) return <NoLeads />;
  return (
    <DataGrid
      label={speech.t('place.leads')}
      columns={columns}
      count={list.count ?? 0}
      rowAt={list.rowAt}
      look={list.look}
      keyOf={idOf}
      onOpen={({ id }) => void navigate({ to: '/leads/$id', params: { id: String(id) } })}
    />
  );
}

function NoLeads(): ReactNode {
  const { t } = useSpeech();
  return (
    <Empty title={t('lead.none')}>
      <p>{t('lead.none.hint')}</p>
    </Empty>
  );
}

function Board({ q }: { readonly q: string | undefined }): ReactNode {
  const { t } = useSpeech();
  return (
    <section className="board" tabIndex={0} aria-label={t('lead.board')}>
      {BOARD.map((status) => (
        <Lane key={status} status={status} q={q} />
      ))}
    </section>
  );
}

function Lane(props: { readonly status: LeadStatus; readonly q: string | undefined }): ReactNode {
  const { word } = useSpeech();
  const format = useFormat();
  const { data } = useRead('crm/lead/list', { query: { ...props, s: CARDS_MAX } });
  return (
    <section aria-label={word(props.status)}>
      <h2>
        {word(props.status)} <span className="faint figure">{data?.count}</span>
      </h2>
      {data?.result.map(({ id, label, leadSource, createdDttm, primaryCity }) => (
        <Link key={id} className="card" to="/leads/$id" params={{ id: String(id) }}>
          <span className="strong">{label}</span>
          <span className="soft">
            {[word(leadSource), primaryCity].filter(Boolean).join(' · ')}
          </span>
          <span className="faint">{format.age(createdDttm)}</span>
        </Link>
      ))}
    </section>
  );
}
