// Reference data: the records of each kind, the pending changes, and the form to propose a new
// record.

import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../component/button.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { Tabs } from '../../component/tabs.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { useShapedWindow } from '../../lib/window.js';
import { PendingChanges, usePending } from './change-list.js';
import { KINDS, type ReferenceRecord } from './kind.js';
import { Maker } from './maker.js';
import { summaryOf } from './member-text.js';
import { REFERENCE_NAMES, type ReferenceName } from './search.js';

const route = getRouteApi('/reference');

export function References(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const own = useOwn();
  const seen = REFERENCE_NAMES.filter((name) => own?.may(KINDS[name].read));
  const of = seen.find((name) => name === search.of) ?? seen[0];
  if (of === undefined) return <Page title={t('place.reference')}>{t('reference.none-seen')}</Page>;
  // A change applies to all offices, so a user restricted to certain offices cannot propose one.
  const mayPropose = (own?.allOffices && own.may(KINDS[of].propose)) ?? false;
  const show = (form: 'new' | undefined) => void navigate({ search: { of, form }, replace: true });
  return (
    <Page
      title={t('place.reference')}
      full
      actions={
        mayPropose && (
          <Button tone="primary" onPress={() => show('new')}>
            <Plus aria-hidden />
            {t(`reference.new.${of}`)}
          </Button>
        )
      }
    >
      <Tabs label={t('place.reference')} chosen={of}>
        {seen.map((name) => (
          <Link
            key={name}
            to="/reference"
            search={{ of: name }}
            aria-current={name === of ? 'page' : undefined}
          >
            {t(`reference.of.${name}`)}
          </Link>
        ))}
      </Tabs>
      <Records key={of} of={of} />
      {search.form === 'new' && mayPropose && <Maker of={of} onClose={() => show(undefined)} />}
    </Page>
  );
}

function Records({ of }: { readonly of: ReferenceName }): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const navigate = route.useNavigate();
  const kind = KINDS[of];
  const pending = usePending(of);
  const list = useShapedWindow<ReferenceRecord>({ to: kind.list, query: {} });
  const waiting = pending.map(({ subject }) => subject).join(' ');
  const columns = useMemo(
    () => columnsOf(of, { speech, format, waiting: new Set(waiting.split(' ')) }),
    [of, speech, format, waiting],
  );
  return (
    <>
      <PendingChanges of={pending} />
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={t('reference.none')}>
          <p>{t('reference.none.hint')}</p>
        </Empty>
      ) : (
        <DataGrid
          label={t(`reference.of.${of}`)}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ id }) => id}
          onOpen={({ id }) =>
            void navigate({ to: '/reference/$kind/$id', params: { kind: of, id: String(id) } })
          }
        />
      )}
      <div className="grid-foot">
        <span aria-live="polite">{t('grid.count', { count: list.count ?? 0 })}</span>
      </div>
    </>
  );
}

interface Shown {
  readonly speech: Speech;
  readonly format: Format;
  /** The codes of records with a pending change. */
  readonly waiting: ReadonlySet<string>;
}

function columnsOf(
  of: ReferenceName,
  { speech, format, waiting }: Shown,
): readonly Column<ReferenceRecord>[] {
  const { t } = speech;
  return [
    {
      id: 'name',
      header: t('reference.member.name'),
      widthPx: 170,
      cell: ({ id, name }) => (
        <Link to="/reference/$kind/$id" params={{ kind: of, id: String(id) }} tabIndex={-1}>
          {name}
        </Link>
      ),
    },
    {
      id: 'label',
      header: t('reference.member.label'),
      widthPx: 220,
      grow: true,
      cell: ({ label }) => <span className="strong">{label}</span>,
    },
    {
      id: 'summary',
      header: t('reference.summary'),
      widthPx: 280,
      grow: true,
      cell: (record) => summaryOf(of, record, { speech, format }),
    },
    {
      id: 'changed',
      header: t('reference.changed'),
      widthPx: 150,
      cell: ({ lastModifiedDttm }) => format.day(lastModifiedDttm),
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 190,
      cell: ({ active, name }) => (
        <>
          <span className={active === false ? 'badge over' : 'badge good'}>
            {t(active === false ? 'reference.inactive' : 'reference.active')}
          </span>{' '}
          {waiting.has(name) && <span className="badge wait">{t('reference.waiting')}</span>}
        </>
      ),
    },
  ];
}
