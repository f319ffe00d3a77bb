// Journals made by hand: those that wait, those that were posted, and the imports of files.

import { getRouteApi } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { Dialog } from '../../component/dialog.js';
import { type Journal, JournalLines } from '../../component/journal-lines.js';
import { ListPage } from '../../component/list-page.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { JournalForm } from './journal-form.js';
import { ImportForm } from './journal-import-form.js';
import { JournalImports } from './journal-imports.js';

const route = getRouteApi('/journals');

interface Draft extends Journal {
  readonly narration: string;
  readonly state: string;
  readonly businessOfficeName: string;
  readonly transactionDate?: string;
  readonly createdBy?: string;
  readonly createdDttm?: string;
}

/** One side of a journal that balances. */
const sumOf = ({ lines }: Draft): number =>
  lines.reduce((sum, { debitAmount = 0 }) => sum + debitAmount, 0);

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
      widthPx: 150,
      end: true,
      cell: (j) => format.amount(sumOf(j)),
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
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Draft>();
  const mayCreate = useMay('finance.journal.create');
  const mayImport = useMay('finance.journal.import');
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const show = (next: string | undefined) =>
    void navigate({ search: { form: next }, replace: true });
  return (
    <>
      <ListPage<Draft>
        title={t('place.journals')}
        list={{ to: 'finance/journal/draft/list', query: {} }}
        columns={columns}
        empty={{ title: t('journal.none'), hint: t('journal.none.hint') }}
        onOpen={setOpen}
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
      {open !== undefined && (
        <Dialog title={open.narration} onClose={() => setOpen(undefined)} place="wide">
          <JournalLines title={t('journal.lines')} journal={open} />
        </Dialog>
      )}
    </>
  );
}
