// Manual journals, pending and posted, and journal imports.

import { getRouteApi } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import type { Journal } from '../../component/journal-lines.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { sumOf } from '../../lib/sum.js';
import { JournalDialog } from './journal-dialog.js';
import { JournalForm } from './journal-form.js';
import { ImportForm } from './journal-import-form.js';
import { JournalImports } from './journal-imports.js';
import { JOURNAL_STATES, type JournalSearch } from './search.js';

const route = getRouteApi('/journals');

interface Draft extends Journal {
  readonly narration: string;
  readonly state: string;
  readonly businessOfficeName: string;
  readonly transactionDate?: string;
  readonly createdBy?: string;
  readonly createdDttm?: string;
}

/** Returns the total in each currency. The debits and credits of a balanced journal are equal. */
function sumsOf({ lines }: Draft, format: Format): string {
  const byCurrency = Map.groupBy(lines, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, those]) => {
      const sum = sumOf(those.map(({ debitAmount = 0 }) => debitAmount));
      return format.amount(sum, currency);
    })
    .join(' + ');
}

function columnsOf({ t }: Speech, format: Format): readonly Column<Draft>[] {
  return [
    { id: 'name', header: t('order.number'), widthPx: 120, cell: (j) => j.name },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 120,
      cell: (j) => <Badge state={j.state} />,
    },
    {
      id: 'what',
      header: t('cash.description'),
      widthPx: 280,
      grow: true,
      cell: (j) => j.narration,
    },
    {
      id: 'date',
      header: t('ledger.date'),
      widthPx: 120,
      cell: (j) => format.day(j.transactionDate),
    },
    {
      id: 'sum',
      header: t('cash.amount'),
      widthPx: 180,
      end: true,
      cell: (j) => {
        const sums = sumsOf(j, format);
        return <span title={sums}>{sums}</span>;
      },
    },
    { id: 'by', header: t('cash.made-by'), widthPx: 160, cell: (j) => j.createdBy },
    {
      id: 'age',
      header: t('approval.age'),
      widthPx: 110,
      cell: (j) => format.age(j.createdDttm),
    },
  ];
}

export function Journals(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const search = route.useSearch();
  const { form, state, id } = search;
  const navigate = route.useNavigate();
  const mayCreate = useMay('finance.journal.create');
  const mayImport = useMay('finance.journal.import');
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const set = (change: JournalSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const show = (next: string | undefined) => set({ form: next });
  return (
    <>
      <ListPage<Draft>
        title={t('place.journals')}
        list={{ to: 'finance/journal/draft/list', query: { state } }}
        columns={columns}
        empty={
          state === undefined
            ? { title: t('journal.none'), hint: t('journal.none.hint') }
            : { title: t('cash.list.none'), hint: t('cash.list.none.other') }
        }
        onOpen={(one) => set({ id: String(one.id) })}
        filters={
          <ChoiceFilter
            label={t('order.status')}
            all={t('order.status.all')}
            value={state}
            choices={JOURNAL_STATES}
            onChange={(next) => set({ state: next })}
          />
        }
        actions={
          <>
            {mayImport && (
              <Button onPress={() => show('import')}>
                <FileUp aria-hidden />
                {t('journal.import')}
              </Button>
            )}
            {mayCreate && (
              <Button tone="primary" onPress={() => show('new')}>
                <Plus aria-hidden />
                {t('journal.new')}
              </Button>
            )}
          </>
        }
      >
        <JournalImports />
      </ListPage>
      {form === 'new' && mayCreate && <JournalForm onClose={() => show(undefined)} />}
      {form === 'import' && mayImport && <ImportForm onClose={() => show(undefined)} />}
      {id !== undefined && <JournalDialog id={Number(id)} onClose={() => set({ id: undefined })} />}
    </>
  );
}
