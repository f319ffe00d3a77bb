// The form to import a bank statement. A preview shows its lines before anything is stored.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { ScrollX } from '../../component/scroll-x.js';
import { useAct } from '../../lib/act.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { BankAccountField } from './bank-account-field.js';
import { ImportDialog } from './dialog.js';
import { NamedAccountField, useNamedAccount } from './named-account.js';
import { bodyOf, type RowFile, useRowFile } from './row-file.js';
import { RefusedRows } from './statement-refused.js';

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

interface Target {
  /** The firm's ledger account for the bank account. */
  readonly contraAcctName: string;
  /** The bank account as named in the file, if the file has several. */
  readonly bankAccount?: string;
}

const importing = (target: Target, file: RowFile) =>
  write('post', IMPORT, { body: { ...target, fileName: file.name, ...bodyOf(file) } });

export function StatementForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [account, setAccount] = useState('');
  const named = useNamedAccount();
  const targetOf = (file: RowFile): Target => {
    const bankAccount = named.of(file);
    return { contraAcctName: account, ...(bankAccount === '' ? {} : { bankAccount }) };
  };
  const form = useRowFile<Reply>((file) =>
    account === '' ? undefined : importing(targetOf(file), file),
  );
  const choices = named.choicesFor(form.file, form.error);
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('import.done'), touches: ['finance/bank-statement', 'finance/cash'] };
    if ((await act.run(importing(targetOf(form.file), form.file), done)) !== undefined) onClose();
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
      ifRefused={
        form.file !== undefined && (
          <RefusedRows error={form.error} importing={importing(targetOf(form.file), form.file)} />
        )
      }
      fields={
        <>
          <BankAccountField onChoose={setAccount} autoFocus />
          {form.file !== undefined && choices.length > 0 && (
            <NamedAccountField
              choices={choices}
              value={named.of(form.file)}
              onChoose={named.choose(form.file)}
            />
          )}
        </>
      }
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
      <ScrollX>
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
      </ScrollX>
    </>
  );
}
