// The audit trail: who did what, and which values changed. The chain can be verified.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { FileDown, ShieldCheck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { DateField } from '../../component/date-field.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { Problem } from '../../component/problem.js';
import { SearchBox } from '../../component/search-box.js';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { AuditEntry } from './audit-entry.js';
import { AUDIT_KINDS, type AuditSearch } from './search.js';

const route = getRouteApi('/audit');

type Entry = ItemOf<'security/audit/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Entry>[] {
  return [
    { id: 'at', header: t('audit.at'), widthPx: 180, cell: (entry) => format.dayAndTime(entry.at) },
    {
      id: 'who',
      header: t('audit.who'),
      widthPx: 170,
      cell: (entry) => <span className="strong">{entry.principalName}</span>,
    },
    { id: 'kind', header: t('customer.kind'), widthPx: 80, cell: (e) => word(e.principalKind) },
    { id: 'what', header: t('audit.what'), widthPx: 176, cell: (entry) => entry.operation },
    {
      id: 'came',
      header: t('audit.outcome'),
      widthPx: 210,
      grow: true,
      cell: (entry) => word(entry.msgCode),
    },
    {
      id: 'changes',
      header: t('audit.changes'),
      widthPx: 80,
      end: true,
      cell: ({ changes }) => (changes > 0 ? changes : ''),
    },
    { id: 'record', header: t('audit.record'), widthPx: 76, end: true, cell: (e) => e.subjectId },
    { id: 'address', header: t('audit.address'), widthPx: 110, cell: (e) => e.address },
    {
      id: 'hash',
      header: t('audit.link'),
      widthPx: 110,
      cell: (entry) => <span className="mono">{entry.hash?.slice(0, 12)}</span>,
    },
  ];
}

export function Audit(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isProving, setProving] = useState(false);
  const [open, setOpen] = useState<number>();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const set = (change: AuditSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <ListPage<Entry>
      title={t('place.audit')}
      list={{ to: 'security/audit/list', query: { ...search } }}
      columns={columns}
      onOpen={({ id }) => setOpen(id)}
      empty={{ title: t('audit.none'), hint: t('audit.none.hint') }}
      actions={
        <>
          <Button onPress={() => void saveFile('security/audit/list/csv', { query: search })}>
            <FileDown aria-hidden />
            CSV
          </Button>
          <Button onPress={() => void saveFile('security/audit/list/xlsx', { query: search })}>
            <FileDown aria-hidden />
            XLSX
          </Button>
          <Button onPress={() => setProving(true)}>
            <ShieldCheck aria-hidden />
            {t('audit.prove')}
          </Button>
        </>
      }
      filters={
        <>
          <SearchBox label={t('audit.who')} value={search.u} onChange={(u) => set({ u })} />
          <SearchBox label={t('audit.what')} value={search.e} onChange={(e) => set({ e })} />
          <ChoiceFilter
            label={t('customer.kind')}
            all={t('audit.kinds')}
            value={search.k}
            choices={AUDIT_KINDS}
            onChange={(k) => set({ k })}
          />
          <SearchBox label={t('audit.record')} value={search.r} onChange={(r) => set({ r })} />
          <SearchBox label={t('audit.address')} value={search.a} onChange={(a) => set({ a })} />
          <DateField label={t('field.from')} value={search.sd} onChange={(sd) => set({ sd })} />
          <DateField label={t('field.to')} value={search.ed} onChange={(ed) => set({ ed })} />
        </>
      }
    >
      {isProving && <Proof />}
      {open !== undefined && <AuditEntry id={open} onClose={() => setOpen(undefined)} />}
    </ListPage>
  );
}

/** Asks the server to verify the chain from its first link. */
function Proof(): ReactNode {
  const { t } = useSpeech();
  const { data, error, isFetching } = useRead('security/audit/verify', {});
  if (error) return <Problem error={error} />;
  if (data === undefined || isFetching) return <p className="soft">{t('state.loading')}</p>;
  return (
    <p className={data.valid ? 'notice good' : 'notice bad'} role="status">
      {data.valid
        ? t('audit.whole', { from: data.from, to: data.to })
        : t('audit.broken', { position: data.brokenAt ?? data.from })}
    </p>
  );
}
