// The form to import journals. The server checks each row before anything is stored.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { ImportDialog } from '../import/dialog.js';
import { OfficeField, useOfficeChoice } from '../import/office-field.js';
import { bodyOf, type RowFile, useRowFile } from '../import/row-file.js';
import { VerdictTable } from '../import/verdict-table.js';

const MEMBERS = [
  'journal',
  'date',
  'valueDate',
  'account',
  'currency',
  'debit',
  'credit',
  'narration',
  'performanceKind',
] as const;

type Reply = ReplyOf<'post', 'finance/journal/import'>;

const importing = (businessOfficeName: string, file: RowFile) =>
  write('post', 'finance/journal/import', {
    query: { businessOfficeName, label: file.name },
    body: bodyOf(file),
  });

export function ImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const { office, choose } = useOfficeChoice();
  const form = useRowFile<Reply>((file) => (office === '' ? undefined : importing(office, file)));
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('journal.import.made'), touches: ['finance/journal'] };
    if ((await act.run(importing(office, form.file), done)) !== undefined) onClose();
  };
  return (
    <ImportDialog
      title={t('journal.import')}
      hint={t('journal.import.hint')}
      kind="JOURNAL"
      of={form}
      members={MEMBERS.map((member) => ({ member, label: t(`journal.member.${member}`) }))}
      faults={form.reply?.result.verdicts.map(({ detail }) => detail) ?? []}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={<OfficeField chosen={office} onChoose={choose} />}
    >
      {form.reply !== undefined && <Verdicts of={form.reply.result} />}
    </ImportDialog>
  );
}

function Verdicts({ of }: { readonly of: Reply['result'] }): ReactNode {
  const { t } = useSpeech();
  const { rows, refused, journals, verdicts } = of;
  return (
    <>
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('journal.import.sum', { rows, refused, journals })}
      </p>
      <VerdictTable
        rows={verdicts}
        about={[
          [t('journal.reference'), ({ journal }) => journal],
          [t('ledger.account'), ({ account }) => account],
        ]}
        isGood={({ verdict }) => verdict !== 'REFUSED'}
      />
    </>
  );
}
