// An import of a bank statement. A preview shows its lines before anything is stored.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../lib/act.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { BankAccountField } from './bank-account-field.js';
import { ImportDialog } from './dialog.js';
import { bodyOf, type RowFile, useRowFile } from './row-file.js';

const IMPORT = 'finance/bank-statement/import';
const SHOWN_MAX = 200;

const MEMBERS = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'reference',
  'description',
] as const;

type Reply = ReplyOf<'post', typeof IMPORT>;

const importing = (contraAcctName: string, file: RowFile) =>
  write('post', IMPORT, { body: { contraAcctName, fileName: file.name, ...bodyOf(file) } });

export function StatementForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [account, setAccount] = useState('');
  const form = useRowFile<Reply>((file) => (account === '' ? undefined : importing(account, file)));
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('import.done'), touches: ['finance/bank-statement', 'finance/cash'] };
    if ((await act.run(importing(account, form.file), done)) !== undefined) onClose();
  };
  return (
    <ImportDialog
      title={t('import.new.statements')}
      hint={t('import.statements.hint')}
      kind="BANK_STATEMENT"
      of={form}
      members={MEMBERS.map((member) => ({ member, label: t(`import.column.${member}`) }))}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={<BankAccountField onChoose={setAccount} autoFocus />}
    >
      {form.reply !== undefined && <StatementPreview of={form.reply} />}
    </ImportDialog>
  );
}

function StatementPreview({ of }: { readonly of: Reply }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { lines = [], result } = of;
  const { lineCount, doubledCount, matchedCount, currency } = result;
  return (
    <>
      <p>{t('import.statements.sum', { lineCount, doubledCount, matchedCount })}</p>
      <div className="scroll-x">
        <table className="plain">
          <caption className="sr">{t('import.preview')}</caption>
          <thead>
            <tr>
              <th>{t('ledger.date')}</th>
              <th className="end">{`${t('cash.amount')} (${currency})`}</th>
              <th>{t('import.column.reference')}</th>
              <th>{t('cash.description')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN_MAX).map((line) => (
              <tr key={line.lineNo}>
                <td>{format.day(line.bookedOn)}</td>
                <td className="end">{format.amount(line.amount)}</td>
                <td>{line.reference}</td>
                <td>{line.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
